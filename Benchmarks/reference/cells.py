"""The cells of the matrix of images: each is a file of one container with one depth, number of channels, profile, kind of
alpha, and compression, by one of several writers, and the colors that it must have.

Every picture has eight vertical bars. `COLORS` are those of pictures in color, `GRAYS` those of gray ones, `DOTS` those of
two colors; `ALPHA` is the opacity of the bars.
"""

import io
import os
import shutil
import struct
import subprocess

import imagecodecs
import numpy
import OpenImageIO
import tifffile
from PIL import Image, ImageCms

WIDTH, HEIGHT, BARS = 160, 96, 8
COLORS = numpy.array([
    (255, 0, 0), (0, 200, 0), (0, 0, 255), (255, 255, 0), (255, 255, 255), (128, 128, 128), (0, 0, 0), (255, 128, 0),
], "float64")
GRAYS = numpy.array([0, 34, 68, 102, 153, 187, 221, 255], "float64")
DOTS = numpy.array([0, 255, 0, 255, 0, 255, 0, 255], "float64")
ALPHA = numpy.array([255, 255, 128, 128, 0, 0, 64, 255], "float64")
CONVERT = shutil.which("convert-im6.q16") or shutil.which("convert-im6") or "convert"


class Cell:
    """One file: where it is, what it must look like (eight bars of red, green, blue, alpha), how near."""

    def __init__(self, container, name, writer, path, bars, near):
        self.container, self.name, self.writer, self.path, self.bars, self.near = container, name, writer, path, bars, near

    @property
    def title(self):
        return "%s %s by %s" % (self.container, self.name, self.writer)


def bars(colors, alpha=None):
    """Eight bars of red, green, blue, alpha from colors or grays."""
    colors = numpy.asarray(colors, "float64")
    if colors.ndim == 1:
        colors = numpy.stack([colors] * 3, axis=1)
    opacity = numpy.full((BARS, 1), 255.0) if alpha is None else numpy.asarray(alpha).reshape(BARS, 1)
    return numpy.concatenate([colors, opacity], axis=1)


def picture(values):
    """The picture of eight bars: rows of pixels with the channels of `values`."""
    values = numpy.asarray(values)
    row = numpy.repeat(values, WIDTH // BARS, axis=0)
    # In the byte order of the values, which numpy would change.
    return numpy.ascontiguousarray(numpy.stack([row] * HEIGHT)).astype(values.dtype)


def scaled(values, most, kind):
    """Values of 0 to 255 as samples of 0 to `most`."""
    values = numpy.asarray(values, "float64") / 255 * most
    return (numpy.floor(values + 0.5) if kind[0] in "ui" else values).astype(kind)


def profile(name):
    """The bytes of a profile: sRGB, or one of gray with the gamma of 2.2."""
    if name == "sRGB":
        return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    if name == "gray":
        return gray_profile()
    if name == "swapped":
        return swapped_profile()
    raise ValueError(name)


def tagged(space, tags):
    """An ICC profile of version 2 (ICC.1:2001-04, 6)."""
    place = 128 + 4 + 12 * len(tags)
    table, data = struct.pack(">I", len(tags)), b""
    for name, content in tags:
        table += struct.pack(">4sII", name, place + len(data), len(content))
        data += content + bytes(-len(content) % 4)
    size = place + len(data)
    header = struct.pack(">I4sI4s4s4s", size, b"none", 0x02400000, b"mntr", space, b"XYZ ")
    header += struct.pack(">6H", 2000, 1, 1, 0, 0, 0) + b"acsp" + bytes(28)
    header += struct.pack(">3I", 0xF6D6, 0x10000, 0xD32D)
    return header + bytes(128 - len(header)) + table + data


def xyz(*values):
    return b"XYZ " + bytes(4) + b"".join(struct.pack(">i", round(value * 65536)) for value in values)


def curve(gamma):
    return b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256))


WHITE = (0.9642, 1.0, 0.8249)
WORDS = [(b"desc", b"desc" + bytes(4) + struct.pack(">I", 2) + b"x\0" + bytes(78)), (b"cprt", b"text" + bytes(4) + b"x\0")]


def gray_profile():
    return tagged(b"GRAY", WORDS + [(b"wtpt", xyz(*WHITE)), (b"kTRC", curve(2.2))])


def swapped_profile():
    """A profile whose first channel is blue and whose last one is red, so that a reader that ignores it is seen."""
    red, green, blue = (0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141)
    return tagged(b"RGB ", WORDS + [(b"wtpt", xyz(*WHITE))] + [
        (name, xyz(*value)) for name, value in ((b"rXYZ", blue), (b"gXYZ", green), (b"bXYZ", red))
    ] + [(name, curve(2.2)) for name in (b"rTRC", b"gTRC", b"bTRC")])


def run(arguments, data=None):
    done = subprocess.run(arguments, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    if done.returncode != 0:
        raise RuntimeError("%s: %s" % (arguments[0], done.stderr.decode(errors="replace")[:200]))
    return done.stdout


class Maker:
    """Writes cells into a folder, and remembers writers that cannot make one."""

    def __init__(self, folder):
        self.folder, self.cells, self.missing = folder, [], []
        os.makedirs(folder, exist_ok=True)

    def add(self, container, extension, name, writer, expected, write, near=8):
        """A cell by `write`, which returns the bytes, or takes a path and writes them there."""
        path = os.path.join(self.folder, "%04d.%s" % (len(self.cells), extension))
        try:
            data = write(path)
            if data is not None:
                with open(path, "wb") as file:
                    file.write(data)
            if os.path.getsize(path) == 0:
                raise RuntimeError("empty")
        except Exception as error:  # A writer may raise anything.
            self.missing.append("%s %s by %s: %s" % (container, name, writer, str(error).split("\n")[0][:100]))
            if os.path.exists(path):
                os.remove(path)
            return
        self.cells.append(Cell(container, name, writer, path, expected, near))

    def by_magick(self, container, extension, name, values, expected, options=(), near=8, kind=None):
        """A cell by ImageMagick, from a PNG or TIFF with these values."""
        def write(path):
            source = path + ".source.tif"
            pixels = picture(values)
            extra = ["unassalpha"] if pixels.ndim == 3 and pixels.shape[2] in (2, 4) else None
            photometric = "rgb" if pixels.ndim == 3 and pixels.shape[2] >= 3 else "minisblack"
            tifffile.imwrite(source, pixels, metadata=None, photometric=photometric, extrasamples=extra, planarconfig="contig" if pixels.ndim == 3 else None)
            try:
                run([CONVERT, source, *options, "%s:%s" % (kind or extension, path)])
            finally:
                os.remove(source)
        self.add(container, extension, name, "ImageMagick", expected, write, near)

    def by_pillow(self, container, extension, name, image, expected, near=8, **options):
        def write(path):
            image.save(path, **options)
        self.add(container, extension, name, "Pillow", expected, write, near)

    def by_openimageio(self, container, extension, name, pixels, expected, near=8, **attributes):
        def write(path):
            values = pixels if pixels.ndim == 3 else pixels[..., None]
            kind = {"uint8": "uint8", "uint16": "uint16", "float32": "float", "float16": "half", "uint32": "uint32"}
            spec = OpenImageIO.ImageSpec(WIDTH, HEIGHT, values.shape[2], kind[values.dtype.name])
            for key, value in attributes.items():
                spec.attribute(key.replace("_", ":"), value)
            output = OpenImageIO.ImageOutput.create(path)
            if output is None or not output.open(path, spec) or not output.write_image(values):
                raise RuntimeError(output.geterror() if output else OpenImageIO.geterror())
            output.close()
        self.add(container, extension, name, "OpenImageIO", expected, write, near)

    def by_ffmpeg(self, container, extension, name, pixels, expected, options=(), near=8, codec=None):
        def write(path):
            formats = {("uint8", 1): "gray", ("uint8", 3): "rgb24", ("uint8", 4): "rgba", ("uint16", 1): "gray16le", ("uint16", 3): "rgb48le", ("uint16", 4): "rgba64le"}
            channels = pixels.shape[2] if pixels.ndim == 3 else 1
            run(["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", formats[pixels.dtype.name, channels], "-s", "%dx%d" % (WIDTH, HEIGHT),
                 "-i", "-", *options, "-frames:v", "1", *(["-c:v", codec] if codec else []), path], pixels.tobytes())
        self.add(container, extension, name, "FFmpeg", expected, write, near)


def image(values, mode, profile=None):
    """A Pillow picture of bars."""
    made = Image.fromarray(picture(numpy.asarray(values).astype("uint8")), mode)
    if profile:
        made.info["icc_profile"] = profile
    return made


def with_alpha(colors, most=255, kind="uint8", associated=False):
    """Colors and their opacity as samples."""
    colors = numpy.asarray(colors, "float64")
    colors = colors.reshape(BARS, -1)
    if associated:
        colors = colors * ALPHA[:, None] / 255
    return scaled(numpy.concatenate([colors, ALPHA[:, None]], axis=1), most, kind)


def cmyk(colors):
    """Cyan, magenta, yellow, black of colors, without undercolor removal."""
    return 255 - numpy.concatenate([numpy.asarray(colors), numpy.full((BARS, 1), 255.0)], axis=1)


def memory(image, form, **options):
    buffer = io.BytesIO()
    image.save(buffer, form, **options)
    return buffer.getvalue()
