#!/bin/sh
# Runs on the hosts of a file, a line each (4/anna@host is four at once), the shards that are not here, and fetches them:
#   SHARDS=1000 cluster/parallel.sh hosts /data/fleet
# The folder is on every host, with fleet.pack and fleet.sweep in it. Run it again for what a host has lost.
set -eu
hosts=$1 folder=$2 shards=${SHARDS:-1000}
for shard in $(seq "$shards"); do [ -e "part-$shard.tsv" ] || echo "$shard"; done |
  parallel --will-cite --sshloginfile "$hosts" --workdir "$folder" --retries 4 --filter-hosts --return "part-{}.tsv" \
    "${LAB_RUN:-lab-run} sweep fleet.sweep --pack fleet.pack --shard {}/$shards --threads 1 --resume --quiet --out part-{}.tsv"
