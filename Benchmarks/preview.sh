#!/usr/bin/env bash
# One thumbnail of one file by a new process: `qpreview thumbnail` against `pdftoppm` (PDF) and
# `vipsthumbnail` (images). Prints minimum and median in milliseconds, and the ratio to the other
# program. The programs take turns, so that other load affects all of them.
#
#   Benchmarks/preview.sh [-n RUNS] [FILE…]
#
# QPREVIEW names the program to measure; without it, the release build. Without FILE, the samples.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."

runs=30
if [ "${1:-}" = "-n" ]; then
    runs=$2
    shift 2
fi
qpreview=${QPREVIEW:-.build/release/qpreview}
for program in "$qpreview" pdftoppm vipsthumbnail; do
    command -v "$program" > /dev/null || {
        echo "$program is missing: build with 'swift build -c release', install poppler-utils and libvips-tools" >&2
        exit 69
    }
done
if [ $# -eq 0 ]; then
    shopt -s nullglob
    set -- samples/report.pdf samples/*.jpg samples/*.png
fi
[ $# -gt 0 ] || { echo "preview.sh: there are no samples. Name a file, or run: Scripts/make-samples" >&2; exit 66; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Appends the milliseconds of a command to a list; a command that fails ends the benchmark.
measure() {
    local list=$1 start end
    shift
    start=${EPOCHREALTIME/./}
    "$@" > /dev/null 2> "$folder/errors" || { cat "$folder/errors" >&2; echo "failed: $*" >&2; exit 1; }
    end=${EPOCHREALTIME/./}
    echo $((end - start)) >> "$list"
}

summary() {
    sort -n "$1" | awk '{ a[NR] = $1 } END { printf "%.1f %.1f", a[1] / 1000, a[int((NR + 1) / 2)] / 1000 }'
}

printf '%-36s %-14s %8s %8s\n' file program min median
for file in "$@"; do
    case $file in
    *.pdf) other=(pdftoppm -png -singlefile -scale-to 256 -f 1 -l 1 "$file" "$folder/other") ;;
    *) other=(vipsthumbnail -s 256 "$file" -o "$folder/other.png") ;;
    esac
    own=("$qpreview" thumbnail -s 256 "$file" "$folder/own.png")
    # Run each once to fill the disk cache.
    measure /dev/null "${own[@]}"
    measure /dev/null "${other[@]}"
    rm -f "$folder"/*.list
    for ((run = 0; run < runs; run++)); do
        measure "$folder/own.list" "${own[@]}"
        measure "$folder/other.list" "${other[@]}"
    done
    [ -s "$folder/own.png" ] && [ -s "$folder/other.png" ] || { echo "no picture of $file" >&2; exit 1; }
    read -r own_min own_median <<< "$(summary "$folder/own.list")"
    read -r other_min other_median <<< "$(summary "$folder/other.list")"
    printf '%-36s %-14s %8s %8s\n' "${file##*/}" qpreview "$own_min" "$own_median"
    printf '%-36s %-14s %8s %8s\n' "" "${other[0]}" "$other_min" "$other_median"
    awk -v a="$own_min" -v b="$other_min" -v c="$own_median" -v d="$other_median" \
        'BEGIN { printf "%-36s %-14s %7.2fx %7.2fx\n", "", "ratio", a / b, c / d }'
done
