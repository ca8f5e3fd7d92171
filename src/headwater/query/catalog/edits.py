"""Users' edits as records of the log, with what they are about looked up in the store."""

from headwater.errors import BadRequestError
from headwater.query.catalog.subjects import Subject, subject
from headwater.query.names.entities import spelled_out
from headwater.questions.edits import (
    DeleteEdit,
    DescribeEdit,
    Edit,
    RestoreEdit,
    TagEdit,
    UntagEdit,
)
from headwater.store import Snapshot


def edit_record(snapshot: Snapshot, edit: Edit) -> Subject:
    """The record of an edit, without its time, which is set when it is appended."""
    return {"edit": edit.word, **_content(snapshot, edit)}


def _content(snapshot: Snapshot, edit: Edit) -> Subject:
    match edit:
        case TagEdit() | UntagEdit():
            return _tagged(snapshot, edit) | {"tag": tag_name(edit.tag)}
        case DescribeEdit():
            about = subject(snapshot, edit.node_id, others=("namespace", "source", "tag"))
            return about | {"description": edit.description}
        case DeleteEdit():
            return subject(snapshot, edit.node_id, others=("namespace",))
        case RestoreEdit():
            return subject(snapshot, edit.node_id, others=("namespace",), deleted=True)


def _tagged(snapshot: Snapshot, edit: TagEdit | UntagEdit) -> Subject:
    node = edit.node_id
    if edit.field is not None:
        dataset = subject(snapshot, node, kinds=("dataset",))
        node = spelled_out("datasetField", dataset["namespace"], dataset["name"], edit.field)
    return subject(snapshot, node, kinds=("job", "dataset", "datasetField"))


def tag_name(text: str) -> str:
    """The name of a tag without the blanks around it. BadRequestError if there is nothing else."""
    name = text.strip()
    if not name:
        raise BadRequestError("tag: it is empty, or has nothing but blanks; expected a name")
    return name
