"""The words that other readers find in files."""

import email
import email.policy
import html.parser
import io
import json
import os
import re
import sqlite3
import subprocess
import tarfile
import xml.etree.ElementTree
import zipfile

from peers import run

QPREVIEW = os.path.join(os.environ["BIN"], "qpreview")

# Words that another reader finds in a file; None where there is no such reader, or nothing to read.


def text_of(path):
    with open(path, "rb") as file:
        data = file.read(1 << 20)
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig")):
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


class Seen(html.parser.HTMLParser):
    """The text of a web page, without what is not displayed."""

    HIDDEN = ("script", "style", "title", "head", "noscript", "template", "svg", "select", "option", "textarea", "iframe", "object")

    def __init__(self):
        super().__init__()
        self.depth, self.text = 0, []

    def handle_starttag(self, tag, attributes):
        self.depth += tag in self.HIDDEN

    def handle_endtag(self, tag):
        self.depth -= tag in self.HIDDEN and self.depth > 0

    def handle_data(self, data):
        if not self.depth:
            self.text.append(data)


def of_html(text):
    page = Seen()
    page.feed(text)
    return " ".join(page.text)


def of_elements(data, ends, apart=("p", "h", "br", "tab", "line-break", "s")):
    """The text of elements whose names end so, with spaces between paragraphs."""
    parts = []
    for event, element in xml.etree.ElementTree.iterparse(io.BytesIO(data), ("start", "end")):
        name = element.tag.rsplit("}", 1)[-1]
        if event == "end" and name in ends:
            parts.append(element.text or "")
        if event == "start" and name in apart:
            parts.append(" ")
    return "".join(parts)


def of_workbook(path):
    """The texts of the first sheet."""
    import xlrd
    sheet_ = xlrd.open_workbook(path, logfile=io.StringIO()).sheet_by_index(0)
    return " ".join(cell.value for row in range(sheet_.nrows) for cell in sheet_.row(row) if cell.ctype == xlrd.XL_CELL_TEXT)


def of_zip(path):
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        if "word/document.xml" in names:
            return of_elements(archive.read("word/document.xml"), {"t"})
        slides = sorted((name for name in names if re.fullmatch(r"ppt/slides/slide\d+\.xml", name)), key=lambda name: (len(name), name))
        if slides:
            return of_elements(archive.read(slides[0]), {"t"})
        if "xl/worksheets/sheet1.xml" in names and "xl/sharedStrings.xml" in names:
            texts = []
            for _, element in xml.etree.ElementTree.iterparse(io.BytesIO(archive.read("xl/sharedStrings.xml"))):
                if element.tag.endswith("}si"):
                    texts.append("".join(t.text or "" for t in element.iter() if t.tag.endswith("}t")))
            found = []
            for _, element in xml.etree.ElementTree.iterparse(io.BytesIO(archive.read("xl/worksheets/sheet1.xml"))):
                if element.tag.endswith("}c") and element.get("t") == "s":
                    found += [texts[int(v.text)] for v in element if v.tag.endswith("}v")]
            return " ".join(found)
        if "content.xml" in names:
            return of_document(archive.read("content.xml"))
    return None


def of_document(data):
    """The text of an OpenDocument body."""
    root = xml.etree.ElementTree.fromstring(data)
    body = next((element for element in root.iter() if element.tag.endswith("}body")), root)
    parts = []

    def walk(element):
        name = element.tag.rsplit("}", 1)[-1]
        if name in ("tracked-changes", "annotation", "notes", "forms", "settings", "note"):
            return
        parts.append(" " if name in ("p", "h", "s", "tab", "line-break", "table-cell") else "")
        if name in ("p", "h", "span", "a"):
            parts.append(element.text or "")
        for child in element:
            walk(child)
            parts.append(child.tail or "" if name in ("p", "h", "span", "a") else "")

    walk(body)
    return "".join(parts)


def of_mail(path):
    if path.lower().endswith((".msg", ".tnef")):
        return None
    with open(path, "rb") as file:
        mail = email.message_from_binary_file(file, policy=email.policy.default)
    part = mail.get_body(("plain", "html"))
    text = part.get_content() if part is not None else ""
    if part is not None and part.get_content_subtype() == "html":
        text = of_html(text)
    return (mail["subject"] or "") + " " + text


def of_notebook(path):
    data = json.loads(text_of(path))
    cells = data.get("cells") or [cell for sheet_ in data.get("worksheets", []) for cell in sheet_.get("cells", [])]
    sources = [cell.get("source") or cell.get("input") or "" for cell in cells]
    return " ".join("".join(source) if isinstance(source, list) else source for source in sources)


def of_archive(path):
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    elif tarfile.is_tarfile(path):
        with tarfile.open(path) as archive:
            names = archive.getnames()
    else:
        names = run("bsdtar", "-tf", path).decode("utf-8", "replace").splitlines()
    return " ".join(os.path.basename(name.rstrip("/")) for name in names[:20])


def of_certificate(path):
    for form in ("PEM", "DER"):
        try:
            text = run("openssl", "x509", "-in", path, "-inform", form, "-noout", "-subject", "-nameopt", "sep_multiline,utf8").decode()
            return " ".join(line.split("=", 1)[1] for line in text.splitlines()[1:] if "=" in line)
        except (subprocess.SubprocessError, OSError):
            continue
    return None


def of_calendar(path):
    lines = re.sub(r"\r?\n[ \t]", "", text_of(path)).splitlines()
    return " ".join(line.split(":", 1)[1].replace("\\,", ",") for line in lines if re.match(r"(SUMMARY|FN)[:;]", line) and ":" in line and "QUOTED" not in line)


def of_rtf(path):
    """The plain words of a simple document, without groups that are not displayed."""
    text = text_of(path)
    text = re.sub(r"\{\\(?:\*|fonttbl|colortbl|stylesheet|info|pict|header|footer)(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}", " ", text)
    text = re.sub(r"\\'[0-9a-f]{2}|\\u-?\d+ ?.?", "?", text)
    return re.sub(r"\\[a-z]+-?\d* ?|[{}]|\r|\n", lambda found: " " if found.group().startswith(("\\par", "\\tab", "\\line", "\\cell")) else "", text)


def of_database(path):
    with sqlite3.connect("file:%s?mode=ro&immutable=1" % path.replace("?", "%3f").replace("#", "%23"), uri=True) as database:
        return " ".join(row[0] for row in database.execute("select name from sqlite_master where type = 'table'"))


def of_pdf(path):
    return run("pdftotext", "-cropbox", "-l", "1", path, "-").decode("utf-8", "replace")


READERS = {
    "word": of_zip, "excel": of_zip, "powerpoint": of_zip, "mail": of_mail, "notebooks": of_notebook,
    "opendocument": lambda path: of_document(open(path, "rb").read()) if path.endswith(".fods") else of_zip(path),
    "archives and packages": of_archive, "certificates": of_certificate, "calendars and contacts": of_calendar,
    "rtf": of_rtf, "office to 2003": of_workbook, "databases": of_database, "pdf": of_pdf, "web pages": lambda path: of_html(text_of(path)),
    **{family: text_of for family in ("source and text", "tables and logs", "markdown", "subtitles")},
}


def words(text):
    return [word.lower() for word in re.findall(r"[^\W_]{3,}", text or "")]


def share_of_words(row):
    """Which part of the first hundred words our text has, and those that are missing; None where there are too few words."""
    reader = READERS.get(row["family"])
    if reader is None:
        return None
    try:
        expected = words(reader(row["file"]))[:100]
    except Exception:  # A reader may raise anything.
        return None
    if len(expected) < 3:
        return None
    try:
        ours = subprocess.run([QPREVIEW, "text", row["file"]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60).stdout
    except subprocess.TimeoutExpired:
        return 0.0, ["time"]
    # Words are cut where a line ends, and written without spaces by some.
    letters = re.sub(r"[\W_]+", "", ours.decode("utf-8", "replace").lower())
    missing = [word for word in expected if word not in letters]
    return 1 - len(missing) / len(expected), missing
