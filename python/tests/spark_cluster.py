"""A standalone cluster of Spark on this machine, and jobs that are submitted to it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pyspark

SPARK = Path(pyspark.__file__).parent


def environment() -> dict[str, str]:
    """The variables that programs of Spark need here."""
    java = os.path.realpath(shutil.which("java") or "")
    home = os.environ.get("JAVA_HOME") or os.path.dirname(os.path.dirname(java))
    here = {"JAVA_HOME": home, "SPARK_HOME": str(SPARK), "SPARK_LOCAL_IP": "127.0.0.1"}
    return {**os.environ, **here, "PYSPARK_PYTHON": sys.executable}


def submit(master: str, folder: Path, *words: object, settings: tuple[str, ...] = ()) -> subprocess.Popen:
    """Starts a program in Python with its arguments; what it says goes to a file of the folder."""
    of = ["spark.driver.host=127.0.0.1", "spark.driver.bindAddress=127.0.0.1"]
    of += ["spark.ui.enabled=false", "spark.log.level=ERROR", *settings]
    options = [word for setting in of for word in ("--conf", setting)]
    command = [SPARK / "bin/spark-submit", "--master", master, *options, *words]
    with (folder / f"job-{time.monotonic_ns()}.log").open("w") as log:
        return subprocess.Popen(list(map(str, command)), env=environment(), stdout=log, stderr=log)


class Cluster:
    """A master and two workers of one core each."""

    def __init__(self, folder: Path, memory: str = "1g") -> None:
        self.folder, self.processes = folder, []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        self.master = f"spark://127.0.0.1:{port}"
        here = ["--host", "127.0.0.1", "--webui-port", "0"]
        self._start("master.Master", *here, "--port", port)
        own = [*here, "--cores", "1", "--memory", memory]
        self.workers = [
            self._start("worker.Worker", *own, "--work-dir", str(folder / name), self.master)
            for name in ("work-1", "work-2")
        ]

    def _start(self, of: str, *arguments: str) -> subprocess.Popen:
        program = [SPARK / "bin/spark-class", f"org.apache.spark.deploy.{of}", *arguments]
        with (self.folder / f"cluster-{len(self.processes)}.log").open("w") as log:
            started = subprocess.Popen(program, env=environment(), stdout=log, stderr=log)
        self.processes.append(started)
        return started

    def submit(self, *words: object, settings: tuple[str, ...] = ()) -> subprocess.Popen:
        """Starts a program on the cluster."""
        started = submit(self.master, self.folder, *words, settings=settings)
        self.processes.append(started)
        return started

    def end(self) -> None:
        """Ends what was started."""
        for process in self.processes:
            process.kill()
            process.wait()
