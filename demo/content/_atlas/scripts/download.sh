#!/usr/bin/env bash
# Fetch all tiles of the zooms FROM to TO and pack them.
set -euo pipefail

from=${1:?usage: download.sh FROM TO}
to=${2:?usage: download.sh FROM TO}
base=${ATLAS_URL:-http://localhost:8080}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for ((z = from; z <= to; z++)); do
  n=$((1 << z))
  echo "zoom $z: $((n * n)) tiles" >&2
  for ((x = 0; x < n; x++)); do
    mkdir -p "$work/$z/$x"
    for ((y = 0; y < n; y++)); do
      curl -fsS -o "$work/$z/$x/$y.png" "$base/tiles/$z/$x/$y.png"
    done
  done
done

(cd "$work" && zip -qr tiles.zip .) && mv "$work/tiles.zip" .
