"""Writes PNG and baseline JPEG files with Python's standard library alone."""

import math
import struct
import zlib


def png(picture):
    """A PNG file of 8 bits RGB."""
    width, height = len(picture[0]), len(picture)
    data = bytearray()
    before = bytes(3 * width)
    for row in picture:
        line = bytes(channel for pixel in row for channel in pixel)
        data.append(2)  # The filter "Up": neighbors in a column are similar.
        data += bytes((a - b) & 255 for a, b in zip(line, before))
        before = line
    out = b"\x89PNG\r\n\x1a\n"
    # 144 dots per inch, 5669 per meter.
    for kind, contents in (
            (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
            (b"pHYs", struct.pack(">IIB", 5669, 5669, 1)),
            (b"IDAT", zlib.compress(bytes(data), 9)), (b"IEND", b"")):
        out += struct.pack(">I", len(contents)) + kind + contents
        out += struct.pack(">I", zlib.crc32(kind + contents))
    return out


ZIGZAG = sorted(range(64), key=lambda k: (
    k // 8 + k % 8, (k // 8 if (k // 8 + k % 8) % 2 else k % 8)))
# ITU-T T.81, tables K.1, K.2 (row by row) and K.3 to K.6.
LUMINANCE = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99]
CHROMINANCE = [
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99,
    24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99] + [99] * 32
DC_COUNTS = [[0, 1, 5, 1, 1, 1, 1, 1, 1] + [0] * 7, [0, 3] + [1] * 9 + [0] * 5]
DC_VALUES = bytes(range(12))
AC_COUNTS = [
    [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
    [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119]]
AC_VALUES = [bytes.fromhex(text) for text in (
    "01020300041105122131410613516107227114328191a1082342b1c11552d1f024336272"
    "82090a161718191a25262728292a3435363738393a434445464748494a53545556575859"
    "5a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3"
    "a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2"
    "e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa",
    "000102031104052131061241510761711322328108144291a1b1c109233352f0156272d1"
    "0a162434e125f11718191a262728292a35363738393a434445464748494a535455565758"
    "595a636465666768696a737475767778797a82838485868788898a92939495969798999a"
    "a2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9da"
    "e2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa")]
# The cosines as whole numbers: the same result on every machine, whatever its floating point does.
COSINES = [[round(4096 * (math.sqrt(0.125) if u == 0 else 0.5) * math.cos((2 * x + 1) * u * math.pi / 16))
            for x in range(8)] for u in range(8)]


def codes(counts, values):
    """Value to (code, length) of a Huffman table (T.81, annex C)."""
    table, code, position = {}, 0, 0
    for length, count in enumerate(counts, start=1):
        for value in values[position:position + count]:
            table[value] = (code, length)
            code += 1
        position += count
        code <<= 1
    return table


class Bits:
    """Bits into bytes, with a zero byte after each 0xFF."""

    def __init__(self):
        self.out, self.value, self.count = bytearray(), 0, 0

    def put(self, value, length):
        self.value = self.value << length | value
        self.count += length
        while self.count >= 8:
            self.count -= 8
            byte = self.value >> self.count & 255
            self.value &= (1 << self.count) - 1
            self.out += b"\xff\x00" if byte == 255 else bytes([byte])


def transformed(block, table):
    """The quantized coefficients of 64 samples, in zigzag order."""
    half = [[sum(cosine * sample for cosine, sample in zip(COSINES[u], block[8 * y:8 * y + 8]))
             for u in range(8)] for y in range(8)]
    out = []
    for k in ZIGZAG:
        v, u = divmod(k, 8)
        total = sum(COSINES[v][y] * half[y][u] for y in range(8))
        divisor = table[k] << 24
        out.append((abs(total) + divisor // 2) // divisor * (1 if total >= 0 else -1))
    return out


def write_block(bits, block, before, dc, ac):
    """One block of coefficients (T.81, annex F.1.2)."""
    def number(value, run, table):
        size = abs(value).bit_length()
        bits.put(*table[run << 4 | size])
        bits.put(value if value >= 0 else value + (1 << size) - 1, size)

    number(block[0] - before, 0, dc)
    run = 0
    last = max((k for k in range(1, 64) if block[k]), default=0)
    for value in block[1:last + 1]:
        if value == 0:
            run += 1
            continue
        while run > 15:
            bits.put(*ac[0xF0])
            run -= 16
        number(value, run, ac)
        run = 0
    if last < 63:
        bits.put(*ac[0])
    return block[0]


def planes(picture):
    """Y at full size, Cb and Cr at half (JFIF), around zero; sizes are multiples of 16."""
    luma, blue, red = [], [], []
    for row in picture:
        luma.append([(19595 * r + 38470 * g + 7471 * b + 32768 >> 16) - 128 for r, g, b in row])
        blue.append([-11059 * r - 21709 * g + 32768 * b for r, g, b in row])
        red.append([32768 * r - 27439 * g - 5329 * b for r, g, b in row])

    def halved(plane):
        return [[plane[y][x] + plane[y][x + 1] + plane[y + 1][x] + plane[y + 1][x + 1] + 131072 >> 18
                 for x in range(0, len(plane[0]), 2)] for y in range(0, len(plane), 2)]
    return luma, halved(blue), halved(red)


def exif(orientation):
    """An EXIF segment with the orientation, 180 dots per inch and a date (TIFF 6.0, Exif 2.3)."""
    date = b"2026:01:01 18:30:00\0"
    entries = [(0x0112, 3, 1, struct.pack("<HH", orientation, 0)), (0x011A, 5, 1, None),
               (0x011B, 5, 1, None), (0x0128, 3, 1, struct.pack("<HH", 2, 0)), (0x0132, 2, len(date), None)]
    extra = 8 + 2 + 12 * len(entries) + 4
    out = b"II*\0" + struct.pack("<IH", 8, len(entries))
    tail = b""
    for tag, kind, count, value in entries:
        if value is None:
            value = struct.pack("<I", extra + len(tail))
            tail += struct.pack("<II", 180, 1) if kind == 5 else date
        out += struct.pack("<HHI", tag, kind, count) + value
    return b"Exif\0\0" + out + bytes(4) + tail


def jpeg(picture, orientation, quality):
    """A baseline JPEG file with EXIF; width and height must be multiples of 16."""
    scale = 5000 // quality if quality < 50 else 200 - 2 * quality
    tables = [[min(255, max(1, (value * scale + 50) // 100)) for value in table]
              for table in (LUMINANCE, CHROMINANCE)]
    width, height = len(picture[0]), len(picture)
    out = bytearray(b"\xff\xd8")

    def segment(marker, contents):
        out.extend(struct.pack(">BBH", 255, marker, len(contents) + 2) + contents)

    segment(0xE1, exif(orientation))
    segment(0xDB, b"".join(
        bytes([i]) + bytes(table[k] for k in ZIGZAG) for i, table in enumerate(tables)))
    segment(0xC0, struct.pack(">BHHB", 8, height, width, 3)
            + bytes([1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]))
    huffman = b""
    for i in range(2):
        huffman += bytes([i]) + bytes(DC_COUNTS[i]) + DC_VALUES
        huffman += bytes([16 + i]) + bytes(AC_COUNTS[i]) + AC_VALUES[i]
    segment(0xC4, huffman)
    segment(0xDA, bytes([3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]))
    dc = [codes(counts, DC_VALUES) for counts in DC_COUNTS]
    ac = [codes(counts, values) for counts, values in zip(AC_COUNTS, AC_VALUES)]
    bits, before, colours = Bits(), [0, 0, 0], planes(picture)
    for top in range(0, height, 16):
        for left in range(0, width, 16):
            squares = [(0, top + dy, left + dx) for dy in (0, 8) for dx in (0, 8)]
            squares += [(1, top // 2, left // 2), (2, top // 2, left // 2)]
            for component, y0, x0 in squares:
                table = min(component, 1)
                block = [s for row in colours[component][y0:y0 + 8] for s in row[x0:x0 + 8]]
                before[component] = write_block(
                    bits, transformed(block, tables[table]), before[component],
                    dc[table], ac[table])
    bits.put(127, 7)  # The last byte is filled up with ones.
    return bytes(out + bits.out) + b"\xff\xd9"
