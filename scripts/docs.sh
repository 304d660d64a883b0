#!/bin/sh
# Builds the documentation of the modules that apps take, with its tutorials. A warning is an error.
#
#   scripts/docs.sh    after a build of Packages/DeclaredSDK into .build/declared, where these modules have the parts that
#                      only Apple's systems have
set -eu
cd "$(dirname "$0")/.."
modules=.build/declared/release/Modules
graphs=.build/docs/symbols
rm -rf "$graphs"
mkdir -p "$graphs"
target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\([^"]*\)".*/\1/p' | head -n 1)
for module in GridDriver GridPhotos GridViews; do
  swift symbolgraph-extract -module-name "$module" -I "$modules" -I Sources/CSlotMemory -target "$target" -output-dir "$graphs" \
    -minimum-access-level public -skip-synthesized-members
done
docc convert Sources/GridViews/GridViews.docc --additional-symbol-graph-dir "$graphs" --warnings-as-errors \
  --output-path .build/docs/CacheLab.doccarchive
echo "the documentation is in .build/docs/CacheLab.doccarchive"
