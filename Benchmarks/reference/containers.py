"""The containers of the matrix of images, with their depths, channels, profiles, kinds of alpha, and compressions."""

import struct

import imagecodecs
import numpy
import tifffile
from PIL import Image

from cells import (ALPHA, BARS, COLORS, CONVERT, DOTS, GRAYS, HEIGHT, WIDTH, bars, cmyk, image, picture, profile, run,
                   scaled, with_alpha)

RGB, GRAY, RGBA, LA, BITS = bars(COLORS), bars(GRAYS), bars(COLORS, ALPHA), bars(GRAYS, ALPHA), bars(DOTS)
BYTE, WORD = 255, 65535
SWAPPED = bars(COLORS[:, ::-1])


def netpbm(make):
    for most in (1, 3, 15, 100, 255, 256, 1000, 1023, 4095, 32767, 65534, 65535):
        kind = "uint8" if most < 256 else ">u2"
        for letter, colors, expected in (("gray", GRAYS, GRAY), ("color", COLORS, RGB)):
            values = scaled(colors, most, kind)
            seen = bars(values.astype("float64") * 255 / most)
            number = {"gray": (b"P5", b"P2"), "color": (b"P6", b"P3")}[letter]
            extension = {"gray": "pgm", "color": "ppm"}[letter]
            for comments in (b"", b"# one\n", b"# one\n# two \n"):
                head = b"\n" + comments + b"160 96\n%d\n" % most
                words = " ".join(str(int(v)) for v in picture(values).reshape(-1))
                make.add("PNM", extension, "%s maxval %d, %d comments" % (letter, most, comments.count(b"#")), "hand", seen,
                         lambda path: number[0] + head + picture(values).tobytes())
                if comments == b"":
                    make.add("PNM", extension, "%s maxval %d, plain" % (letter, most), "hand", seen,
                             lambda path: number[1] + head + "\n".join(words[i:i + 60] for i in range(0, len(words), 60)).encode() if False else number[1] + head + words.replace(" ", "\n").encode())
            source = number[0] + b"\n160 96\n255\n" + picture(scaled(colors, 255, "uint8")).tobytes()
            make.add("PNM", extension, "%s maxval %d" % (letter, most), "pamdepth", seen, lambda path: run(["pamdepth", str(most)], source), near=255 / most / 2 + 2)
    for depth in (1, 2, 4, 8, 10, 12, 16):
        most = (1 << depth) - 1
        for extension, colors in (("pgm", GRAYS), ("ppm", COLORS)):
            seen = bars(scaled(colors, most, "float64").round() * 255 / most)
            make.by_magick("PNM", extension, "%s depth %d" % (extension, depth), scaled(colors, WORD, "uint16"), seen, ["-depth", str(depth)], near=255 / most + 3)
    dots = 255 - picture(DOTS.astype("uint8"))
    make.add("PNM", "pbm", "bits", "hand", BITS, lambda path: b"P4\n# a\n#b\n160 96\n" + numpy.packbits(dots > 0, axis=1).tobytes())
    make.add("PNM", "pbm", "bits, plain", "hand", BITS, lambda path: b"P1\n160 96\n" + "\n".join("".join("1" if dot else "0" for dot in row[:60]) + "\n" + "".join("1" if dot else "0" for dot in row[60:]) for row in dots).encode())
    make.by_pillow("PNM", "pbm", "bits", image(DOTS, "L").convert("1"), BITS)
    for kind, most in (("uint8", BYTE), ("uint16", WORD)):
        for tuple_type, values, expected in (("GRAYSCALE", scaled(GRAYS, most, kind), GRAY), ("RGB", scaled(COLORS, most, kind), RGB), ("RGB_ALPHA", with_alpha(COLORS, most, kind), RGBA), ("GRAYSCALE_ALPHA", with_alpha(GRAYS, most, kind), LA)):
            channels = values.shape[1] if values.ndim == 2 else 1
            make.add("PAM", "pam", "%s %d" % (tuple_type, most), "hand", expected, lambda path: b"P7\nWIDTH 160\nHEIGHT 96\nDEPTH %d\nMAXVAL %d\nTUPLTYPE %s\nENDHDR\n" % (channels, most, tuple_type.encode()) + picture(values).astype(">u2" if most > 255 else "u1").tobytes())
            make.by_ffmpeg("PAM", "pam", "%s %d" % (tuple_type, most), picture(values), expected) if channels != 2 else None
            make.by_magick("PAM", "pam", "%s %d" % (tuple_type, most), values, expected)
    for most in (15, 100, 1023):
        kind = "u1" if most < 256 else ">u2"
        values = with_alpha(COLORS, most, kind)
        make.add("PAM", "pam", "RGB_ALPHA maxval %d" % most, "hand", bars(values[:, :3] * 255.0 / most, values[:, 3] * 255.0 / most), lambda path: b"P7\nWIDTH 160\nHEIGHT 96\nDEPTH 4\nMAXVAL %d\nTUPLTYPE RGB_ALPHA\nENDHDR\n" % most + picture(values).tobytes())
    for name, values, expected in (("gray", GRAYS, GRAY), ("color", COLORS, RGB)):
        pixels = scaled(values, 1, "float32")
        for mark, order in ((b"-1.0", "<f4"), (b"1.0", ">f4")):
            make.add("PFM", "pfm", "%s %s" % (name, order), "hand", expected, lambda path: (b"Pf" if name == "gray" else b"PF") + b"\n160 96\n" + mark + b"\n" + picture(pixels)[::-1].astype(order).tobytes())
        make.by_magick("PFM", "pfm", name, pixels, expected)


def png(make):
    for bits in (1, 2, 4):
        most = (1 << bits) - 1
        seen = bars(scaled(GRAYS, most, "float64").round() * 255 / most)
        make.by_magick("PNG", "png", "gray %d" % bits, scaled(GRAYS, WORD, "uint16"), seen, ["-depth", str(bits), "-define", "png:color-type=0", "-define", "png:bit-depth=%d" % bits], near=255 / most + 3)
    for name, values, expected in (("gray", GRAYS, GRAY), ("color", COLORS, RGB), ("gray with alpha", None, LA), ("color with alpha", None, RGBA)):
        for kind, most in (("uint8", BYTE), ("uint16", WORD)):
            pixels = scaled(values, most, kind) if values is not None else with_alpha(GRAYS if "gray" in name else COLORS, most, kind)
            make.add("PNG", "png", "%s %d" % (name, most), "imagecodecs", expected, lambda path: imagecodecs.png_encode(picture(pixels)))
            make.by_magick("PNG", "png", "%s %d" % (name, most), pixels, expected, ["-interlace", "PNG"])
            make.by_openimageio("PNG", "png", "%s %d" % (name, most), picture(pixels), expected, oiio_UnassociatedAlpha=1, near=12)
    indexed = image(COLORS, "RGB").quantize(8)
    make.by_pillow("PNG", "png", "palette", indexed, RGB)
    make.by_pillow("PNG", "png", "palette with alpha", image(with_alpha(COLORS), "RGBA").quantize(16, method=Image.Quantize.FASTOCTREE), RGBA, near=24)
    key = numpy.where(COLORS.sum(axis=1) == 0, 0, 255)
    make.by_pillow("PNG", "png", "color with a key", image(COLORS, "RGB"), bars(COLORS, key), transparency=(0, 0, 0))
    make.by_pillow("PNG", "png", "gray with a key", image(GRAYS, "L"), bars(GRAYS, numpy.where(GRAYS == 0, 0, 255)), transparency=0)
    for name, icc, expected in (("sRGB", "sRGB", RGB), ("gray", "gray", RGB), ("swapped", "swapped", SWAPPED)):
        make.by_pillow("PNG", "png", "color, profile %s" % name, image(COLORS, "RGB"), expected, icc_profile=profile(icc), near=12)
    for name in ("sRGB", "gray", "swapped"):
        make.by_pillow("PNG", "png", "gray, profile %s" % name, image(GRAYS, "L"), GRAY, icc_profile=profile(name), near=12)
    make.by_pillow("PNG", "png", "color with alpha, profile swapped", image(with_alpha(COLORS), "RGBA"), bars(COLORS[:, ::-1], ALPHA), icc_profile=profile("swapped"), near=12)


def jpeg(make):
    for name, values, expected in (("gray", GRAYS, GRAY), ("color", COLORS, RGB)):
        mode = "L" if name == "gray" else "RGB"
        for options in ({}, {"progressive": True}, {"subsampling": 0}, {"subsampling": 2}, {"keep_rgb": True}, {"restart_marker_rows": 1}):
            make.by_pillow("JPEG", "jpg", "%s %s" % (name, options or ""), image(values, mode), expected, quality=95, near=24, **options)
        for icc in ("sRGB", "gray", "swapped"):
            seen = SWAPPED if icc == "swapped" and mode == "RGB" else expected
            make.by_pillow("JPEG", "jpg", "%s, profile %s" % (name, icc), image(values, mode), seen, quality=95, subsampling=0, icc_profile=profile(icc), near=24)
        for sampling in ("444", "422", "420", "440", "411"):
            make.add("JPEG", "jpg", "%s %s" % (name, sampling), "imagecodecs", expected, lambda path: imagecodecs.jpeg8_encode(picture(scaled(values, BYTE, "uint8")), level=95, subsampling=sampling), near=24)
        make.by_magick("JPEG", "jpg", name, scaled(values, BYTE, "uint8"), expected, ["-quality", "95"], near=24)
        make.by_magick("JPEG", "jpg", "%s, arithmetic" % name, scaled(values, BYTE, "uint8"), expected, ["-quality", "95", "-define", "jpeg:arithmetic-coding=on"], near=24)
        make.add("JPEG", "jpg", "%s, lossless" % name, "imagecodecs", expected, lambda path: imagecodecs.ljpeg_encode(picture(scaled(values, BYTE, "uint8"))))
        make.add("JPEG", "jpg", "%s, SOF3 by turbo" % name, "imagecodecs", expected, lambda path: imagecodecs.jpeg8_encode(picture(scaled(values, BYTE, "uint8")), lossless=True))
        make.add("JPEG", "jpg", "%s 12" % name, "imagecodecs", expected, lambda path: imagecodecs.jpeg8_encode(picture(scaled(values, 4095, "uint16")), level=95, bitspersample=12), near=24)
    make.by_pillow("JPEG", "jpg", "CMYK", image(cmyk(COLORS), "CMYK"), None, quality=95)
    make.by_magick("JPEG", "jpg", "CMYK", scaled(COLORS, BYTE, "uint8"), None, ["-colorspace", "CMYK", "-quality", "95"])


def webp(make):
    for name, values, expected in (("color", COLORS, RGB), ("color with alpha", None, RGBA)):
        pixels = picture(scaled(values, BYTE, "uint8") if values is not None else with_alpha(COLORS))
        for lossless in (False, True):
            make.add("WebP", "webp", "%s%s" % (name, ", lossless" if lossless else ""), "imagecodecs", expected, lambda path: imagecodecs.webp_encode(pixels, level=95, lossless=lossless), near=8 if lossless else 32)
            made = Image.fromarray(pixels)
            for icc in (None, "sRGB", "gray", "swapped"):
                seen = expected if icc != "swapped" else bars(COLORS[:, ::-1], ALPHA if "alpha" in name else None)
                make.by_pillow("WebP", "webp", "%s%s, profile %s" % (name, ", lossless" if lossless else "", icc), made, seen, quality=95, lossless=lossless, exact=True, near=12 if lossless else 32, **({"icc_profile": profile(icc)} if icc else {}))
        make.by_ffmpeg("WebP", "webp", name, pixels, expected, ["-quality", "95"], near=32)


def gif(make):
    make.by_pillow("GIF", "gif", "color", image(COLORS, "RGB").quantize(8), RGB)
    make.by_pillow("GIF", "gif", "gray", image(GRAYS, "L"), GRAY)
    make.by_pillow("GIF", "gif", "color with a key", image(COLORS, "RGB").quantize(8), bars(COLORS, numpy.where(COLORS.sum(axis=1) == 0, 0, 255)), transparency=int(numpy.asarray(image(COLORS, "RGB").quantize(8))[0, 125]))
    make.by_magick("GIF", "gif", "color, interlaced", scaled(COLORS, BYTE, "uint8"), RGB, ["-interlace", "GIF"])
    make.by_ffmpeg("GIF", "gif", "color", picture(scaled(COLORS, BYTE, "uint8")), RGB, near=100)


def tiff_write(path, pixels, **options):
    tifffile.imwrite(path, pixels, **options)


def tiff(make):
    def add(name, pixels, expected, near=8, **options):
        make.add("TIFF", "tif", name, "tifffile", expected, lambda path: tiff_write(path, pixels, **options), near)

    depths = [("uint8", 255), ("uint16", 65535), ("uint32", 4294967295), ("float16", 1), ("float32", 1), ("float64", 1), ("int8", None), ("int16", 32767), ("int32", 2147483647), ("uint64", 2 ** 64 - 2048)]
    for kind, most in depths:
        for order in "<>":
            if most is None:
                # The same bytes, declared as signed.
                add("gray int8 %s" % order, picture(scaled(GRAYS, 255, "uint8").view("int8")), GRAY, photometric="minisblack", byteorder=order)
                continue
            add("gray %s %s" % (kind, order), picture(scaled(GRAYS, most, kind)), GRAY, photometric="minisblack", byteorder=order)
            add("color %s %s" % (kind, order), picture(scaled(COLORS, most, kind)), RGB, photometric="rgb", byteorder=order)
        if kind.startswith("int") or most is None:
            continue
        add("gray %s, white is zero" % kind, picture(scaled(255 - GRAYS, most, kind)), GRAY, photometric="miniswhite")
        for extra, words, seen in (("unassalpha", "alpha", RGBA), ("assocalpha", "associated alpha", RGBA), ("unspecified", "another channel", RGB)):
            add("color %s with %s" % (kind, words), picture(with_alpha(COLORS, most, kind, extra == "assocalpha")), seen, photometric="rgb", extrasamples=[extra], near=12)
            add("gray %s with %s" % (kind, words), picture(with_alpha(GRAYS, most, kind, extra == "assocalpha")), LA if extra != "unspecified" else GRAY, photometric="minisblack", planarconfig="contig", extrasamples=[extra], near=12)
        add("color %s, planes" % kind, numpy.moveaxis(picture(scaled(COLORS, most, kind)), 2, 0).copy(), RGB, photometric="rgb", planarconfig="separate")
        add("color %s with alpha, planes" % kind, numpy.moveaxis(picture(with_alpha(COLORS, most, kind)), 2, 0).copy(), RGBA, photometric="rgb", planarconfig="separate", extrasamples=["unassalpha"])
        add("color %s, tiles" % kind, picture(scaled(COLORS, most, kind)), RGB, photometric="rgb", tile=(64, 64))
        add("color %s, BigTIFF" % kind, picture(scaled(COLORS, most, kind)), RGB, photometric="rgb", bigtiff=True)
        for compression in ("lzw", "deflate", "adobe_deflate", "packbits", "lzma", "zstd", "lerc"):
            add("color %s %s" % (kind, compression), picture(scaled(COLORS, most, kind)), RGB, photometric="rgb", compression=compression)
            if compression in ("lzw", "deflate", "zstd"):
                add("color %s %s, predicted" % (kind, compression), picture(scaled(COLORS, most, kind)), RGB, photometric="rgb", compression=compression, predictor=True)
                add("gray %s %s, predicted, tiles" % (kind, compression), picture(scaled(GRAYS, most, kind)), GRAY, photometric="minisblack", compression=compression, predictor=True, tile=(32, 32))
    add("gray 3 channels more", picture(numpy.concatenate([scaled(GRAYS, 255, "uint8")[:, None]] + [numpy.full((BARS, 1), 77, "uint8")] * 3, axis=1)), GRAY, photometric="minisblack", planarconfig="contig", extrasamples=["unspecified"] * 3)
    add("color, 2 channels more", picture(numpy.concatenate([scaled(COLORS, 255, "uint8")] + [numpy.full((BARS, 1), 77, "uint8")] * 2, axis=1)), RGB, photometric="rgb", extrasamples=["unspecified"] * 2)
    add("color, a channel more, then alpha", picture(numpy.concatenate([scaled(COLORS, 255, "uint8"), numpy.full((BARS, 1), 77, "uint8"), scaled(ALPHA, 255, "uint8")[:, None]], axis=1)), RGBA, photometric="rgb", extrasamples=["unspecified", "unassalpha"])
    for compression in ("jpeg", "webp", "jpegxl", "jpeg2000", "jpegxr", "png"):
        for name, values, expected, photometric in (("gray", GRAYS, GRAY, "minisblack"), ("color", COLORS, RGB, "rgb")):
            add("%s %s" % (name, compression), picture(scaled(values, 255, "uint8")), expected, photometric=photometric, compression=compression, near=24)
    for bits in (10, 12, 14):
        most = (1 << bits) - 1
        for name, values, expected, photometric in (("gray", GRAYS, GRAY, "minisblack"), ("color", COLORS, RGB, "rgb")):
            add("%s %d bits" % (name, bits), picture(scaled(values, most, "uint16")), expected, photometric=photometric, bitspersample=bits)
            make.by_magick("TIFF", "tif", "%s %d bits" % (name, bits), scaled(values, WORD, "uint16"), expected, ["-depth", str(bits)])
    for bits in (1, 2, 4):
        most = (1 << bits) - 1
        seen = bars(scaled(GRAYS, most, "float64").round() * 255 / most)
        add("gray %d bits" % bits, picture(scaled(GRAYS, most, "uint8")), seen, photometric="minisblack", bitspersample=bits)
        add("gray %d bits, white is zero" % bits, most - picture(scaled(GRAYS, most, "uint8")), seen, photometric="miniswhite", bitspersample=bits)
        make.by_magick("TIFF", "tif", "gray %d bits" % bits, scaled(GRAYS, WORD, "uint16"), seen, ["-depth", str(bits)], near=255 / most + 3)
    for bits in (2, 4, 6):
        most = (1 << bits) - 1
        seen = bars(scaled(COLORS, most, "float64").round() * 255 / most)
        make.by_magick("TIFF", "tif", "color %d bits" % bits, scaled(COLORS, WORD, "uint16"), seen, ["-depth", str(bits)], near=510 / most + 3)
    for compression in ("group3", "group4", "rle", "lzw", "zip"):
        for polarity in ("min-is-white", "min-is-black"):
            kind = {"group3": "Fax", "group4": "Group4", "rle": "RLE"}.get(compression, compression)
            if polarity == "min-is-white" and kind not in ("Fax", "Group4"):
                continue  # ImageMagick exchanges black and white there.
            make.by_magick("TIFF", "tif", "bits %s %s" % (compression, polarity), scaled(DOTS, BYTE, "uint8"), BITS, ["-monochrome", "-compress", kind, "-define", "quantum:polarity=" + polarity])
    for option in ("none", "g3:1d", "g3:2d", "g3:1d:fill", "g4"):
        def fax(path, option=option):
            tifffile.imwrite(path + ".a.tif", picture(DOTS.astype("uint8") > 0), photometric="miniswhite" if False else "minisblack")
            run(["tiffcp", "-c", option, path + ".a.tif", path])
            run(["rm", path + ".a.tif"])
        make.add("TIFF", "tif", "bits %s" % option, "tiffcp", BITS, fax)
    palette = numpy.zeros((3, 256), "uint16")
    palette[:, :BARS] = (COLORS.T * 257).astype("uint16")
    add("palette 8 bits", picture(numpy.arange(BARS, dtype="uint8")), RGB, photometric="palette", colormap=palette)
    add("palette 8 bits lzw", picture(numpy.arange(BARS, dtype="uint8")), RGB, photometric="palette", colormap=palette, compression="lzw")
    wide = numpy.zeros((3, 65536), "uint16")
    wide[:, :BARS] = (COLORS.T * 257).astype("uint16")
    add("palette 16 bits", picture(numpy.arange(BARS, dtype="uint16")), RGB, photometric="palette", colormap=wide)
    make.by_pillow("TIFF", "tif", "palette", image(COLORS, "RGB").quantize(8), RGB)
    lab = numpy.asarray(lab_of(COLORS))
    signed = numpy.stack([lab[:, 0] * 255 / 100, lab[:, 1], lab[:, 2]], axis=1).round()
    add("CIELab 8 bits", picture(signed.astype("int16").astype("uint8")), RGB, photometric="cielab", near=14)
    wider = numpy.stack([lab[:, 0] * 65535 / 100, lab[:, 1] * 256, lab[:, 2] * 256], axis=1).round().astype("int32").astype("uint16")
    add("CIELab 16 bits", picture(wider), RGB, photometric="cielab", near=14)
    add("ICCLab 8 bits", picture(numpy.stack([lab[:, 0] * 255 / 100, lab[:, 1] + 128, lab[:, 2] + 128], axis=1).round().astype("uint8")), RGB, photometric="icclab", near=14)
    add("ICCLab 16 bits", picture(numpy.stack([lab[:, 0] * 65280 / 100, (lab[:, 1] + 128) * 256, (lab[:, 2] + 128) * 256], axis=1).round().astype("uint16")), RGB, photometric="icclab", near=14)
    make.by_magick("TIFF", "tif", "Lab", scaled(COLORS, BYTE, "uint8"), RGB, ["-colorspace", "Lab"], near=14)
    for kind, most in (("uint8", 255), ("uint16", 65535)):
        inks = scaled(cmyk(COLORS), most, kind)
        add("CMYK %s" % kind, picture(inks), None, photometric="separated")
        add("CMYK %s, planes" % kind, numpy.moveaxis(picture(inks), 2, 0).copy(), None, photometric="separated", planarconfig="separate")
        for extra in ("unassalpha", "unspecified"):
            opacity = scaled(ALPHA, most, kind)[:, None]
            add("CMYK %s with %s" % (kind, extra), picture(numpy.concatenate([inks, opacity], axis=1)), ("CMYK", ALPHA if extra == "unassalpha" else None), photometric="separated", extrasamples=[extra])
        add("CMYK %s lzw" % kind, picture(inks), None, photometric="separated", compression="lzw")
    make.by_magick("TIFF", "tif", "CMYK", scaled(COLORS, BYTE, "uint8"), None, ["-colorspace", "CMYK"])
    make.by_magick("TIFF", "tif", "CMYK with alpha", with_alpha(COLORS), ("CMYK", ALPHA), ["-colorspace", "CMYK"])
    make.by_pillow("TIFF", "tif", "CMYK", image(cmyk(COLORS), "CMYK"), None)
    make.by_pillow("TIFF", "tif", "YCbCr", image(COLORS, "RGB").convert("YCbCr"), RGB, near=12)
    for icc in ("sRGB", "gray", "swapped"):
        add("color, profile %s" % icc, picture(scaled(COLORS, 255, "uint8")), SWAPPED if icc == "swapped" else RGB, photometric="rgb", iccprofile=profile(icc), near=12)
        add("color uint16, profile %s" % icc, picture(scaled(COLORS, WORD, "uint16")), SWAPPED if icc == "swapped" else RGB, photometric="rgb", iccprofile=profile(icc), near=12)
        add("color float32, profile %s" % icc, picture(scaled(COLORS, 1, "float32")), SWAPPED if icc == "swapped" else RGB, photometric="rgb", iccprofile=profile(icc), near=12)
        add("color with another channel, profile %s" % icc, picture(with_alpha(COLORS)), SWAPPED if icc == "swapped" else RGB, photometric="rgb", extrasamples=["unspecified"], iccprofile=profile(icc), near=12)
        add("gray, profile %s" % icc, picture(scaled(GRAYS, 255, "uint8")), GRAY, photometric="minisblack", iccprofile=profile(icc), near=12)
    for turn in range(2, 9):
        add("orientation %d" % turn, turned(picture(scaled(COLORS, 255, "uint8")), turn), RGB, photometric="rgb", extratags=[(274, 3, 1, turn, True)])
        add("orientation %d, float32" % turn, turned(picture(scaled(COLORS, 1, "float32")), turn), RGB, photometric="rgb", extratags=[(274, 3, 1, turn, True)])
    for kind, most in (("uint8", 255), ("uint16", 65535), ("float32", 1), ("float16", 1), ("uint32", 4294967295)):
        for name, values, expected in (("gray", GRAYS, GRAY), ("color", COLORS, RGB)):
            make.by_openimageio("TIFF", "tif", "%s %s" % (name, kind), picture(scaled(values, most, kind)), expected)
        if kind != "uint32":
            make.by_openimageio("TIFF", "tif", "color with alpha %s" % kind, picture(with_alpha(COLORS, most, kind)), RGBA, near=12, oiio_UnassociatedAlpha=1)
    for depth in (16, 24, 32, 64):
        make.by_magick("TIFF", "tif", "color float %d" % depth, scaled(COLORS, WORD, "uint16"), RGB, ["+compress", "-define", "quantum:format=floating-point", "-depth", str(depth)])
    for kind, most in (("float32", 4000), ("int16", 4000), ("uint32", 4000)):
        # Measured values: from the least to the greatest.
        add("gray %s, measured" % kind, picture(scaled(GRAYS, most, kind)), GRAY, photometric="minisblack")


def turned(pixels, orientation):
    """The stored rows of a picture that is shown by an orientation of EXIF."""
    back = {2: lambda p: p[:, ::-1], 3: lambda p: p[::-1, ::-1], 4: lambda p: p[::-1], 5: lambda p: p.swapaxes(0, 1),
            6: lambda p: p.swapaxes(0, 1)[::-1], 7: lambda p: p[::-1, ::-1].swapaxes(0, 1), 8: lambda p: p.swapaxes(0, 1)[:, ::-1]}
    return numpy.ascontiguousarray(back[orientation](pixels))


def encoded(seen):
    """Bars whose colors are proportional to light, as they are shown."""
    light = seen[:, :3] / 255
    return bars(numpy.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055) * 255, seen[:, 3])


def linear(colors, kind):
    """Colors as shares of light."""
    return numpy.where(colors / 255 <= 0.04045, colors / 255 / 12.92, ((colors / 255 + 0.055) / 1.055) ** 2.4).astype(kind)


def lab_of(colors):
    """CIE L*a*b* (D50) of colors in sRGB."""
    linear = numpy.where(colors / 255 <= 0.04045, colors / 255 / 12.92, ((colors / 255 + 0.055) / 1.055) ** 2.4)
    matrix = numpy.array([(0.4360747, 0.3850649, 0.1430804), (0.2225045, 0.7168786, 0.0606169), (0.0139322, 0.0971045, 0.7141733)])
    x = linear @ matrix.T / numpy.array([0.96422, 1.0, 0.82521])
    f = numpy.where(x > 216 / 24389, numpy.cbrt(x), (24389 / 27 * x + 16) / 116)
    return numpy.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=1)


def bitmaps(make):
    rgb, gray, bits = image(COLORS, "RGB"), image(GRAYS, "L"), image(DOTS, "L").convert("1")
    indexed, rgba = rgb.quantize(8), image(with_alpha(COLORS), "RGBA")
    none = bars(COLORS)
    for extension, container in (("bmp", "BMP"), ("dib", "BMP")):
        # The fourth byte of a pixel is empty where no header says that it is alpha.
        for name, made, seen in (("bits", bits, BITS), ("gray", gray, GRAY), ("palette", indexed, RGB), ("color", rgb, RGB), ("color with bytes for alpha", rgba, RGB)):
            make.by_pillow(container, extension, name, made, seen)
    for version in ("BMP2", "BMP3", "BMP"):
        for name, options in (("color", ["-type", "TrueColor"]), ("palette", ["-type", "Palette"]), ("palette, RLE", ["-type", "Palette", "-compress", "RLE"])):
            make.by_magick("BMP", "bmp", "%s as %s" % (name, version), scaled(COLORS, BYTE, "uint8"), RGB, options, kind=version)
    make.by_magick("BMP", "bmp", "color with alpha", with_alpha(COLORS), RGBA)
    for subtype in ("RGB555", "RGB565", "ARGB4444", "ARGB1555"):
        make.by_magick("BMP", "bmp", subtype, scaled(COLORS, BYTE, "uint8"), RGB, ["-define", "bmp:subtype=" + subtype], near=14)
    for pixel in ("bgra", "bgr24", "rgb565le", "rgb555le", "pal8", "gray", "monob"):
        make.by_ffmpeg("BMP", "bmp", pixel, picture(scaled(DOTS if pixel == "monob" else COLORS if pixel != "gray" else GRAYS, BYTE, "uint8")), BITS if pixel == "monob" else RGB if pixel != "gray" else GRAY, ["-pix_fmt", pixel], near=100 if pixel == "pal8" else 24)
    for zero in ("header 40", "header 108", "header 124"):
        size = int(zero.split()[1])
        pixels = picture(numpy.concatenate([COLORS[:, ::-1], numpy.zeros((BARS, 1))], axis=1).astype("uint8"))[::-1].tobytes()
        masks = struct.pack("<4I", 0xFF0000, 0xFF00, 0xFF, 0xFF000000) if size > 40 else b""
        head = struct.pack("<IiiHHIIiiII", size, WIDTH, HEIGHT, 1, 32, 3 if size > 40 else 0, len(pixels), 2835, 2835, 0, 0) + masks
        head += bytes(size - len(head))
        make.add("BMP", "bmp", "32 bits, alpha 0 everywhere, %s" % zero, "hand", none, lambda path: b"BM" + struct.pack("<IHHI", 14 + len(head) + len(pixels), 0, 0, 14 + len(head)) + head + pixels)
    for name, made, seen in (("bits", bits, BITS), ("gray", gray, GRAY), ("palette", indexed, RGB), ("color", rgb, RGB), ("color with alpha", rgba, RGBA)):
        for packed in (None, "tga_rle"):
            make.by_pillow("TGA", "tga", "%s %s" % (name, packed or ""), made, seen, **({"compression": packed} if packed else {}))
    make.by_pillow("TGA", "tga", "gray with alpha", image(with_alpha(GRAYS), "LA"), LA)
    for name, pixels, seen in (("gray", picture(scaled(GRAYS, BYTE, "uint8")), GRAY), ("color", picture(scaled(COLORS, BYTE, "uint8")), RGB), ("color with alpha", picture(with_alpha(COLORS)), RGBA)):
        make.by_openimageio("TGA", "tga", name, pixels, seen, near=12)
        make.by_openimageio("TGA", "tga", name + " RLE", pixels, seen, near=12, compression="rle")
        make.by_ffmpeg("TGA", "tga", name, pixels, seen)
        make.by_magick("TGA", "tga", name, pixels[0, ::20], seen)
        make.by_magick("TGA", "tga", name + " RLE", pixels[0, ::20], seen, ["-compress", "RLE"])
    def targa(bits, descriptor, data):
        return struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, WIDTH, HEIGHT, bits, descriptor) + data
    five = (COLORS * 31 / 255 + 0.5).astype("uint16")
    words = five[:, 0] << 10 | five[:, 1] << 5 | five[:, 2]
    half = bars(five * 255.0 / 31)
    make.add("TGA", "tga", "16 bits, attribute 0 everywhere", "hand", half, lambda path: targa(16, 0x21, picture(words.astype("<u2")).tobytes()))
    make.add("TGA", "tga", "16 bits, attribute 1 everywhere", "hand", half, lambda path: targa(16, 0x21, picture((words | 0x8000).astype("<u2")).tobytes()))
    make.add("TGA", "tga", "16 bits, no attribute", "hand", half, lambda path: targa(16, 0x20, picture(words.astype("<u2")).tobytes()))
    make.add("TGA", "tga", "32 bits, alpha 0 everywhere", "hand", none, lambda path: targa(32, 0x28, picture(numpy.concatenate([COLORS[:, ::-1], numpy.zeros((BARS, 1))], axis=1).astype("uint8")).tobytes()))
    for name, made, seen in (("bits", bits, BITS), ("gray", gray, GRAY), ("palette", indexed, RGB), ("color", rgb, RGB)):
        make.by_pillow("PCX", "pcx", name, made, seen)
    for name, values, seen, options in (("bits", DOTS, BITS, ["-monochrome"]), ("palette", COLORS, RGB, ["-type", "Palette"]), ("color", COLORS, RGB, ["-type", "TrueColor"]), ("gray", GRAYS, GRAY, [])):
        for compress in ("RLE", "None"):
            make.by_magick("PCX", "pcx", "%s %s" % (name, compress), scaled(values, BYTE, "uint8"), seen, options + ["-compress", compress])
            make.by_magick("Sun", "ras", "%s %s" % (name, compress), scaled(values, BYTE, "uint8"), seen, options + ["-compress", compress], kind="SUN")
            make.by_magick("SGI", "sgi", "%s %s" % (name, compress), scaled(values, BYTE, "uint8"), seen, options + ["-compress", compress])
        make.by_ffmpeg("PCX", "pcx", name, picture(scaled(values, BYTE, "uint8")), seen, ["-pix_fmt", {"bits": "monob", "palette": "pal8", "color": "rgb24", "gray": "gray"}[name]], near=100)
        make.by_ffmpeg("Sun", "sun", name, picture(scaled(values, BYTE, "uint8")), seen, ["-pix_fmt", {"bits": "monow", "palette": "pal8", "color": "bgr24", "gray": "gray"}[name]], near=100)
        make.by_ffmpeg("Sun", "sun", name + " raw", picture(scaled(values, BYTE, "uint8")), seen, ["-pix_fmt", {"bits": "monow", "palette": "pal8", "color": "bgr24", "gray": "gray"}[name], "-coder", "raw"], near=100)
    for name, values, seen in (("gray", GRAYS, GRAY), ("color", COLORS, RGB), ("color with alpha", None, RGBA)):
        for kind, most in (("uint8", 255), ("uint16", 65535)):
            pixels = picture(with_alpha(COLORS, most, kind) if values is None else scaled(values, most, kind))
            make.by_openimageio("SGI", "sgi", "%s %s" % (name, kind), pixels, seen, near=12)
            make.by_magick("SGI", "sgi", "%s %s" % (name, kind), pixels[0, ::20], seen, near=12)
            make.by_ffmpeg("SGI", "sgi", "%s %s" % (name, kind), pixels, seen, near=12)
            make.by_ffmpeg("XWD", "xwd", "%s %s" % (name, kind), pixels, bars(COLORS) if values is None else seen, near=12) if kind == "uint8" and values is not None else None
    make.by_pillow("SGI", "sgi", "color", rgb, RGB)
    make.by_pillow("SGI", "sgi", "gray", gray, GRAY)
    for name, made, seen in (("gray", gray, GRAY), ("gray with alpha", image(with_alpha(GRAYS), "LA"), LA), ("color", rgb, RGB), ("color with alpha", rgba, RGBA)):
        make.by_pillow("DDS", "dds", name, made, seen)
        for pixel in ("DXT1", "DXT3", "DXT5", "BC2", "BC3", "BC5"):
            if pixel in ("DXT1", "BC5") and "alpha" in name or pixel == "BC5":
                continue
            make.by_pillow("DDS", "dds", "%s %s" % (name, pixel), made, seen, pixel_format=pixel, near=24)
    for compression in ("none", "dxt1", "dxt5"):
        make.by_magick("DDS", "dds", "color %s" % compression, scaled(COLORS, BYTE, "uint8"), RGB, ["-define", "dds:compression=" + compression, "-define", "dds:mipmaps=0"], near=24)
    make.by_magick("DDS", "dds", "color with alpha dxt5", with_alpha(COLORS), RGBA, ["-define", "dds:compression=dxt5", "-define", "dds:mipmaps=0"], near=24)
    def direct(flags, bits, masks, data):
        head = b"DDS " + struct.pack("<7I", 124, 0x100F, HEIGHT, WIDTH, WIDTH * bits // 8, 0, 0) + bytes(44)
        return head + struct.pack("<8I", 32, flags, 0, bits, *masks) + struct.pack("<5I", 0x1000, 0, 0, 0, 0) + data
    make.add("DDS", "dds", "luminance 8", "hand", GRAY, lambda path: direct(0x20000, 8, (0xFF, 0, 0, 0), picture(scaled(GRAYS, 255, "uint8")).tobytes()))
    make.add("DDS", "dds", "luminance 16", "hand", GRAY, lambda path: direct(0x20000, 16, (0xFFFF, 0, 0, 0), picture(scaled(GRAYS, 65535, "<u2")).tobytes()))
    make.add("DDS", "dds", "luminance 8, alpha 8", "hand", LA, lambda path: direct(0x20001, 16, (0xFF, 0, 0, 0xFF00), picture(with_alpha(GRAYS)).tobytes()))
    make.add("DDS", "dds", "32 bits, alpha 0 everywhere and not declared", "hand", RGB, lambda path: direct(0x40, 32, (0xFF0000, 0xFF00, 0xFF, 0), picture(numpy.concatenate([COLORS[:, ::-1], numpy.zeros((BARS, 1))], axis=1).astype("uint8")).tobytes()))
    make.add("QOI", "qoi", "color", "imagecodecs", RGB, lambda path: imagecodecs.qoi_encode(picture(scaled(COLORS, 255, "uint8"))))
    make.add("QOI", "qoi", "color with alpha", "imagecodecs", RGBA, lambda path: imagecodecs.qoi_encode(picture(with_alpha(COLORS))))
    make.by_pillow("QOI", "qoi", "color", rgb, RGB)
    make.by_ffmpeg("QOI", "qoi", "color with alpha", picture(with_alpha(COLORS)), RGBA)
    make.by_pillow("XBM", "xbm", "bits, where Pillow takes foreground for white", bits, bars(255 - DOTS))
    make.by_magick("XBM", "xbm", "bits", scaled(DOTS, BYTE, "uint8"), BITS)
    make.by_magick("XPM", "xpm", "color", scaled(COLORS, BYTE, "uint8"), RGB)
    make.by_magick("WBMP", "wbmp", "bits", scaled(DOTS, BYTE, "uint8"), BITS)
    make.by_magick("XWD", "xwd", "color", scaled(COLORS, BYTE, "uint8"), RGB)
    for name, made, seen in (("bits", bits, BITS), ("gray", gray, GRAY), ("palette", indexed, RGB), ("color", rgb, RGB), ("color with alpha", rgba, RGBA)):
        for form in ("bmp", "png"):
            make.by_pillow("ICO", "ico", "%s, %s" % (name, form), made, seen, bitmap_format=form, sizes=[(160, 96)], near=12)
    make.by_magick("ICO", "ico", "color", scaled(COLORS, BYTE, "uint8"), RGB)
    make.by_magick("ICO", "ico", "color with alpha", with_alpha(COLORS), RGBA)
    def icon(entries):
        head, data, place = struct.pack("<HHH", 0, 1, len(entries)), b"", 6 + 16 * len(entries)
        for width, height, bits, content in entries:
            head += struct.pack("<BBBBHHII", width & 255, height & 255, 0, 0, 1, bits, len(content), place + len(data))
            data += content
        return head + data
    def dib(bits, table, rows, opaque=True, width=WIDTH):
        mask = numpy.packbits(numpy.zeros((HEIGHT, width), "uint8") if opaque else picture(ALPHA == 0)[:, :width], axis=1)
        mask = numpy.pad(mask, ((0, 0), (0, -mask.shape[1] % 4)))[::-1].tobytes()
        return struct.pack("<IiiHHIIiiII", 40, width, HEIGHT * 2, 1, bits, 0, 0, 0, 0, 0, 0) + table + rows[::-1].tobytes() + mask
    empty = picture(numpy.concatenate([COLORS[:, ::-1], numpy.zeros((BARS, 1))], axis=1).astype("uint8"))
    full = picture(numpy.concatenate([COLORS[:, ::-1], numpy.full((BARS, 1), 255)], axis=1).astype("uint8"))
    sixteen = dib(4, bytes(64), numpy.zeros((HEIGHT, WIDTH // 2), "uint8"))
    make.add("ICO", "ico", "equal sizes, the best first", "hand", RGB, lambda path: icon([(WIDTH, HEIGHT, 32, dib(32, b"", full)), (WIDTH, HEIGHT, 4, sixteen)]))
    make.add("ICO", "ico", "equal sizes, the best last", "hand", RGB, lambda path: icon([(WIDTH, HEIGHT, 4, sixteen), (WIDTH, HEIGHT, 32, dib(32, b"", full))]))
    make.add("ICO", "ico", "larger than its entry", "hand", RGB, lambda path: icon([(80, 48, 32, dib(32, b"", full))]))
    make.add("ICO", "ico", "alpha 0 everywhere", "hand", RGB, lambda path: icon([(WIDTH, HEIGHT, 32, dib(32, b"", empty))]))
    make.add("ICO", "ico", "alpha 0 everywhere, with a mask", "hand", bars(COLORS, numpy.where(ALPHA == 0, 0, 255)), lambda path: icon([(WIDTH, HEIGHT, 32, dib(32, b"", empty, False))]))
    make.by_ffmpeg("ICO", "ico", "color with alpha, bmp", picture(with_alpha(COLORS)), RGBA, codec="bmp")
    make.by_ffmpeg("ICO", "ico", "color, bmp 24", picture(scaled(COLORS, BYTE, "uint8")), RGB, ["-pix_fmt", "bgr24"], codec="bmp")


def modern(make):
    for kind, most in (("uint8", 255), ("uint16", 65535), ("uint16", 4095)):
        for name, values, seen in (("gray", GRAYS, GRAY), ("color", COLORS, RGB), ("gray with alpha", None, LA), ("color with alpha", None, RGBA)):
            pixels = picture(scaled(values, most, kind) if values is not None else with_alpha(GRAYS if "gray" in name else COLORS, most, kind))
            for form, code in (("jp2", imagecodecs.JPEG2K.CODEC.JP2), ("j2k", imagecodecs.JPEG2K.CODEC.J2K)):
                make.add("JPEG 2000", form, "%s %d %s" % (name, most, form), "imagecodecs", seen, lambda path: imagecodecs.jpeg2k_encode(pixels, level=0, codecformat=code, bitspersample=12 if most == 4095 else None), near=12)
            if most == 4095:
                continue
            make.by_magick("JPEG 2000", "jp2", "%s %d" % (name, most), pixels[0, ::20], seen, ["-quality", "100"], near=16)
            # Of 16 bits, imagecodecs declares the samples as proportional to light.
            make.add("JPEG XL", "jxl", "%s %d" % (name, most), "imagecodecs", seen if most == BYTE else encoded(seen), lambda path: imagecodecs.jpegxl_encode(pixels, lossless=True), near=12)
            make.by_ffmpeg("JPEG XL", "jxl", "%s %d" % (name, most), pixels, seen, ["-distance", "0"], near=16) if pixels.ndim == 2 or pixels.shape[2] > 2 else None
    for kind in ("float32", "float16"):
        make.add("JPEG XL", "jxl", "color %s" % kind, "imagecodecs", encoded(RGB), lambda path: imagecodecs.jpegxl_encode(picture(scaled(COLORS, 1, kind)), lossless=True), near=16)
    for name, made, seen in (("gray", image(GRAYS, "L"), GRAY), ("gray with alpha", image(with_alpha(GRAYS), "LA"), LA), ("color", image(COLORS, "RGB"), RGB), ("color with alpha", image(with_alpha(COLORS), "RGBA"), RGBA)):
        make.by_pillow("JPEG 2000", "jp2", name, made, seen)
        make.by_pillow("JPEG 2000", "j2k", name, made, seen)
    make.by_pillow("JPEG 2000", "jp2", "CMYK", image(cmyk(COLORS), "CMYK"), None)
    for icc in ("sRGB", "gray", "swapped", None):
        for name, made, seen in (("color", image(COLORS, "RGB"), RGB), ("color with alpha", image(with_alpha(COLORS), "RGBA"), RGBA)):
            expected = seen if icc != "swapped" else bars(COLORS[:, ::-1], ALPHA if "alpha" in name else None)
            make.by_pillow("AVIF", "avif", "%s, profile %s" % (name, icc), made, expected, quality=95, near=32, **({"icc_profile": profile(icc)} if icc else {"icc_profile": None}))
            if icc:
                make.by_magick("JPEG 2000", "jp2", "%s, profile %s" % (name, icc), numpy.asarray(made)[0, ::20], expected, ["-quality", "100"], near=16) if False else None
    for name, values, kind, bits in (("gray 8", GRAYS, "uint8", 8), ("color 8", COLORS, "uint8", 8), ("color 10", COLORS, "uint16", 10), ("color 12", COLORS, "uint16", 12), ("gray 10", GRAYS, "uint16", 10)):
        make.add("AVIF", "avif", name, "imagecodecs", bars(values), lambda path: imagecodecs.avif_encode(picture(scaled(values, (1 << bits) - 1, kind)), level=95, bitspersample=bits), near=32)
    make.add("AVIF", "avif", "color 10 with alpha", "imagecodecs", RGBA, lambda path: imagecodecs.avif_encode(picture(with_alpha(COLORS, 1023, "uint16")), level=95, bitspersample=10), near=32)
    def heif(path, depth, alpha, options=()):
        Image.fromarray(picture(with_alpha(COLORS) if alpha else scaled(COLORS, 255, "uint8"))).save(path + ".png")
        run(["heif-enc", "-q", "95", *options, path + ".png", "-o", path])
        run(["rm", path + ".png"])
    for depth in (8, 10, 12):
        make.add("HEIC", "heic", "color %d" % depth, "heif-enc", RGB, lambda path: heif(path, depth, False, ["-b", str(depth)]), near=32)
    make.add("HEIC", "heic", "color with alpha", "heif-enc", RGBA, lambda path: heif(path, 8, True), near=32)
    make.add("HEIC", "heic", "color, lossless", "heif-enc", RGB, lambda path: heif(path, 8, False, ["-L", "-p", "chroma=444"]), near=12)
    make.add("AVIF", "avif", "color", "heif-enc", RGB, lambda path: heif(path, 8, False, ["-A"]), near=32)
    make.add("AVIF", "avif", "color with alpha", "heif-enc", RGBA, lambda path: heif(path, 8, True, ["-A"]), near=32)


def photoshop(make):
    for name, values, seen, options in (
        ("gray", GRAYS, GRAY, ["-type", "Grayscale"]), ("color", COLORS, RGB, ["-type", "TrueColor"]), ("palette", COLORS, RGB, ["-type", "Palette"]),
        ("color with alpha", None, RGBA, []), ("CMYK", COLORS, None, ["-colorspace", "CMYK"]), ("Lab", COLORS, RGB, ["-colorspace", "Lab"]), ("bits", DOTS, BITS, ["-monochrome"])):
        for kind, most in (("uint8", 255), ("uint16", 65535)):
            if name == "palette" and kind == "uint16":
                continue  # Numbers of colors have 8 bits; what ImageMagick writes here has no meaning.
            for compress in ("RLE", "None"):
                pixels = with_alpha(COLORS, most, kind) if values is None else scaled(values, most, kind)
                make.by_magick("PSD", "psd", "%s %s %s" % (name, kind, compress), pixels, seen, options + ["-compress", compress], near=14)
    def document(mode, depth, planes, color_data=b"", resources=b"", layers=b"", packed=False):
        """Planes of big-endian samples, one after another (Adobe Photoshop File Formats Specification)."""
        head = b"8BPS" + struct.pack(">H6xHIIHH", 1, len(planes), HEIGHT, WIDTH, depth, mode)
        head += struct.pack(">I", len(color_data)) + color_data + struct.pack(">I", len(resources)) + resources + struct.pack(">I", len(layers)) + layers
        rows = [plane[y].tobytes() for plane in planes for y in range(HEIGHT)]
        if not packed:
            return head + b"\0\0" + b"".join(rows)
        packed_rows = [imagecodecs.packbits_encode(row) for row in rows]
        return head + b"\0\1" + b"".join(struct.pack(">H", len(row)) for row in packed_rows) + b"".join(packed_rows)
    table = numpy.zeros((3, 256), "uint8")
    table[:, :BARS] = COLORS.T
    for packed in (False, True):
        words = " RLE" if packed else ""
        make.add("PSD", "psd", "palette" + words, "hand", RGB, lambda path: document(2, 8, [picture(numpy.arange(BARS, dtype="uint8"))], table.tobytes(), packed=packed))
        make.add("PSD", "psd", "color" + words, "hand", RGB, lambda path: document(3, 8, list(numpy.moveaxis(picture(scaled(COLORS, 255, "uint8")), 2, 0)), packed=packed))
        make.add("PSD", "psd", "gray" + words, "hand", GRAY, lambda path: document(1, 8, [picture(scaled(GRAYS, 255, "uint8"))], packed=packed))
        make.add("PSD", "psd", "duotone" + words, "hand", GRAY, lambda path: document(8, 8, [picture(scaled(GRAYS, 255, "uint8"))], bytes(64), packed=packed))
        make.add("PSD", "psd", "bits" + words, "hand", BITS, lambda path: document(0, 1, [numpy.packbits(picture(DOTS) == 0, axis=1)], packed=packed))
        make.add("PSD", "psd", "gray 16" + words, "hand", GRAY, lambda path: document(1, 16, [picture(scaled(GRAYS, WORD, ">u2"))], packed=packed))
        make.add("PSD", "psd", "color 16" + words, "hand", RGB, lambda path: document(3, 16, [plane for plane in numpy.moveaxis(picture(scaled(COLORS, WORD, ">u2")), 2, 0)], packed=packed))
        make.add("PSD", "psd", "CMYK" + words, "hand", None, lambda path: document(4, 8, list(numpy.moveaxis(255 - picture(scaled(cmyk(COLORS), 255, "uint8")), 2, 0)), packed=packed))
        make.add("PSD", "psd", "multichannel" + words, "hand", None, lambda path: document(7, 8, list(numpy.moveaxis(picture(scaled(255 - cmyk(COLORS), 255, "uint8")), 2, 0)), packed=packed))
    lab = lab_of(COLORS)
    planes = numpy.moveaxis(picture(numpy.stack([lab[:, 0] * 2.55, lab[:, 1] + 128, lab[:, 2] + 128], axis=1).round().astype("uint8")), 2, 0)
    make.add("PSD", "psd", "Lab", "hand", RGB, lambda path: document(9, 8, list(planes)), near=14)
    for name, values, seen in (("gray 32", GRAYS, GRAY), ("color 32", COLORS, RGB)):
        pixels = picture(linear(values, ">f4").reshape(BARS, -1))
        make.add("PSD", "psd", name, "hand", seen, lambda path: document(3 if values.ndim == 2 else 1, 32, [pixels[..., i] for i in range(pixels.shape[2])]), near=14)
    make.by_openimageio("EXR", "exr", "color half", picture(linear(COLORS, "float16")), RGB, near=12)
    for compression in ("none", "rle", "zips", "zip", "piz", "pxr24", "b44", "dwaa"):
        make.by_openimageio("EXR", "exr", "color half %s" % compression, picture(linear(COLORS, "float16")), RGB, near=16, compression=compression)
    make.by_openimageio("EXR", "exr", "gray float", picture(linear(GRAYS, "float32")), GRAY, near=12)
    # ImageMagick 6 writes the values of sRGB as they are, and declares them as light.
    make.by_magick("EXR", "exr", "color", scaled(COLORS, WORD, "uint16"), encoded(RGB), near=16)
    make.by_openimageio("HDR", "hdr", "color", picture(linear(COLORS, "float32")), RGB, near=16)


ALL = [netpbm, png, jpeg, webp, gif, tiff, bitmaps, modern, photoshop]
