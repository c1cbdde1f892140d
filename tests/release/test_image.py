"""The image: its files here; with --long it is built, run without rights, restarted and upgraded, for real.

buildah builds without a daemon, on a base that mmdebstrap makes of Debian's packages; the container is its root
directory, read-only, with the volume and a /tmp of its own, run by a user without rights.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.release.packaging import REPOSITORY, InstalledServer, build_wheel
from tests.release.test_wheel import play_match

CONTAINERFILE = (REPOSITORY / "Containerfile").read_text("utf-8")
COMPOSE = [REPOSITORY / "compose.yaml", REPOSITORY / "deploy" / "compose.postgres.yaml"]
MOST = 480_000_000  # bytes, unpacked
USER = 65_532


def test_the_image_has_few_rights_a_volume_and_a_health_check() -> None:
    stages = re.findall(r"^FROM \$\{BASE\}(.*)$", CONTAINERFILE, re.M)
    assert stages == [" AS build", ""]
    final = CONTAINERFILE.rpartition("\nFROM ")[2]
    for line in (f"USER {USER}:{USER}", "VOLUME /data", "STOPSIGNAL SIGTERM", 'ENTRYPOINT ["foretold"]'):
        assert f"\n{line}\n" in final
    assert "/api/ready" in final
    assert "--require-hashes" in CONTAINERFILE


@pytest.mark.parametrize("path", COMPOSE, ids=lambda path: path.stem)
def test_servers_of_compose_files_have_a_volume_and_a_read_only_root(path: Path) -> None:
    services: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))["services"]
    volumes = yaml.safe_load(path.read_text("utf-8"))["volumes"]
    ours = {name: service for name, service in services.items() if service.get("image") == "foretold"}
    assert len(ours) == (1 if path.name == "compose.yaml" else 2)
    for service in ours.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert (path.parent / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
        [volume] = service["volumes"]
        assert volume.partition(":")[0] in volumes
        assert volume.endswith(":/data")


def test_the_build_context_leaves_out_private_files() -> None:
    ignored = (REPOSITORY / ".containerignore").read_text("utf-8")
    assert ignored == (REPOSITORY / ".dockerignore").read_text("utf-8")
    assert {".git", ".venv", "**/node_modules"} <= set(ignored.split())


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy reads its own file")
def test_caddy_understands_its_file() -> None:
    command = ["caddy", "validate", "--config", str(REPOSITORY / "deploy" / "Caddyfile"), "--adapter", "caddyfile"]
    done = subprocess.run(command, env={**os.environ, "SITE": "localhost"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# For real ----------------------------------------------------------------------------------------------------------


class Buildah:
    """Images in a directory of their own."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def __call__(self, *arguments: object) -> str:
        own = ("--root", self._directory / "storage", "--runroot", self._directory / "run")
        command = ["buildah", "--storage-driver", "vfs", *own, *arguments]
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=REPOSITORY)
        assert done.returncode == 0, f"{arguments}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
        return done.stdout.strip()

    def base(self, tar: Path) -> str:
        """An image of Debian with Python and nothing else."""
        hook = ("--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr",) if _merged() else ()
        slim = [f"--dpkgopt=path-exclude=/usr/share/{part}/*" for part in ("man", "locale")]
        command = ["mmdebstrap", "--quiet", "--variant=minbase", *hook, *slim]
        suite = platform.freedesktop_os_release().get("VERSION_CODENAME", "stable")
        subprocess.run([*command, "--include=usr-is-merged,python3,python3-venv", suite, tar], check=True)
        container = self("from", "scratch")
        self("add", container, tar, "/")
        self("commit", "--quiet", container, "localhost/base")
        self("rm", container)
        return "localhost/base"

    def build(self, base: str, name: str) -> None:
        """The image by the Containerfile; certificates and pip's settings are those of this machine."""
        given = [Path("/etc/ssl/certs"), Path("/etc/pip.conf")]
        volumes = [f"--volume={path}:{path}:ro" for path in given if path.exists()]
        how = ("--isolation", "chroot", "--network", "host", "--format", "docker", *volumes)
        self("bud", *how, "--build-arg", f"BASE={base}", "--tag", name, "--file", "Containerfile", ".")

    @contextmanager
    def mounted(self, name: str) -> Iterator[Path]:
        """The files of an image."""
        container = self("from", name)
        try:
            yield Path(self("mount", container))
        finally:
            self("rm", container)


def _merged() -> bool:
    return Path("/usr/share/mmdebstrap/hooks/merged-usr").is_dir()


RUN = """
set -e
root=$1 data=$2; shift 2
mount --bind "$root" "$root"
mount --bind "$data" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
exec chroot --userspec=65532:65532 "$root" /opt/foretold/bin/foretold serve "$@"
"""


def container_of(root: Path, data: Path, directory: Path, variables: dict[str, str]) -> InstalledServer:
    """The server of an image: in a namespace of mounts that ends with it."""
    command = ["unshare", "--mount", "bash", "-c", RUN, "run", str(root), str(data)]
    return InstalledServer(directory, command, {"PATH": os.environ["PATH"], **variables})


def variables_of(buildah: Buildah, name: str) -> dict[str, str]:
    """The variables that the image sets."""
    config = json.loads(buildah("inspect", "--type", "image", name))["Docker"]["config"]
    assert config["User"] == f"{USER}:{USER}"
    assert config["Healthcheck"]["Test"][0] == "CMD"
    return dict(variable.split("=", 1) for variable in config["Env"])


def size_of(root: Path) -> int:
    return sum(path.lstat().st_size for path in root.rglob("*") if path.is_file() and not path.is_symlink())


@pytest.mark.long
def test_the_image_is_built_runs_without_rights_restarts_and_is_upgraded(tmp_path: Path) -> None:
    for program in ("buildah", "mmdebstrap", "unshare"):
        if shutil.which(program) is None:
            pytest.skip(f"needs {program}")
    if os.getuid() != 0:
        pytest.skip("mounts need root")
    shutil.rmtree(REPOSITORY / "dist", ignore_errors=True)
    build_wheel(REPOSITORY / "dist")
    buildah, data = Buildah(tmp_path), tmp_path / "data"
    data.mkdir()
    os.chown(data, USER, USER)
    base = buildah.base(tmp_path / "base.tar")
    buildah.build(base, "localhost/foretold:before")
    buildah.build(base, "localhost/foretold:now")
    for image in ("before", "before", "now"):  # a first start, one on the same volume, and an upgrade
        name = f"localhost/foretold:{image}"
        with buildah.mounted(name) as root:
            size = size_of(root)
            assert size <= MOST, f"{size / 1e6:.0f} MB"
            server = container_of(root, data, tmp_path, variables_of(buildah, name))
            try:
                server.start()
                assert server.client().get("/").status_code == 200
                assert server.client().get("/api/ready").status_code == 200
                assert asyncio.run(play_match(server)).facts["phase"] == "over"
                assert server.stop() == 0
            finally:
                server.clear()
    database = data / "foretold.sqlite"
    assert database.stat().st_uid == USER
    server.database = database
    assert server.run("SELECT count(*) FROM matches") == [(3,)]
    shutil.rmtree(tmp_path / "storage")
