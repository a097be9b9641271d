"""The contents of the pages: page operators, and numbers drawn as shapes."""

from pdf import number

# Each figure as strokes in a box 6 wide and 10 high: a list is a polyline, a tuple of eight a Bézier
# curve. Drawn as shapes, so that a page shows its number even where no font is installed.
FIGURES = {
    "0": [(3, 0, -1, 0, -1, 10, 3, 10), (3, 10, 7, 10, 7, 0, 3, 0)],
    "1": [[0.8, 7.6, 3.4, 10, 3.4, 0], [0.8, 0, 6, 0]],
    "2": [(0.3, 7.3, 0.6, 11, 6, 11, 5.7, 7), (5.7, 7, 5.5, 4.5, 1.5, 3, 0.2, 0), [0.2, 0, 6, 0]],
    "3": [(0.5, 8.4, 1.5, 10.7, 5.8, 10.5, 5.6, 7.5), (5.6, 7.5, 5.5, 5.6, 4, 5.3, 2.4, 5.3),
          (2.4, 5.3, 4.5, 5.3, 6, 4.6, 6, 2.8), (6, 2.8, 6, -0.8, 1, -0.8, 0.2, 1.8)],
    "4": [[4.6, 0, 4.6, 10, 0, 3, 6.2, 3]],
    "5": [[5.4, 10, 1.2, 10, 0.7, 5.2], (0.7, 5.2, 2.6, 7, 6, 6.4, 6, 3.2),
          (6, 3.2, 6, -0.9, 1.2, -0.8, 0.2, 1.5)],
    "6": [(5.3, 9.2, 2.5, 11.3, 0, 8, 0.1, 3.4), (0.1, 3.4, 0.2, -1.1, 6, -1.1, 6, 3.1),
          (6, 3.1, 6, 7.2, 0.6, 7.2, 0.1, 3.4)],
    "7": [[0, 10, 6, 10, 2, 0]],
    "8": [(3, 5.4, -0.8, 5.4, -0.8, 10, 3, 10), (3, 10, 6.8, 10, 6.8, 5.4, 3, 5.4),
          (3, 5.4, -1.2, 5.4, -1.2, 0, 3, 0), (3, 0, 7.2, 0, 7.2, 5.4, 3, 5.4)],
    "9": [(0.7, 0.8, 3.5, -1.3, 6, 2, 5.9, 6.6), (5.9, 6.6, 5.8, 11.1, 0, 11.1, 0, 6.9),
          (0, 6.9, 0, 2.8, 5.4, 2.8, 5.9, 6.6)],
}


def join(*values):
    return " ".join(number(value) for value in values)


class Canvas:
    """Collects page operators (ISO 32000-1, annex A)."""

    def __init__(self):
        self.lines = []

    def put(self, line):
        self.lines.append(line)

    def bytes(self):
        return ("\n".join(self.lines) + "\n").encode("cp1252")

    def fill(self, red, green, blue):
        self.put(join(red, green, blue) + " rg")

    def box(self, x, y, width, height):
        self.put(join(x, y, width, height) + " re f")

    def line(self, x0, y0, x1, y1, width):
        self.put(f"{number(width)} w {join(x0, y0)} m {join(x1, y1)} l S")

    def text(self, x, y, size, text, font="F1"):
        escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        self.put(f"BT /{font} {number(size)} Tf {join(x, y)} Td ({escaped}) Tj ET")

    def figure(self, text, center, base, height, colour):
        """Writes the digits of `text` with a thick round pen, centered at `center`."""
        unit = height / 10
        left = center - (len(text) * 9 - 3) / 2 * unit
        self.put("q 1 J 1 j " + join(*colour) + " RG " + number(1.5 * unit) + " w")
        for position, digit in enumerate(text):
            for stroke in FIGURES[digit]:
                points = [(left + (position * 9 + x) * unit, base + y * unit)
                          for x, y in zip(stroke[::2], stroke[1::2])]
                path = join(*points[0]) + " m "
                if isinstance(stroke, tuple):
                    path += " ".join(join(*point) for point in points[1:]) + " c"
                else:
                    path += " ".join(join(*point) + " l" for point in points[1:])
                self.put(path + " S")
        self.put("Q")
