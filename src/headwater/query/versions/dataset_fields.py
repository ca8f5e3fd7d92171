"""The fields of a dataset with their tags and descriptions."""

from collections.abc import Iterable

from headwater.answers.facets import Facets
from headwater.answers.versions import DatasetField, Field
from headwater.query.facets.annotations import Annotations
from headwater.query.versions.schema import field_descriptions


def dataset_fields(
    fields: Iterable[Field], facets: Facets, annotated: Annotations
) -> tuple[DatasetField, ...]:
    """Adds tags and descriptions to fields.

    `facets` are those of the version that has the fields.
    """
    described = field_descriptions(facets.get("schema", {}))
    return tuple(
        DatasetField(
            field.name, field.type, annotated.tag_names(field.name), described.get(field.name)
        )
        for field in fields
    )
