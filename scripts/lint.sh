#!/bin/sh
# Checks workflows, the action, shell scripts and Python with tools from PyPI (scripts/tools.txt), the links of documents,
# and the English of comments.
#
# Where the tools cannot be had, for example without a network, it says so and goes on; where CI is set, that is a failure.
#
# Exit codes: 0 nothing found, 1 something, or no tools in CI.
set -eu

cd "$(dirname "$0")/.."
if ! scripts/setup.sh tools; then
  [ -z "${CI:-}" ] || exit 1
  echo "not checked: workflows, shell and Python" >&2
  exit 0
fi
PYTHONPATH=$PWD/.build/tools${PYTHONPATH:+:$PYTHONPATH}
export PYTHONPATH PATH="$PWD/.build/tools/bin:$PATH"

status=0
zizmor --offline --quiet --no-progress .github/workflows action.yml || status=1
check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml || status=1
check-jsonschema --quiet --builtin-schema vendor.github-actions action.yml || status=1
# No script has a space in its name.
# shellcheck disable=SC2046
shellcheck $(git grep -lE '^#!(/bin/sh|/usr/bin/env bash)') || status=1
ruff check --quiet . || status=1
scripts/words.py || status=1
# Each script finds what it imports: ruff does not look.
for script in scripts/*.py sweeps/*.py; do python3 "$script" --help >/dev/null || status=1; done
exit $status
