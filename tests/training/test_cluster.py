"""The files of training/cluster: the manifest is one of KubeRay's, and the Slurm script starts what it should."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
POD: dict[str, Any] = {
    "type": "object",
    "required": ["spec"],
    "properties": {
        "spec": {
            "type": "object",
            "required": ["containers"],
            "properties": {
                "containers": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["name"],
                        "properties": {
                            "name": TEXT,
                            "image": TEXT,
                            "resources": {
                                "type": "object",
                                "properties": {
                                    name: {"type": "object", "additionalProperties": TEXT}
                                    for name in ("requests", "limits")
                                },
                            },
                            "volumeMounts": {
                                "type": "array",
                                "items": {
                                    "type": "object",
                                    "required": ["mountPath", "name"],
                                    "properties": {"name": TEXT, "mountPath": TEXT},
                                },
                            },
                        },
                    },
                },
                "volumes": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["name"],
                        "properties": {
                            "name": TEXT,
                            "persistentVolumeClaim": {
                                "type": "object",
                                "required": ["claimName"],
                                "properties": {"claimName": TEXT},
                            },
                        },
                    },
                },
            },
        }
    },
}
START = {"type": "object", "additionalProperties": TEXT}
EXCERPT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "apiVersion": TEXT,
        "kind": TEXT,
        "metadata": {"type": "object"},
        "spec": {
            "type": "object",
            "required": ["headGroupSpec"],
            "properties": {
                "authOptions": {
                    "type": "object",
                    "properties": {"mode": {"type": "string", "enum": ["disabled", "token"]}},
                },
                "headGroupSpec": {
                    "type": "object",
                    "required": ["template"],
                    "properties": {"rayStartParams": START, "template": POD},
                },
                "workerGroupSpecs": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["groupName", "maxReplicas", "minReplicas", "template"],
                        "properties": {
                            "groupName": TEXT,
                            "replicas": NUMBER,
                            "minReplicas": NUMBER,
                            "maxReplicas": NUMBER,
                            "rayStartParams": START,
                            "template": POD,
                        },
                    },
                },
            },
        },
    },
}
"""What ray.io/v1 of KubeRay says of the fields that are used here; KUBERAY_CRD may name the file that says all."""
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}


def faults(value: Any, schema: dict[str, Any], place: str = "") -> Iterator[str]:
    """Yields where a value isn't what a schema of Kubernetes says."""
    if "type" in schema and not isinstance(value, TYPES[schema["type"]]):
        yield f"{place} is no {schema['type']}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place} is none of {schema['enum']}"
    if isinstance(value, dict):
        yield from (f"{place} lacks {name}" for name in schema.get("required", ()) if name not in value)
        known, other = schema.get("properties", {}), schema.get("additionalProperties")
        for name, item in value.items():
            if name in known or other:
                yield from faults(item, known.get(name, other), f"{place}.{name}")
            elif known:
                yield f"{place}.{name} is unknown"
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from faults(item, schema["items"], f"{place}[{number}]")


@pytest.mark.extra("yaml")
def test_the_manifests_are_those_of_a_ray_cluster() -> None:
    import yaml

    schema = EXCERPT
    if path := os.environ.get("KUBERAY_CRD"):
        (schema,) = [
            version["schema"]["openAPIV3Schema"]
            for version in yaml.safe_load(Path(path).read_text())["spec"]["versions"]
            if version["name"] == "v1"
        ]
    cluster, claim = yaml.safe_load_all((ROOT / "training" / "cluster" / "kuberay.yaml").read_text())
    page = (ROOT / "docs" / "distributed.md").read_text()
    shown = [yaml.safe_load(code) for code in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    for manifest in (cluster, *shown):
        assert (manifest["apiVersion"], manifest["kind"]) == ("ray.io/v1", "RayCluster")
        assert list(faults(manifest, schema)) == []
    (volume,) = cluster["spec"]["headGroupSpec"]["template"]["spec"]["volumes"]
    assert claim["metadata"]["name"] == volume["persistentVolumeClaim"]["claimName"]
    del cluster["spec"]["workerGroupSpecs"][0]["maxReplicas"]
    cluster["spec"]["headGroupSpec"]["template"]["spec"]["containers"][0]["imagePolicy"] = "Always"
    cluster["spec"]["authOptions"]["mode"] = "password"
    assert list(faults(cluster, schema)) == [
        ".spec.authOptions.mode is none of ['disabled', 'token']",
        ".spec.headGroupSpec.template.spec.containers[0].imagePolicy is unknown",
        ".spec.workerGroupSpecs[0] lacks maxReplicas",
    ]


FAKES = {
    "sbatch": """
        script=$1 && shift
        option() { sed -n "s/^#SBATCH --$1=//p" "$script"; }
        export SLURM_JOB_ID=1234567 SLURM_JOB_NUM_NODES=$(option nodes) SLURM_CPUS_PER_TASK=$(option cpus-per-task)
        exec bash "$script" "$@"
    """,
    "srun": """
        while [[ $1 == --* ]]; do shift; done
        exec "$@"
    """,
    "ray": """
        [[ $1 == status ]] && exec test -e "$LOG.head"  # it takes a while
        [[ $2 == --head ]] && sleep 1 && touch "$LOG.head"
        exec sleep 600
    """,
    "python": """
        until grep -q "^ray start --address" "$LOG"; do sleep 0.1; done
        echo "RAY_ADDRESS=$RAY_ADDRESS" "$RAY_AUTH_MODE" "${#RAY_AUTH_TOKEN}" >>"$LOG"
    """,
    "hostname": "echo 127.0.0.1 ::1",
}
"""Programs that note how they are called, and do hardly anything."""


def test_the_slurm_script_starts_ray_on_all_hosts_and_the_training_on_the_first(tmp_path: Path) -> None:
    for name, body in FAKES.items():
        program = tmp_path / name
        program.write_text(f'#!/usr/bin/env bash\necho {name} "$@" >>"$LOG"\n{body}\n')
        program.chmod(0o755)
    log = tmp_path / "log"
    arguments = ["--tasks", "learn.*", "--out", "runs/with space"]
    done = subprocess.run(
        ["sbatch", "training/cluster/slurm.sh", *arguments],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "LOG": str(log)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    said = [line for line in log.read_text().splitlines() if line != "ray status"]
    worker = "ray start --address=127.0.0.1:24567 --num-cpus=8 --block"
    steps = "--relative=1 --nodes=1 --ntasks=1 --no-kill --kill-on-bad-exit=0 --wait=0"
    training = [line for line in said if line.startswith(("python", "RAY_ADDRESS"))]
    assert said[:3] == [
        "sbatch training/cluster/slurm.sh --tasks learn.* --out runs/with space",
        "hostname --ip-address",
        "ray start --head --node-ip-address=127.0.0.1 --port=24567 --num-cpus=7 --include-dashboard=false "
        "--disable-usage-stats --block",
    ]
    assert sorted(set(said[3:]) - set(training)) == [worker, f"srun {steps} {worker}"]
    assert training == [
        "python training/ppo_ray.py --tasks learn.* --out runs/with space",
        "RAY_ADDRESS=127.0.0.1:24567 token 64",
    ]
