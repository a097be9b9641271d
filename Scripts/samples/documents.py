"""The PDF documents among the samples."""

from drawing import Canvas, join
from pdf import File, Name, Ref, Stream

A4 = (595.276, 841.89)
LETTER = (612, 792)
COLOURS = [
    (0.11, 0.37, 0.61), (0.75, 0.25, 0.16), (0.16, 0.50, 0.30),
    (0.48, 0.25, 0.58), (0.80, 0.47, 0.08), (0.20, 0.45, 0.50),
]
QUARTER = [("January", 412), ("February", 388), ("March", 455)]
PARAGRAPHS = {
    1: ["Paper use fell by eleven per cent against the quarter before.",
        "Most of it comes from printing on both sides, which is now usual.",
        "The pages that follow give the figures, office by office."],
    2: ["Sheets per month, all offices together. March has two more",
        "working days than February; per day, the numbers hardly differ."],
    3: ["This page lies on its side because its MediaBox is wider than high.",
        "A page range that names it gets one landscape sheet."],
    4: ["This page stands upright in the file and is turned by its Rotate entry.",
        "Whoever picks pages has to keep that entry, or the text lies on its side."],
    5: ["This page has a trim margin of ten millimetres around it. The CropBox",
        "hides it: the crop marks and the red words must not be seen in print."],
    6: ["Please fill in what your office needs for the next quarter.",
        "The two fields below belong to a form; their values are printed too."],
}


class Document:
    """One document being built: pages first, the page tree and the catalog last.

    With the catalog at the end, a truncated file lacks what a reader needs most.
    """

    def __init__(self, title):
        self.file = File()
        self.pages = []
        self.title = title
        base = {"Type": Name("Font"), "Subtype": Name("Type1"), "Encoding": Name("WinAnsiEncoding")}
        self.fonts = {
            "F1": self.file.add({**base, "BaseFont": Name("Helvetica")}),
            "F2": self.file.add({**base, "BaseFont": Name("Helvetica-Bold")}),
        }

    def page(self, canvas, size, origin=(0, 0), crop=None, rotate=0, annotations=()):
        content = self.file.add(Stream(canvas.bytes()))
        page = {
            "Type": Name("Page"), "Parent": None,
            "MediaBox": [origin[0], origin[1], size[0], size[1]],
            "Resources": {"Font": self.fonts}, "Contents": content,
        }
        if crop:
            page["CropBox"] = list(crop)
        if rotate:
            page["Rotate"] = rotate
        if annotations:
            page["Annots"] = list(annotations)
        self.pages.append(self.file.add(page))

    def data(self, form=None, user=None, owner=None):
        info = self.file.add({
            "Title": self.title.encode("cp1252"), "Author": b"PrintCenter samples",
            "Creator": b"Scripts/make-samples", "CreationDate": b"D:20260101120000Z",
        })
        tree = Ref(len(self.file.objects) + 1)
        for page in self.pages:
            self.file.objects[page - 1]["Parent"] = tree
        self.file.add({"Type": Name("Pages"), "Kids": self.pages, "Count": len(self.pages)})
        catalogue = {"Type": Name("Catalog"), "Pages": tree, "Lang": b"en"}
        if form:
            catalogue["AcroForm"] = form
        return self.file.data(self.file.add(catalogue), info, user, owner)


def body(canvas, width, height, page, pages, title, paragraphs):
    """The usual contents of a page: header, text, the large number, footer."""
    colour = COLOURS[(page - 1) % len(COLOURS)]
    canvas.fill(*colour)
    canvas.box(0, height - 24, width, 24)
    canvas.fill(0.1, 0.1, 0.1)
    canvas.text(56, height - 74, 22, title, font="F2")
    for line, text in enumerate(paragraphs):
        canvas.text(56, height - 104 - 17 * line, 12, text)
    top = height - 104 - 17 * len(paragraphs) - 30
    # A figure is 9 wide with the gap to the next one when it is 10 high; the pen adds 1.5.
    figure = min(top - 130, 420, (width - 112) * 10 / (len(str(page)) * 9 - 1.5))
    canvas.figure(str(page), width / 2, 100 + (top - 130 - figure) / 2, figure, colour)
    canvas.text(56, 40, 12, f"Page {page} of {pages}")


def chart(canvas):
    """Three bars with their months, between the text and the number."""
    for position, (month, sheets) in enumerate(QUARTER):
        base = 686 - 22 * position
        canvas.fill(0.85, 0.55 + 0.1 * position, 0.45)
        canvas.box(120, base, sheets * 0.75, 15)
        canvas.fill(0.1, 0.1, 0.1)
        canvas.text(56, base + 4, 10, month)
        canvas.text(126 + sheets * 0.75, base + 4, 10, str(sheets))


def crop_marks(canvas, margin, size):
    """Marks and words in the trim margin, where the CropBox hides them."""
    canvas.put("0 G")
    right, top = margin + size[0], margin + size[1]
    for x in (margin, right):
        canvas.line(x, 2, x, margin - 6, 0.5)
        canvas.line(x, top + 6, x, top + margin - 2, 0.5)
    for y in (margin, top):
        canvas.line(2, y, margin - 6, y, 0.5)
        canvas.line(right + 6, y, right + margin - 2, y, 0.5)
    canvas.fill(0.9, 0, 0)
    canvas.text(margin + 40, 8, 10, "Trim margin: not to be seen")


def form_fields(document):
    """A text field and a check box, each with its appearance."""
    canvas = Canvas()
    canvas.put("/Tx BMC q 0.93 0.96 1 rg 0 0 220 22 re f 0 g")
    canvas.text(6, 6, 12, "20 reams of A4")
    canvas.put("Q EMC")
    resources = {"Font": document.fonts}
    text = document.file.add(Stream(canvas.bytes(), {
        "Type": Name("XObject"), "Subtype": Name("Form"), "BBox": [0, 0, 220, 22],
        "Resources": resources}))
    states = {}
    for state, mark in (("Yes", "2 w 4 9 m 8 4 l 15 15 l S"), ("Off", "")):
        states[state] = document.file.add(Stream(
            f"q 1 w 0.5 0.5 18 18 re S {mark} Q\n".encode(),
            {"Type": Name("XObject"), "Subtype": Name("Form"), "BBox": [0, 0, 19, 19]}))
    common = {"Type": Name("Annot"), "Subtype": Name("Widget"), "F": 4}
    return [
        document.file.add({
            **common, "FT": Name("Tx"), "T": b"paper", "V": b"20 reams of A4",
            "DA": b"/F1 12 Tf 0 g", "Rect": [150, 660, 370, 682], "AP": {"N": text}}),
        document.file.add({
            **common, "FT": Name("Btn"), "T": b"toner", "V": Name("Yes"), "AS": Name("Yes"),
            "Rect": [150, 630, 169, 649], "AP": {"N": states}}),
    ]


def report():
    """Six pages: two upright, two landscape in different ways, one cropped, one with a form."""
    document = Document("Quarterly report")
    for page in range(1, 7):
        canvas = Canvas()
        size, options = A4, {}
        if page == 3:
            size = (A4[1], A4[0])
        if page == 4:
            # In a page turned by 90 degrees this lets the rest draw as if it were wide.
            canvas.put("0 1 -1 0 " + join(A4[0], 0) + " cm")
            options["rotate"] = 90
        if page == 5:
            margin = 28.346
            crop_marks(canvas, margin, A4)
            canvas.put("1 0 0 1 " + join(margin, margin) + " cm")
            options["crop"] = (margin, margin, margin + A4[0], margin + A4[1])
        shown = (A4[1], A4[0]) if page in (3, 4) else A4
        title = "Quarterly report" if page == 1 else f"Quarterly report, part {page}"
        paragraphs = PARAGRAPHS[page]
        if page == 6:
            canvas.text(56, 666, 12, "Paper")
            canvas.text(56, 634, 12, "Toner")
            # The fields lie between the text and the number.
            body(canvas, *shown, page, 6, title, paragraphs + [""] * 5)
            options["annotations"] = form_fields(document)
        else:
            body(canvas, *shown, page, 6, title, paragraphs)
        if page == 1:
            canvas.fill(0.05, 0.3, 0.8)
            canvas.text(56, A4[1] - 172, 12, "All figures: https://example.org/figures")
            options["annotations"] = [document.file.add({
                "Type": Name("Annot"), "Subtype": Name("Link"), "Border": [0, 0, 0],
                "Rect": [54, A4[1] - 176, 290, A4[1] - 158],
                "A": {"S": Name("URI"), "URI": b"https://example.org/figures"}})]
        if page == 2:
            chart(canvas)
        if page == 5:
            size = (A4[0] + 2 * margin, A4[1] + 2 * margin)
        document.page(canvas, size, **options)
    fields = document.file.objects[document.pages[5] - 1]["Annots"]
    for field in fields:
        document.file.objects[field - 1]["P"] = document.pages[5]
    form = document.file.add({
        "Fields": fields, "DR": {"Font": document.fonts}, "DA": b"/F1 12 Tf 0 g"})
    return document.data(form)


def plain(title, size, pages, paragraphs, user=None, owner=None):
    """Pages of one size that show their numbers."""
    document = Document(title)
    for page in range(1, pages + 1):
        canvas = Canvas()
        body(canvas, *size, page, pages, title, paragraphs)
        document.page(canvas, size)
    return document.data(user=user, owner=owner)
