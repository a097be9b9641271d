extension LayoutProgram {
    /// The program for Python that has WeasyPrint lay a page out, within the sandbox.
    ///
    /// Its arguments are the document, the result, the style sheet, and the least and the greatest length of a page from a
    /// roll, in pixels of CSS: such a page, where the document does not say how large it is, ends where what is on it does. It takes the place of WeasyPrint's
    /// own command, which reads every address that it can reach: here, a page gets what its addresses
    /// contain themselves (`data:`), and the pictures that are packed with it. Its own address is made up,
    /// so that relative ones lead into the package, and no others do; equal pages have the same address.
    /// Links to anything but the web and mail would lead to nothing.
    ///
    /// What it does not get is counted, each address once, for ``LeftOutMark``: but for fonts, which other ones replace, and
    /// pictures of a pixel, which hold room or report that somebody reads. So are letters that no font has, where WeasyPrint
    /// leaves gaps, and whether lines that are drawn should be vertical: it does not support
    /// `writing-mode`, so the script adds it as a property without effect. With a version of WeasyPrint whose internals
    /// differ, neither is counted.
    ///
    /// The encoding is found as for texts, because few files that people save declare one: what reads as UTF-8 is UTF-8.
    /// Otherwise a byte order mark, the declaration of XML, or one of the page decides, in this order. A page with the
    /// escapes of ISO 2022 reads as UTF-8, and has to declare itself.
    static let webScript = #"""
        import io, re, sys, unicodedata, urllib.parse, zipfile
        from weasyprint import HTML, default_url_fetcher
        from weasyprint.formatting_structure import boxes

        SCHEME, ROOT = "qpreview-package", "/5c3c1c1e-the-folder-of-the-page/"
        TYPE = b"application/vnd.printcenter.document+zip"
        PICTURES = {"jpg": "jpeg", "jpeg": "jpeg", "png": "png", "gif": "gif", "webp": "webp", "svg": "svg+xml"}
        FONTS = ("woff", "woff2", "ttf", "otf", "ttc", "eot")
        TEXT_LIMIT, PICTURE_LIMIT = 64 << 20, 32 << 20
        document, result, style = sys.argv[1:4]
        least, most = map(float, sys.argv[4:6])
        urllib.parse.uses_relative.append(SCHEME)
        urllib.parse.uses_netloc.append(SCHEME)

        def plain(name):
            return unicodedata.normalize("NFC", name)

        def read(package, entry, limit):
            if entry.file_size > limit:
                raise ValueError("too large")
            return package.read(entry)

        def encoding(text):
            if text.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\x1b" in text:
                return None
            if b"\0" in text[:64]:
                return "utf-16be" if text[0] == 0 else "utf-16le"
            try:
                text.decode()
                return "utf-8"
            except UnicodeDecodeError:
                declared = re.match(rb"\s*<\?xml[^>]*encoding\s*=\s*[\"']([\w.:-]+)", text)
                return declared and declared[1].decode("ascii", "replace")

        # Below folders, so that an address beside an unpacked page is told from one that begins at a root.
        package, place, parts = None, "a/" * 16 + "document.html", {}
        sheets, dots, left_out = set(), set(), (set(), set(), set())
        with open(document, "rb") as file:
            text = file.read()
        if text.startswith(b"PK\3\4"):
            package = zipfile.ZipFile(io.BytesIO(text))
            entries = package.infolist()
            if read(package, package.getinfo("mimetype"), 255) != TYPE:
                raise ValueError("another package")
            text, place = read(package, entries[1], TEXT_LIMIT), entries[1].filename
            parts = {plain(entry.filename): entry for entry in entries[2:]}

        def note(address, path, is_beside):
            name, ending = urllib.parse.unquote(address), path.rpartition(".")[2].lower()
            if name in sheets or ending == "css":
                left_out[2].add(name)
            elif ending not in FONTS and name not in dots:
                left_out[0 if is_beside else 1].add(name)

        def fetch(address, *arguments, **options):
            if address[:5].lower() == "data:":
                return default_url_fetcher(address)
            whole = urllib.parse.urlsplit(address)
            path = whole.path
            try:
                return find(whole, path)
            except Exception:
                note(address, path, whole.scheme == SCHEME and not whole.netloc and path.startswith(ROOT))
                raise

        def find(whole, path):
            if whole.scheme != SCHEME or whole.netloc or not path.startswith(ROOT):
                raise ValueError("not of this document")
            entry = parts.get(plain(urllib.parse.unquote(path[len(ROOT):])))
            kind = PICTURES.get(path.rpartition(".")[2].lower())
            if entry is None or kind is None:
                raise ValueError("no picture of this document")
            return {"string": read(package, entry, PICTURE_LIMIT), "mime_type": "image/" + kind}

        base = SCHEME + "://" + ROOT + urllib.parse.quote(place)
        page = HTML(file_obj=io.BytesIO(text), encoding=encoding(text), base_url=base, url_fetcher=fetch)
        def whole_address(address):
            return urllib.parse.unquote(urllib.parse.urljoin(page.base_url or base, address.strip()))

        def is_dot(each):
            sizes = [re.match(r"\s*\d+", each.get(edge, "")) for edge in ("width", "height")]
            return all(size and int(size[0]) <= 2 for size in sizes)

        def inner(box):
            # A placeholder stands for a box that has a place of its own.
            box = getattr(box, "_box", box)
            yield box
            for child in getattr(box, "children", ()):
                yield from inner(child)

        def is_seen(box, paper):
            if isinstance(box, (boxes.PageBox, boxes.MarginBox)):
                return False
            if box.element_tag in ("html", "body"):
                # Their ground is that of the whole page, and counts where they say how high they are.
                ground = getattr(paper, "canvas_background", None) or getattr(box, "background", None)
                return bool(ground) and getattr(box.style["height"], "unit", "%") != "%"
            edges = [getattr(box, "border_%s_width" % edge, 0) for edge in ("top", "right", "bottom", "left")]
            is_text = isinstance(box, (boxes.TextBox, boxes.ReplacedBox))
            return is_text or any(edges) or bool(getattr(box, "background", None))

        def end(box):
            height = box.position_y + box.margin_height()
            matrix = getattr(box, "transformation_matrix", None)
            if not box.style["transform"] or matrix is None:
                return height
            x, y = box.position_x, box.position_y
            corners = [(x, y), (x + box.margin_width(), y), (x, height), (x + box.margin_width(), height)]
            return max(height, *(matrix.transform_point(*corner)[1] for corner in corners))

        def settle_length(each):
            paper = each._page_box
            margins = [box for box in paper.children if isinstance(box, boxes.MarginBox)]
            ends = [end(box) for part in paper.children if part not in margins for box in inner(part)
                    if is_seen(box, paper) or box.style["transform"]]
            height = min(most, max([least, *(end + paper.margin_bottom for end in ends)]))
            for box in margins:
                if box.at_keyword.startswith("@bottom"):
                    box.translate(0, height - each.height)
            each.height = height

        for each in page.etree_element.iter("link"):
            if "stylesheet" in each.get("rel", "").lower().split():
                sheets.add(whole_address(each.get("href", "")))
        for each in page.etree_element.iter("img"):
            if is_dot(each):
                dots.add(whole_address(each.get("src", "")))
        letters, vertical = set(), set()

        def watch():
            from weasyprint import draw
            from weasyprint.css import properties, validation

            def writing_mode(tokens):
                return tokens[0].lower_value if len(tokens) == 1 and tokens[0].type == "ident" else None

            writing_mode.wants_base_url = False
            draw_line = draw.draw_first_line

            def draw_and_note(stream, box, *arguments, **options):
                result = draw_line(stream, box, *arguments, **options)
                if re.match("vertical|sideways|tb", box.style["writing_mode"]):
                    vertical.add(True)
                run = box.pango_layout.get_first_line()[0].runs[0]
                while run != draw.ffi.NULL:
                    glyphs = run.data.glyphs
                    for index in range(glyphs.num_glyphs):
                        glyph = glyphs.glyphs[index].glyph
                        if glyph >> 28 == 1 and not unicodedata.category(chr(glyph & 0xffffff)) == "Cc":
                            letters.add(glyph & 0xffffff)
                    run = run.next
                return result

            validation.properties.PROPERTIES["writing-mode"] = writing_mode
            properties.INITIAL_VALUES["writing_mode"] = "horizontal-tb"
            properties.INHERITED.add("writing_mode")
            properties.KNOWN_PROPERTIES.add("writing-mode")
            draw.draw_first_line = draw_and_note

        try:
            watch()
        except Exception:
            pass
        pages = page.render(stylesheets=[style])
        for each in pages.pages:
            each.links = [
                link for link in each.links
                if link[0] != "external" or link[1].partition(":")[0].lower() in ("http", "https", "mailto")
            ]
            if most and abs(each.height - most) < 1:
                settle_length(each)
        pages.write_pdf(result)
        with open(result, "ab") as file:
            numbers = [min(len(each), 999) for each in left_out] + [len(vertical)] + sorted(letters)[:8]
            file.write(b"%%left-out" + b"".join(b" %d" % number for number in numbers) + b"\n")
        """#
}
