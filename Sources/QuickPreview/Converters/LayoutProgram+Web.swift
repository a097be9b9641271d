extension LayoutProgram {
    /// The program for Python that has WeasyPrint lay a page out, within the sandbox.
    ///
    /// Its arguments are the document, the result, and the style sheet. It takes the place of WeasyPrint's
    /// own command, which reads every address that it can reach: here, a page gets what its addresses
    /// contain themselves (`data:`), and the pictures that are packed with it. Its own address is made up,
    /// so that relative ones lead into the package, and no others do; equal pages have the same address.
    /// Links to anything but the web and mail would lead to nothing.
    ///
    /// The encoding is found as for texts, because few files that people save declare one: what reads as UTF-8 is UTF-8.
    /// Otherwise a byte order mark, the declaration of XML, or one of the page decides, in this order. A page with the
    /// escapes of ISO 2022 reads as UTF-8, and has to declare itself.
    static let webScript = #"""
        import io, re, sys, unicodedata, urllib.parse, zipfile
        from weasyprint import HTML, default_url_fetcher

        SCHEME, ROOT = "qpreview-package", "/5c3c1c1e-the-folder-of-the-page/"
        TYPE = b"application/vnd.printcenter.document+zip"
        PICTURES = {"jpg": "jpeg", "jpeg": "jpeg", "png": "png", "gif": "gif", "webp": "webp", "svg": "svg+xml"}
        TEXT_LIMIT, PICTURE_LIMIT = 64 << 20, 32 << 20
        document, result, style = sys.argv[1:]
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

        package, place, parts = None, "document.html", {}
        with open(document, "rb") as file:
            text = file.read()
        if text.startswith(b"PK\3\4"):
            package = zipfile.ZipFile(io.BytesIO(text))
            entries = package.infolist()
            if read(package, package.getinfo("mimetype"), 255) != TYPE:
                raise ValueError("another package")
            text, place = read(package, entries[1], TEXT_LIMIT), entries[1].filename
            parts = {plain(entry.filename): entry for entry in entries[2:]}

        def fetch(address, *arguments, **options):
            if address[:5].lower() == "data:":
                return default_url_fetcher(address)
            whole = urllib.parse.urlsplit(address)
            path = whole.path
            if whole.scheme != SCHEME or whole.netloc or not path.startswith(ROOT):
                raise ValueError("not of this document")
            entry = parts.get(plain(urllib.parse.unquote(path[len(ROOT):])))
            kind = PICTURES.get(path.rpartition(".")[2].lower())
            if entry is None or kind is None:
                raise ValueError("no picture of this document")
            return {"string": read(package, entry, PICTURE_LIMIT), "mime_type": "image/" + kind}

        base = SCHEME + "://" + ROOT + urllib.parse.quote(place)
        page = HTML(file_obj=io.BytesIO(text), encoding=encoding(text), base_url=base, url_fetcher=fetch)
        pages = page.render(stylesheets=[style])
        for each in pages.pages:
            each.links = [
                link for link in each.links
                if link[0] != "external" or link[1].partition(":")[0].lower() in ("http", "https", "mailto")
            ]
        pages.write_pdf(result)
        """#
}
