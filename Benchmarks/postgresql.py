"""A PostgreSQL server for one benchmark."""

import glob
import os
import pwd
import subprocess
import sys


class Database:
    """A PostgreSQL server in a folder of its own, as another user where this one is root."""

    def __init__(self, folder):
        self.folder = folder
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
        if not programs:
            sys.exit("No PostgreSQL server is installed.")
        self.programs = programs[-1]
        os.mkdir(folder, 0o700)
        self.prefix = []
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
            self.prefix = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        self.run("initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "bench", "--locale=C", "-E", "UTF8")
        with open(f"{folder}/data/postgresql.conf", "a") as file:
            file.write(f"listen_addresses = ''\nunix_socket_directories = '{folder}'\n")
        self.run("pg_ctl", "-D", f"{folder}/data", "-w", "-l", f"{folder}/log", "start")

    def make(self, name):
        """Makes a database, and returns its address."""
        self.run("createdb", "-h", self.folder, "-U", "bench", name)
        return f"host={self.folder} dbname={name} user=bench"

    def run(self, program, *words, **options):
        return subprocess.run(
            self.prefix + [f"{self.programs}/{program}", *words],
            check=True, cwd=self.folder, **({"stdout": subprocess.DEVNULL} | options),
        )

    def stop(self):
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-m", "immediate", "stop")
