"""A package, so that tests can share code as `from tests.reference import …`."""
