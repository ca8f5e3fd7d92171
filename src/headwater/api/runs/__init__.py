"""Operations about runs."""
