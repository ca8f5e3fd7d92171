"""Operations that answer with graphs: lineage, columns, impact, differences and causes."""
