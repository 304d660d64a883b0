#!/bin/bash
# Runs a small fleet on real engines of this machine, with what goes wrong on clusters, and compares the bytes with
# those of one process:
#
#   cluster/try.sh [parallel|slurm]...     LAB_RUN, TRACES, SHARDS: the program, and how much
#
# parallel: GNU parallel over ssh to three hosts, which are three addresses of this machine with an sshd each. One has a
# full disk, one is shut down in the middle. slurm: slurmctld, three slurmd and munged on this machine; a node is killed
# in the middle, and its tasks are requeued; a task is stopped for a while, and a copy of it is run beside it.
#
# It needs root, because sshd and munged do. An engine that is not installed is skipped, with the reason. Exit codes: 0
# all that ran agrees, 1 something does not.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export LAB_RUN=${LAB_RUN:-$(command -v lab-run || echo "$here/../.build/release/lab-run")}
export SHARDS=${SHARDS:-12} CACHELAB_HOME=${CACHELAB_HOME:-$(dirname "$here")}
traces=${TRACES:-3000}
scratch=$(mktemp -d /tmp/cachelab-cluster.XXXXXX)
chmod 755 "$scratch"
started=()
slurm= # the configuration of our own Slurm, once it runs

say() { printf '%s: %s\n' "${engine:-try}" "$*"; }

finish() {
  for ((index = ${#started[@]} - 1; index >= 0; index--)); do kill "${started[index]}" 2>/dev/null || true; done
  if [ -n "$slurm" ]; then kill_tasks; fi
  # They save what they know as they end; only then are their folders left alone.
  wait "${started[@]}" 2>/dev/null || true
  if mountpoint -q "$scratch/127.0.0.3"; then umount "$scratch/127.0.0.3"; fi
  if [ -n "${KEEP:-}" ]; then say "kept in $scratch"; else rm -rf "$scratch"; fi
}
trap finish EXIT

# Runs a daemon in the foreground, in the background of this script, so that it ends with it.
daemon() {
  "$@" >>"$scratch/daemons.log" 2>&1 &
  started+=($!)
}

lacks() {
  for program in "$@"; do
    if ! command -v "$program" >/dev/null; then
      say "skipped: there is no $program (apt-get install parallel openssh-server slurm-wlm munge)"
      return 0
    fi
  done
  if [ "$(id -u)" != 0 ]; then
    say "skipped: this is not root, which sshd and munged need"
    return 0
  fi
  return 1
}

wait_for() { # SECONDS COMMAND...: until it succeeds
  for ((left = $1 * 5; left > 0; left--)); do
    if "${@:2}" >/dev/null 2>&1; then return 0; fi
    sleep 0.2
  done
  say "waited $1 s in vain: ${*:2}; see $scratch/daemons.log"
  tail -n 20 "$scratch/daemons.log"
  return 1
}

compare() { # FOLDER
  "$LAB_RUN" sweep merge "$1"/part-*.tsv --out "$1/all.tsv" >/dev/null
  cmp "$scratch/one/all.tsv" "$1/all.tsv"
  say "$SHARDS shards come to the bytes of one process: $(sha256sum <"$1/all.tsv" | cut -c 1-16)"
}

try_parallel() {
  if lacks parallel rsync sshd ssh ssh-keygen; then return; fi
  local folder=$scratch/parallel work=$scratch/fleet hosts=(127.0.0.2 127.0.0.3 127.0.0.4) daemons=()
  mkdir -p "$folder/job" "$work" /run/sshd
  ssh-keygen -q -t ed25519 -N '' -f "$folder/key"
  printf '%s\n' 'Host *' "Port 2222" "IdentityFile $folder/key" "StrictHostKeyChecking no" "LogLevel ERROR" \
    "UserKnownHostsFile /dev/null" >"$folder/config"
  for host in "${hosts[@]}"; do
    mkdir "$scratch/$host"
    if [ "$host" = 127.0.0.3 ]; then mount -t tmpfs -o size=64k none "$scratch/$host"; fi
    ln -s "$scratch/one/"{fleet.pack,fleet.sweep} "$scratch/$host"
    # A full disk: what is written there fails, and goes to another host.
    if [ "$host" = 127.0.0.3 ]; then dd if=/dev/zero of="$scratch/$host/full" bs=1k count=1000 2>/dev/null || true; fi
    ssh-keygen -q -t ed25519 -N '' -f "$folder/host-$host"
    # In a file system of its own, where each host has the same folder.
    # shellcheck disable=SC2016
    daemon unshare -m bash -c 'mount --bind "$0" "$1" && shift && exec "$@"' "$scratch/$host" "$work" \
      "$(command -v sshd)" -D -e -f /dev/null -o ListenAddress="$host" -o Port=2222 -o StrictModes=no \
      -o HostKey="$folder/host-$host" -o AuthorizedKeysFile="$folder/key.pub" -o PidFile=none -o UsePAM=no \
      -o MaxStartups=100 -o SetEnv="CACHELAB_HOME=$CACHELAB_HOME"
    daemons+=("${started[-1]}")
    wait_for 10 bash -c "exec 3<>/dev/tcp/$host/2222"
    echo "1/root@$host" >>"$folder/hosts"
  done
  export PARALLEL_SSH="ssh -F $folder/config" RSYNC_RSH="ssh -F $folder/config"
  # GNU parallel tries elsewhere and shows the last try alone, so this is looked at by hand.
  local said
  said=$($PARALLEL_SSH root@127.0.0.3 "cd $work && $LAB_RUN sweep fleet.sweep --pack fleet.pack --shard 1/$SHARDS \
    --quiet --out part-1.tsv" 2>&1) && { say 'a full disk went unnoticed'; return 1; }
  case $said in *'No space left'*) ;; *) say "a full disk says: $said"; return 1 ;; esac
  [ ! -e "$scratch/127.0.0.3/part-1.tsv" ] || { say 'a full disk has half a shard'; return 1; }
  (cd "$folder/job" && exec "$here/parallel.sh" "$folder/hosts" "$work") >"$folder/log" 2>&1 &
  local run=$!
  wait_for 180 bash -c "[ \$(ls '$folder'/job/part-*.tsv | wc -l) -ge 3 ]"
  # A host goes away in the middle, with all that runs on it.
  pkill -P "${daemons[2]}" || true
  kill "${daemons[2]}" || true
  wait "$run" || say "the first run gave up on shards, as it should where hosts fail"
  # The same command again runs what is missing.
  (cd "$folder/job" && "$here/parallel.sh" "$folder/hosts" "$work") >>"$folder/log" 2>&1 || true
  say "127.0.0.3 had a full disk, 127.0.0.4 went away"
  compare "$folder/job"
}

# Ends the tasks of one of our nodes, or of all, and the steps that watch them, by their environment.
kill_tasks() { # [NODE]
  local task parent
  for task in /proc/[0-9]*; do
    task=${task#/proc/}
    if grep -qzx "SLURMD_NODENAME=${1:-.*}" "/proc/$task/environ" 2>/dev/null &&
      grep -qzx "SLURM_CONF=$slurm" "/proc/$task/environ" 2>/dev/null; then
      parent=$(ps -o ppid= -p "$task" | tr -d ' ') || continue # ended meanwhile
      if [ "$(ps -o comm= -p "$parent")" = slurmstepd ]; then kill -KILL "$parent" || true; fi
      kill -KILL "$task" 2>/dev/null || true
    fi
  done
}

try_slurm() {
  if lacks slurmctld slurmd sbatch sacctmgr munged; then return; fi
  local folder=$scratch/slurm work=$scratch/slurm/work port=16817 nodes=3
  mkdir -p "$work" "$folder/state" "$folder/munge"
  cp "$scratch/one/"{fleet.pack,fleet.sweep} "$work"
  dd if=/dev/urandom of="$folder/munge/key" bs=1 count=1024 status=none
  chmod 700 "$folder/munge" && chmod 400 "$folder/munge/key"
  daemon munged --foreground --force --key-file="$folder/munge/key" --socket="$scratch/munge.socket" \
    --pid-file="$folder/munge/pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed"
  wait_for 10 test -S "$scratch/munge.socket"
  cat >"$folder/slurm.conf" <<CONF
ClusterName=try
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$scratch/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=5
KillWait=1
MinJobAge=600
SlurmdParameters=config_overrides
MpiDefault=none
$(for ((node = 1; node <= nodes; node++)); do
    echo "NodeName=n$node NodeHostname=localhost NodeAddr=127.0.0.1 Port=$((port + node)) CPUs=1 RealMemory=4000"
  done)
PartitionName=all Nodes=n[1-$nodes] Default=YES State=UP
CONF
  slurm=$folder/slurm.conf
  export SLURM_CONF=$slurm
  daemon slurmctld -D
  local daemons=()
  for ((node = 1; node <= nodes; node++)); do
    mkdir -p "$folder/spool-n$node"
    daemon slurmd -D -N "n$node"
    daemons+=("${started[-1]}")
  done
  wait_for 60 bash -c "sinfo -h -o '%T %D' | grep -q 'idle $nodes'"
  # However quick a machine is: one task of node n1, and all of n2, stand still once they run, until this script has seen
  # to them.
  mkdir "$folder/stopped"
  {
    printf '#!/bin/bash\nlab_run=%q stopped=%q\n' "$LAB_RUN" "$folder/stopped"
    cat <<'TASK'
"$lab_run" "$@" &
if [ "$SLURMD_NODENAME" = n2 ] || { [ "$SLURMD_NODENAME" = n1 ] && mkdir "$stopped/n1.first" 2>/dev/null; }; then
  kill -STOP $!
  echo "$! $SLURM_ARRAY_TASK_ID" >"$stopped/$$" && mv "$stopped/$$" "$stopped/$SLURMD_NODENAME"
fi
wait $!
TASK
  } >"$folder/task"
  chmod +x "$folder/task"
  (cd "$work" && LAB_RUN=$folder/task sbatch --export=ALL --array="1-$SHARDS" --mem=0 "$here/slurm.sbatch") >/dev/null
  # A straggler: a task is stopped, and its shard runs a second time beside it.
  local straggler number
  wait_for 60 test -e "$folder/stopped/n1"
  read -r straggler number <"$folder/stopped/n1"
  wait_for 10 grep -q '^State:.*stopped' "/proc/$straggler/status"
  (cd "$work" && "$LAB_RUN" sweep fleet.sweep --pack fleet.pack --shard "$number/$SHARDS" --resume --quiet \
    --out "part-$number.tsv") >/dev/null 2>&1
  kill -CONT "$straggler"
  say "task $number was stopped, run beside itself, and went on"
  # A node dies with what runs on it; its tasks are requeued on others.
  wait_for 60 test -e "$folder/stopped/n2"
  kill -KILL "${daemons[1]}"
  wait "${daemons[1]}" 2>/dev/null || true
  kill_tasks n2
  say "node n2 was killed: $(squeue -h -w n2 -o %K | tr '\n' ' ')"
  wait_for 400 bash -c "[ -z \"\$(squeue -h -o %i)\" ]"
  local requeued
  requeued=$(scontrol -o show job | grep -c 'Restarts=[1-9]' || true)
  [ "$requeued" -gt 0 ] || { say 'no task was requeued'; return 1; }
  say "requeued: $requeued"
  say "nodes at the end: $(sinfo -h -o '%N %T' | tr '\n' ' ')"
  compare "$work"
}

engine=one
mkdir "$scratch/one"
(
  cd "$scratch/one"
  "$LAB_RUN" trace synth --people "$traces" --seed 1 -o fleet.pack
  printf 'strategy preheat2x budget-priority\ndevice decode-12ms\n' >fleet.sweep
  "$LAB_RUN" sweep fleet.sweep --pack fleet.pack --quiet --out all.tsv >/dev/null
)
[ $# -gt 0 ] || set -- parallel slurm
for engine; do "try_$engine"; done
