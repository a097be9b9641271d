"""Documents that other programs lay out, too: HTML and Markdown by Chromium, HTML by WeasyPrint, office files by LibreOffice.

Used by Benchmarks/pages. The benchmark makes its own HTML, Markdown, and table; LibreOffice makes the office files of them, so
that each word is known, with its place in the order. With CORPUS (a folder of other people's files), our pages of office files
are compared with those of LibreOffice on them.
"""

import bisect
import os
import shutil
import subprocess

OURS, SIMPLE = "qpreview pages", "qpreview alone"
OFFICE = ("docx", "doc", "odt", "rtf", "xlsx", "xls", "ods", "pptx", "ppt", "odp")
# Of each kind, so many files of the corpus.
SAMPLE = 8
WORDS = ("word%d", "Größe%d", "λέξη%d", "слово%d", "打印%d")


class Words:
    """Words that are all different, in the order in which they are taken."""

    def __init__(self):
        self.all = []

    def take(self, count):
        new = [WORDS[i % len(WORDS)] % i for i in range(1000 + len(self.all), 1000 + len(self.all) + count)]
        self.all += new
        return " ".join(new)


def make_html(path, words):
    """Three pages: headings, paragraphs, a list, a table, a picture; forced breaks between them."""
    parts = ["<!DOCTYPE html><html><head><meta charset='utf-8'><title>page</title></head><body>"]
    for page in range(3):
        parts.append("<h1%s>%s</h1>" % (" style='page-break-before: always'" if page else "", words.take(3)))
        parts.append("<p>%s <b>%s</b> <i>%s</i></p>" % (words.take(60), words.take(5), words.take(5)))
        parts.append("<ul>%s</ul>" % "".join("<li>%s</li>" % words.take(8) for _ in range(5)))
        parts.append("<table border='1'>%s</table>" % "".join("<tr>%s</tr>" % "".join("<td>%s</td>" % words.take(1) for _ in range(3)) for _ in range(8)))
        parts.append("<p>%s</p>" % words.take(60))
    with open(path, "w") as file:
        file.write("".join(parts) + "</body></html>\n")


def make_styled(path, words):
    """A page as the web has them: two columns that float, a style sheet, absolute positions, a grid."""
    with open(path, "w") as file:
        file.write("<!DOCTYPE html><html><head><meta charset='utf-8'><title>styled</title><style>body { font-family: sans-serif } ")
        file.write(".left { float: left; width: 48% } .right { float: right; width: 48% } .grid { clear: both; display: flex; gap: 1em } ")
        file.write(".grid div { flex: 1; border: 1px solid green } .hidden { display: none } h2 { break-before: page }</style></head><body>")
        file.write("<h1>%s</h1><div class='left'>%s</div><div class='right'>%s</div>" % (words.take(3), words.take(60), words.take(60)))
        file.write("<div class='grid'><div>%s</div></div><p class='hidden'>unseen</p>" % words.take(20))
        file.write("<h2>%s</h2><p>%s</p></body></html>\n" % (words.take(3), words.take(60)))


def make_markdown(path, words):
    with open(path, "w") as file:
        for _ in range(3):
            file.write("# %s\n\n%s **%s** *%s*\n\n" % (words.take(3), words.take(40), words.take(3), words.take(3)))
            file.write("".join("- %s\n" % words.take(6) for _ in range(5)) + "\n")
            file.write("| %s | %s |\n| --- | --- |\n" % (words.take(1), words.take(1)))
            file.write("".join("| %s | %s |\n" % (words.take(1), words.take(1)) for _ in range(6)) + "\n")


def make_table(path, words):
    with open(path, "w") as file:
        for _ in range(120):
            file.write(",".join(words.take(4).split()) + "\n")


def soffice(path, kind, folder, more=()):
    """The arguments that let LibreOffice convert a file, with an empty profile, as after its installation."""
    profile = os.path.join(folder, "profile")
    return ["sh", "-c", 'rm -rf "$0"; p=$0; f=$1; k=$2; o=$3; shift 3; exec soffice "-env:UserInstallation=file://$p" --headless "$@" --convert-to "$k" --outdir "$o" "$f"',
            profile, path, kind, folder, *more]


def chromium(path, output, folder):
    profile = os.path.join(folder, "chromium")
    return ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + profile,
            "--no-pdf-header-footer", "--print-to-pdf=" + output, "file://" + path]


def commands(folder, binaries):
    """The programs: a name, and what lays a file out; None where the program does not read such a file."""
    qpreview = os.path.join(binaries, "qpreview")

    def office(path, output):
        if path.endswith((".html", ".md")):
            return None
        made = os.path.join(folder, os.path.splitext(os.path.basename(path))[0] + ".pdf")
        convert = soffice(path, "pdf", folder)
        return ["sh", "-c", '"$@" && mv "%s" "%s"' % (made, output), "sh", *convert]

    def browser(path, output):
        if path.endswith(".html"):
            return chromium(path, output, folder)
        if path.endswith(".md"):
            page = os.path.join(folder, "markdown.html")
            convert = "{ printf '<!DOCTYPE html><meta charset=utf-8>'; cmark-gfm -e table '%s'; } > '%s'" % (path, page)
            return ["sh", "-c", convert + ' && exec "$@"', "sh", *chromium(page, output, folder)]
        return None

    def weasyprint(path, output):
        return ["weasyprint", "-q", path, output] if path.endswith(".html") else None

    def simple(path, output):
        # Without bubblewrap, no other program lays anything out.
        hide = 'mount --bind /dev/null /usr/bin/bwrap && exec "$@"'
        return ["unshare", "--map-root-user", "--mount", "sh", "-c", hide, "sh", qpreview, "pages", path, output]

    return {
        OURS: lambda path, output: [qpreview, "pages", path, output],
        SIMPLE: simple,
        "LibreOffice": office,
        "WeasyPrint": weasyprint,
        "Chromium": browser,
    }


NEEDED = {"LibreOffice": ("soffice",), "WeasyPrint": ("weasyprint",), "Chromium": ("chromium", "cmark-gfm")}


def missing():
    return [name for name, programs in NEEDED.items() if not all(shutil.which(program) for program in programs)]


def make_files(folder):
    """The documents: {path: (what it is, its words in order)}."""
    files = {}

    def add(name, kind, make):
        words, path = Words(), os.path.join(folder, name)
        make(path, words)
        files[path] = (kind, words.all)
        return path

    report = add("report.html", "HTML: headings, lists, tables, page breaks", make_html)
    add("styled.html", "HTML: floating columns, boxes that flex, hidden text", make_styled)
    add("notes.md", "Markdown", make_markdown)
    table = os.path.join(folder, "table.csv")
    cells = Words()
    make_table(table, cells)
    if shutil.which("soffice"):
        text = ("--infilter=HTML (StarWriter)",)
        sheet = ("--infilter=CSV:44,34,76",)
        for source, kinds, words, more in (
            (report, ("docx", "doc", "odt", "rtf"), files[report][1], text),
            (table, ("xlsx", "xls", "ods"), cells.all, sheet),
        ):
            for kind in kinds:
                made = os.path.join(folder, os.path.splitext(os.path.basename(source))[0] + "." + kind)
                subprocess.run(soffice(source, kind, folder, more), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                if os.path.exists(made):
                    files[made] = (kind, words)
    return files


def in_order(path, expected):
    """The share of the words that are read in their order, in the best of the three orders in which pdftotext reads."""
    return max(rising(text(path, *order), expected) for order in ((), ("-raw",), ("-layout",))) / len(expected)


def rising(read, expected):
    """The length of the longest rising row of the words' places in a text, where a line may end within a word."""
    read, ends = "".join(read), []
    for place in (read.find(word) for word in expected):
        if place >= 0:
            index = bisect.bisect_left(ends, place)
            ends[index:index + 1] = [place]
    return len(ends)


def page_count(path):
    facts = subprocess.run(["pdfinfo", path], capture_output=True, text=True, errors="replace").stdout
    return next((int(line.split()[1]) for line in facts.splitlines() if line.startswith("Pages:")), 0)


def fonts(path):
    """The fonts of a PDF: how many are embedded, and how many there are."""
    lines = subprocess.run(["pdffonts", path], capture_output=True, text=True, errors="replace").stdout.splitlines()[2:]
    embedded = [line.split()[-5] for line in lines if len(line.split()) >= 6]
    return embedded.count("yes"), len(embedded)


def text(path, *order):
    return subprocess.run(["pdftotext", *order, path, "-"], capture_output=True).stdout.decode("utf-8", "replace").split()


def compare(folder, binaries, run, rounds):
    """What each program makes of each document: {what it is: {program: cell of the table}}."""
    found, programs = {}, commands(folder, binaries)
    left_out = missing()
    for path, (kind, expected) in make_files(folder).items():
        found[kind] = {}
        for program, command in programs.items():
            output = os.path.join(folder, "output.pdf")
            arguments = None if program in left_out else command(path, output)
            if arguments is None:
                continue
            best = None
            for _ in range(rounds):
                if os.path.exists(output):
                    os.remove(output)
                seconds = run(arguments, output)
                best = seconds if best is None or (seconds is not None and seconds < best) else best
            if best is None:
                found[kind][program] = "no"
            else:
                share, (embedded, all_fonts) = in_order(output, expected), fonts(output)
                words = "%d %%" % (100 * share)
                pages = page_count(output)
                letters = "" if embedded == all_fonts else ", %d of %d fonts" % (embedded, all_fonts)
                found[kind][program] = "%s, %d p%s, %.2f s" % (words, pages, letters, best)
            print("%-52s %-16s %s" % (kind, program, found[kind][program]), flush=True)
    return found


def corpus_files():
    """Office files of the corpus: {extension: paths}, evenly chosen from all of them."""
    corpus, files = os.environ.get("CORPUS"), {kind: [] for kind in OFFICE}
    if not corpus or not shutil.which("soffice"):
        return {}
    for root, folders, names in os.walk(corpus):
        folders.sort()
        for name in sorted(names):
            kind = name.rpartition(".")[2].lower()
            if kind in files:
                files[kind].append(os.path.join(root, name))
    return {kind: [paths[i * len(paths) // min(SAMPLE, len(paths))] for i in range(min(SAMPLE, len(paths)))] for kind, paths in files.items() if paths}


def compare_corpus(folder, binaries, run):
    """Our pages of other people's office files against LibreOffice on the same ones: {extension: counts}."""
    programs, found, others = commands(folder, binaries), {}, []
    for kind, paths in corpus_files().items():
        counts = found[kind] = {"files": len(paths), "both": 0, "neither": 0, "pages": 0, "words": 0, "fonts": 0}
        for path in paths:
            copy = os.path.join(folder, "foreign." + kind)
            shutil.copyfile(path, copy)
            facts = []
            for program in (OURS, "LibreOffice"):
                output = os.path.join(folder, "output.pdf")
                if os.path.exists(output):
                    os.remove(output)
                done = run(programs[program](copy, output), output) is not None
                facts.append((page_count(output), text(output), fonts(output)) if done else None)
            if None in facts:
                counts["neither"] += facts == [None, None]
                if facts != [None, None]:
                    others.append("%s: only %s has pages" % (os.path.basename(path), OURS if facts[0] else "LibreOffice"))
                continue
            counts["both"] += 1
            for name, ours, theirs in zip(("pages", "words", "fonts"), *facts):
                counts[name] += ours == theirs
                if ours != theirs:
                    others.append("%s: other %s" % (os.path.basename(path), name if name != "pages" else "numbers of pages"))
        print("%-6s %s" % (kind, counts), flush=True)
    for line in others:
        print("  " + line)
    return found, others


def page_lines(documents, corpus):
    """The part of the page about documents."""
    lines = ["", "## Web pages, Markdown, and office files", ""]
    lines += ["How many of the words `pdftotext` reads in their order, in the best of its three modes; the number of pages; and the"]
    lines += ["processor time, the best of several rounds. Fonts are mentioned where not all of them are embedded. All words of a"]
    lines += ["document are different, in five scripts; LibreOffice has made the office files from the first HTML page, and from a"]
    lines += ["table of 120 rows. *%s* is `qpreview pages` where neither LibreOffice nor WeasyPrint can be used." % SIMPLE]
    lines += ["Chromium prints Markdown that `cmark-gfm` has made HTML of; it runs without its sandbox (`--headless --no-sandbox`),"]
    lines += ["LibreOffice with an empty profile, as after its installation. `qpreview` reads each document in a sandbox, and counts"]
    lines += ["the pages of the result.", ""]
    programs = [program for program in (OURS, SIMPLE, *NEEDED) if any(program in cells for cells in documents.values())]
    lines += ["| | " + " | ".join(programs) + " |", "| --- |" + " --- |" * len(programs)]
    for kind, cells in documents.items():
        lines.append("| %s | %s |" % (kind, " | ".join(cells.get(program, "") for program in programs)))
    if not corpus:
        return lines
    lines += ["", "## Office files of other people", ""]
    lines += ["Up to %d of each kind, evenly chosen from a collection of files for tests: whether `qpreview pages`, which lets" % SAMPLE]
    lines += ["LibreOffice work in a sandbox, has the same pages as `soffice --convert-to pdf` has. *Neither* makes pages of files that"]
    lines += ["are damaged or encrypted.", ""]
    lines += ["| | files | both | neither | same number of pages | same words | same fonts |", "| --- |" + " ---: |" * 6]
    for kind, counts in corpus[0].items():
        lines.append("| %s | %s |" % (kind, " | ".join(str(counts[name]) for name in ("files", "both", "neither", "pages", "words", "fonts"))))
    if corpus[1]:
        lines += ["", "Not the same:", ""] + ["- " + line for line in corpus[1]]
    return lines
