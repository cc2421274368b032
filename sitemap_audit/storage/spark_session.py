"""Start an Apache Spark session for ``--cluster``.

Settings of the cluster (spark-defaults.conf, SPARK_CONF_DIR) stay; only what the audit depends on
is set here.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import sys
import tempfile
import time
import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import sitemap_audit
from sitemap_audit.errors import NotInstalledError, UsageError
from sitemap_audit.machine.resources import processors

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pyspark.sql import SparkSession

_WAIT = 120
"Seconds to wait for the first executor: a cluster may have to start a machine."
FAILURES = 4
"Attempts at a task, each on another executor."
FAILURES_PER_NODE = 3
"Attempts at a task on one machine."
_NEEDED = {
    "spark.task.maxFailures": str(FAILURES),
    # An executor that cannot write would fail every task, as it is always the first one free.
    "spark.excludeOnFailure.taskAndStage.enabled": "true",
    "spark.excludeOnFailure.task.maxTaskAttemptsPerNode": str(FAILURES_PER_NODE),
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.ansi.enabled": "true",  # as DuckDB: an error, not a wrong number
    "spark.sql.variable.substitute": "false",  # ${…} in a text is text
    "spark.sql.execution.arrow.pyspark.enabled": "true",
    "spark.ui.showConsoleProgress": "false",
    "spark.scheduler.mode": "FAIR",  # several checks at once
    # It fails ("key not found") on a union that a query reads twice.
    "spark.sql.optimizer.excludedRules": (
        "org.apache.spark.sql.catalyst.optimizer.PushProjectionThroughUnion"
    ),
    "spark.serializer": "org.apache.spark.serializer.KryoSerializer",  # smaller checkpoints
}
_SHORT = {
    # To compile a query, or to plan it again while it runs, takes longer than to run it.
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.defaultSizeInBytes": str(1 << 20),
    "spark.sql.shuffle.partitions": "1",  # 200 by default; several queries run at once
    "spark.sql.autoBroadcastJoinThreshold": "-1",  # with one partition a join moves no rows
    "spark.locality.wait": "0s",  # to wait for the executor that has the rows takes longer, too
}
"Settings of a session with little data."
_QUICK_JAVA = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:+UseSerialGC"
"Half of the processor time of a short session is that of Java's optimizing compiler."
_LOG = Path(__file__).parent / "log4j2.properties"


@contextmanager
def spark_session(
    master: str,
    name: str = "sitemap-audit",
    *,
    memory: int | None = None,
    log: Path | None = None,
    settings: Mapping[str, str] | None = None,
    is_short: bool = False,
) -> Iterator[SparkSession]:
    """Start a Spark session, and stop it at the end.

    Args:
        master: a Spark master: spark://HOST:PORT, yarn, k8s://URL, local[N], local-cluster[N,C,MB].
        memory: bytes for the process of a local master; the others have settings of their own.
        log: file to which Spark writes its errors; default none.
        settings: further settings of Spark.
        is_short: there is little to compute: do not optimize for it.

    Raises:
        UsageError: Spark is not installed, or the master cannot be reached.
    """
    given = _settings(master, memory, is_short=is_short) | dict(settings or {})
    session = _start(master, name, given, log)
    try:
        yield session
    finally:
        session.stop()


def _start(master: str, name: str, settings: Mapping[str, str], log: Path | None) -> SparkSession:
    try:
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ModuleNotFoundError:
        raise NotInstalledError("--cluster", "Apache Spark", "sitemap-audit[cluster]") from None
    from py4j.protocol import Py4JError

    _refuse_without_java()
    # Data go between Spark and Python as Arrow; nothing here uses pandas with Spark.
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    logging.getLogger("SQLQueryContextLogger").disabled = True  # it prints plans; errors are raised
    builder = SparkSession.builder.master(master).appName(name)
    for key, value in {**_NEEDED, **settings}.items():
        builder = builder.config(key, value)
    with _output_of_java(log) as told:
        try:
            session = builder.getOrCreate()
        except (Py4JError, PySparkException, OSError, ValueError) as error:
            raise UsageError(
                f"Cannot start Spark with the master {master}: {_reason(error, told)}. Check the"
                " master, and that this machine can reach it."
            ) from None
    if master.startswith("local"):  # a cluster has its own, by PYSPARK_PYTHON
        session.sparkContext.pythonExec = sys.executable
    try:
        _wait_for_executor(session, master)
    except BaseException:
        session.stop()
        raise
    return session


def _refuse_without_java() -> None:
    home = os.environ.get("JAVA_HOME")
    if not (home and (Path(home) / "bin" / "java").exists()) and shutil.which("java") is None:
        raise UsageError(
            "--cluster needs Java 17 or later, and there is no java here. Install it (Debian:"
            " apt install openjdk-17-jre-headless), or set JAVA_HOME."
        )


def _settings(master: str, memory: int | None, *, is_short: bool) -> dict[str, str]:
    """Return the settings of a local master, and of every driver."""
    java = f"-Dlog4j2.configurationFile={_LOG.as_uri()} {_QUICK_JAVA if is_short else ''}"
    settings = {"spark.driver.extraJavaOptions": java}
    if master.startswith("local"):
        settings |= _local(master, memory) | {"spark.executor.extraJavaOptions": java}
    return settings | (_SHORT if is_short else {})


def _local(master: str, memory: int | None) -> dict[str, str]:
    """Return the settings of a local master."""
    cores = str(_cores(master))
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": cores,
        "spark.default.parallelism": cores,
        "spark.executorEnv.PYTHONPATH": os.pathsep.join(
            [str(Path(sitemap_audit.__file__).parents[1]), *_paths()]
        ),
    }
    if memory is not None:
        settings["spark.driver.memory"] = f"{max(1, memory >> 20)}m"
    return settings


def _paths() -> list[str]:
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]


def _cores(master: str) -> int:
    """Return the cores of a local master: local, local[4], local[*], local-cluster[2,1,1024]."""
    numbers = master.partition("[")[2].rstrip("]").split(",")
    if master.startswith("local-cluster"):
        return int(numbers[0]) * int(numbers[1])
    return int(numbers[0]) if numbers[0].isdecimal() else processors() if numbers[0] else 1


@contextmanager
def _output_of_java(log: Path | None) -> Iterator[IO[str]]:
    """Send what Java prints to a file, as long as it runs: it would disturb the progress line."""
    with log.open("a+") if log else tempfile.TemporaryFile("w+") as file:
        file.seek(0, os.SEEK_END)
        sys.stderr.flush()
        own = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            yield file
        finally:
            os.dup2(own, 2)
            os.close(own)


def _wait_for_executor(session: SparkSession, master: str) -> None:
    """Wait until the cluster has given an executor: without one, a query would wait for ever.

    Raises:
        UsageError: there is none.
    """
    if master.startswith("local") and not master.startswith("local-cluster"):
        return
    tracker = session.sparkContext._jsc.sc().statusTracker()
    end = time.monotonic() + _WAIT
    while len(tracker.getExecutorInfos()) < 2:  # the driver is one
        if time.monotonic() > end:
            raise UsageError(
                f"The cluster {master} gave no executor within {_WAIT} seconds. Check in its web"
                " page that workers are registered and have free cores and memory."
            )
        time.sleep(0.1)


def _reason(error: BaseException, told: IO[str]) -> str:
    """Return the line that says why Spark did not start: of what Java printed, or of the error."""
    told.seek(0)
    printed = [line.strip() for line in told if " ERROR " in line or "Exception" in line]
    causes = [line for line in str(error).splitlines() if line.startswith((": ", "Caused by: "))]
    line = (printed or causes or str(error).strip().splitlines() or [type(error).__name__])[-1]
    return re.sub(r"^(.* ERROR |: |Caused by: )?(\w+\.)*", "", line.strip(), count=1).rstrip(".")[
        :200
    ]
