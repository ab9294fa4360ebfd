#!/usr/bin/env bash
# Trains on the hosts of a Slurm job: Ray on each of them, the learner on the first.
#     sbatch --nodes=8 training/cluster/slurm.sh --tasks learn.check_todo --actors 64 --envs 16 --out /shared/runs/x
# The arguments go to training/ppo_ray.py; --out has to be on a file system that all hosts share. A host that is lost
# costs its actors only. If the first one is lost, or the time is up, Slurm may start the job again: it goes on.
#SBATCH --job-name=crab-gym
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=8
#SBATCH --no-kill
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
cd "${SLURM_SUBMIT_DIR:-.}"

# Whoever can reach Ray's ports can run programs as this user, unless there is a token.
RAY_AUTH_TOKEN=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
export RAY_AUTH_TOKEN RAY_AUTH_MODE=token RAY_USAGE_STATS_ENABLED=0
read -r host _ < <(hostname --ip-address)
export RAY_ADDRESS="$host:$((20000 + SLURM_JOB_ID % 10000))"
cpus=${SLURM_CPUS_PER_TASK:-1}
others=$((SLURM_JOB_NUM_NODES - 1))
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT

# One processor of the first host is left to the learner.
ray start --head --node-ip-address="$host" --port="${RAY_ADDRESS##*:}" --num-cpus=$((cpus - 1)) \
    --include-dashboard=false --disable-usage-stats --block &
timeout 300 bash -c 'until ray status >/dev/null 2>&1; do sleep 1; done'
if ((others > 0)); then
    srun --relative=1 --nodes="$others" --ntasks="$others" --no-kill --kill-on-bad-exit=0 --wait=0 \
        ray start --address="$RAY_ADDRESS" --num-cpus="$cpus" --block &
fi
"${PYTHON:-python}" training/ppo_ray.py "$@"
