"""Operations on data contracts."""
