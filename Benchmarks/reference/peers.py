"""Pictures of files by other programs, the peers, and how alike two pictures are."""

import os
import shutil
import subprocess
import tempfile

import numpy
from PIL import Image, ImageOps
from pictures import on_white

# The longest edge of a picture, in pixels.
SIZE = 256
# How long a peer may take, in seconds.
WAIT = 25
# A picture is like another: their correlation, the difference of their mean colors, that of their proportions.
ALIKE, COLOR, PROPORTION = 0.85, 28, 0.04

# Pictures of peers: from a path and a folder to write in, a picture of the first page or frame on white, or several of which
# one must be like ours, or none.


def run(*command, limit=WAIT, data=None):
    return subprocess.run(
        command, input=data, stdin=subprocess.DEVNULL if data is None else None, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, timeout=limit, check=True,
    ).stdout


def opened(file):
    with Image.open(file) as image:
        return on_white(image)


def stretched(values):
    """Numbers as gray from black to white."""
    values = numpy.nan_to_num(numpy.asarray(values).astype("float64"))
    span = values.max() - values.min()
    return Image.fromarray(((values - values.min()) * (255 / span if span else 0)).astype("uint8"))


def pillow(path, _):
    with Image.open(path) as image:
        image.seek(0)
        image = ImageOps.exif_transpose(image)
        if image.mode in ("I", "F") or image.mode.startswith("I;16"):
            return on_white(stretched(image))
        return on_white(image)


def imagemagick(path, folder):
    output = os.path.join(folder, "imagemagick.png")
    run(
        "convert", path + "[0]", "-auto-orient", "-colorspace", "sRGB", "-background", "white", "-flatten",
        "-resize", "512x512>", "-depth", "8", "png:" + output,
    )
    return opened(output)


def rsvg(path, folder):
    output = os.path.join(folder, "rsvg.png")
    run("rsvg-convert", "-w", str(SIZE), "-h", str(SIZE), "-a", "-o", output, path)
    return opened(output)


def pdftoppm(path, folder):
    output = os.path.join(folder, "pdftoppm")
    run("pdftoppm", "-png", "-singlefile", "-cropbox", "-l", "1", "-scale-to", str(2 * SIZE), path, output)
    return opened(output + ".png")


def pdfium(path, _):
    import pypdfium2
    document = pypdfium2.PdfDocument(path)
    try:
        document.init_forms()
        page = document[0]
        return page.render(scale=2 * SIZE / max(page.get_size()), draw_annots=True, may_draw_forms=True).to_pil().convert("RGB")
    finally:
        document.close()


def ghostscript(path, folder):
    output = os.path.join(folder, "gs.png")
    crop = ["-dEPSCrop"] if path.lower().endswith((".eps", ".ai")) else []
    run(
        "gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=png16m", "-r72", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4",
        "-dLastPage=1", *crop, "-o", output, path,
    )
    return opened(output)


def ddjvu(path, folder):
    output = os.path.join(folder, "ddjvu.ppm")
    run("ddjvu", "-format=ppm", "-page=1", "-size=512x512", path, output)
    return opened(output)


def ffmpeg(path, folder):
    """Pictures of several moments: which one stands for a video is a matter of taste."""
    pictures = []
    for index, moment in enumerate(["0", "0.5", "1", "2", "5", "10", "20"]):
        output = os.path.join(folder, "ffmpeg%d.png" % index)
        try:
            run("ffmpeg", "-v", "error", "-y", "-ss", moment, "-i", path, "-an", "-frames:v", "1", output)
            pictures.append(opened(output))
        except (subprocess.SubprocessError, OSError):
            pass
    return pictures


def dicom(path, _):
    import pydicom
    from pydicom.pixels import apply_modality_lut, apply_voi_lut, convert_color_space
    data = pydicom.dcmread(path, force=True)
    pixels = data.pixel_array
    kind = data.PhotometricInterpretation
    if getattr(data, "NumberOfFrames", 1) not in (None, 1):
        pixels = pixels[0]
    if data.SamplesPerPixel == 3:
        if kind.startswith("YBR"):
            pixels = convert_color_space(pixels, kind, "RGB")
        return on_white(Image.fromarray(pixels.astype("uint8")))
    pixels = apply_voi_lut(apply_modality_lut(pixels, data), data)
    image = stretched(pixels)
    return on_white(ImageOps.invert(image) if kind == "MONOCHROME1" else image)


def fits(path, _):
    from astropy.io import fits as reader
    with reader.open(path) as parts:
        for part in parts:
            values = getattr(part, "data", None)
            if values is not None and values.dtype.names is None and values.ndim >= 2:
                while values.ndim > 2:
                    values = values[0]
                values = numpy.nan_to_num(numpy.asarray(values, "float64"))
                low, high = numpy.percentile(values, [0.25, 99.75])
                # The first row is the lowest.
                return on_white(stretched(numpy.clip(values, low, high)[::-1]))
    return None


def libreoffice(paths, folder):
    """The first pages of many files, by path; they are converted together, since its start takes longest."""
    pictures = {}
    for start in range(0, len(paths), 10):
        sources = os.path.join(folder, "sources")
        shutil.rmtree(sources, ignore_errors=True)
        os.makedirs(sources)
        names = {}
        for index, path in enumerate(paths[start:start + 10]):
            names[path] = os.path.join(sources, "%d%s" % (index, os.path.splitext(path)[1].lower()))
            shutil.copyfile(path, names[path])
        # One that fails can end the whole conversion: the rest is tried alone.
        for batch in [list(names.values()), *([name] for name in names.values())]:
            batch = [name for name in batch if not os.path.exists(os.path.splitext(name)[0] + ".pdf")]
            if not batch:
                continue
            try:
                run(
                    "soffice", "-env:UserInstallation=file://" + os.path.join(folder, "profile"), "--headless",
                    "--convert-to", "pdf", "--outdir", sources, *batch, limit=40 + 4 * len(batch),
                )
            except (subprocess.SubprocessError, OSError):
                pass
        for path, name in names.items():
            try:
                pictures[path] = pdftoppm(os.path.splitext(name)[0] + ".pdf", folder)
            except (subprocess.SubprocessError, OSError):
                pictures[path] = None
    return pictures


PROGRAMS = {
    "Pillow": pillow, "ImageMagick": imagemagick, "rsvg-convert": rsvg, "pdftoppm": pdftoppm, "PDFium": pdfium,
    "Ghostscript": ghostscript, "ddjvu": ddjvu, "ffmpeg": ffmpeg, "pydicom": dicom, "astropy": fits,
}


def of_peer(name, path, folder):
    """The pictures of a peer, perhaps none."""
    # A new folder, so that no picture of another file is left where a peer writes none.
    with tempfile.TemporaryDirectory(dir=folder) as own:
        try:
            pictures = PROGRAMS[name](path, own)
        except Exception:  # A reader may raise anything.
            return []
    return pictures if isinstance(pictures, list) else [] if pictures is None else [pictures]


def likeness(ours, theirs):
    """The correlation of two pictures, and whether they are alike."""
    arrays = [numpy.asarray(image.resize((64, 64), Image.Resampling.BOX), dtype="float64") for image in (ours, theirs)]
    color = max(abs(arrays[0].mean(axis=(0, 1)) - arrays[1].mean(axis=(0, 1))))
    wide, other = ours.size[0] / ours.size[1], theirs.size[0] / theirs.size[1]
    # A pixel more or less counts much in a small picture.
    room = PROPORTION + 1.5 / min(ours.size) + 1.5 / min(theirs.size)
    fits_in = abs(wide - other) <= room * max(wide, other)
    greys = [array.mean(axis=2) - array.mean() for array in arrays]
    lengths = [numpy.sqrt((grey ** 2).sum()) for grey in greys]
    if min(lengths) < 64:
        # Without contrast, the color is all there is.
        value = 1.0 if max(lengths) < 256 and color <= 6 else 0.0
    else:
        value = float((greys[0] * greys[1]).sum() / (lengths[0] * lengths[1]))
    return value, value >= ALIKE and color <= COLOR and fits_in
