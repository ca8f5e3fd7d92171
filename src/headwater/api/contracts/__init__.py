"""Operations about data contracts."""
