"""Shared by the measures of pictures: the corpus's tables, our pictures, their similarity, and contact sheets."""

import csv
import os
import subprocess
import sys

import numpy
from PIL import Image, ImageDraw
from skimage.metrics import structural_similarity

CORPUS = os.environ["CORPUS"]
PREVIEWFUZZ = os.path.join(os.environ["BIN"], "previewfuzz")


class Drawn:
    """The outcome for one document."""

    def __init__(self, path, file, fields):
        self.path = path
        self.file = file
        self.code = fields[1]
        self.size = (int(fields[2]), int(fields[3]))
        self.document = (float(fields[4]), float(fields[5]))
        self.message = fields[7] if len(fields) > 7 else ""

    @property
    def shown(self):
        return self.code == "shown"

    def picture(self):
        with Image.open(self.file) as image:
            return on_white(image)


def rows(folder, expected):
    """The rows of a set with this mark, with the full path added."""
    with open(os.path.join(CORPUS, folder, "manifest.tsv"), encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["expected"] == expected:
                row["file"] = os.path.join(CORPUS, folder, row["path"])
                yield row


def draw(paths, folder, size=256, facts=False):
    """Our pictures of the documents, drawn by one previewer in its full sandbox."""
    os.makedirs(folder, exist_ok=True)
    arguments = [PREVIEWFUZZ, "draw", "--output", folder, "--size", str(size)]
    done = subprocess.run(
        arguments + (["--facts"] if facts else []),
        input="".join(path + "\n" for path in paths),
        stdout=subprocess.PIPE, check=True, encoding="utf-8",
    )
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    drawn = [
        Drawn(paths[int(line[0])], os.path.join(folder, line[0] + ".png"), line)
        for line in lines if line[0] != "all"
    ]
    if len(drawn) != len(paths):
        sys.exit("pictures: %d documents requested, %d received" % (len(paths), len(drawn)))
    return drawn


def on_white(image):
    """The picture in color, on white where it is transparent."""
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        white = Image.new("RGBA", image.size, "white")
        return Image.alpha_composite(white, image).convert("RGB")
    return image.convert("RGB")


def fitted(size, edge):
    scale = edge / max(size)
    return tuple(max(1, round(length * scale)) for length in size)


def likeness(one, other, edge=128):
    """The structural similarity of two pictures, both in gray and `edge` pixels long."""
    size = fitted(other.size, edge)
    greys = []
    for image in (one, other):
        grey = numpy.asarray(image.convert("L").resize(size, Image.Resampling.BOX))
        # Not smaller than the window of the comparison.
        missing = [(0, max(0, 7 - length)) for length in grey.shape]
        greys.append(numpy.pad(grey, missing, mode="edge"))
    return float(structural_similarity(greys[0], greys[1], data_range=255))


def sheet(pairs, path, edge=160, columns=6):
    """A PNG with pairs of pictures, ours on the left, each with its caption."""
    pairs = list(pairs)
    if not pairs:
        return
    height = edge + 14
    rows_needed = (len(pairs) + columns - 1) // columns
    whole = Image.new("RGB", (columns * (2 * edge + 12), rows_needed * (height + 4)), "grey")
    pen = ImageDraw.Draw(whole)
    for index, (ours, theirs, words) in enumerate(pairs):
        left = index % columns * (2 * edge + 12)
        top = index // columns * (height + 4)
        for place, image in enumerate((ours, theirs)):
            if image is None:
                continue
            small = image.resize(fitted(image.size, edge), Image.Resampling.BOX)
            whole.paste(small, (left + place * (edge + 2), top + 14))
        pen.text((left, top + 1), words[:52], fill="white")
    whole.save(path)


def share(part, whole):
    return 100.0 * part / whole if whole else 0.0
