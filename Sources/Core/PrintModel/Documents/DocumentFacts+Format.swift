extension DocumentFacts {
    /// Types that print as plain text although their MIME type is not text/plain.
    ///
    /// The subclasses of text/plain in the shared MIME database, without those that have pages of
    /// their own, such as PostScript, SVG and flat OpenDocument, or contain binary data, such as
    /// OpenPGP.
    private static let textTypes: Set<String> = [
        "application/atom+xml", "application/dif+xml", "application/dita+xml",
        "application/ecmascript", "application/envi.hdr", "application/geo+json",
        "application/gml+xml", "application/gpx+xml", "application/hcl", "application/javascript",
        "application/jrd+json", "application/json", "application/json-patch+json",
        "application/json5", "application/ld+json", "application/mathematica",
        "application/mathml+xml", "application/mbox", "application/metalink+xml",
        "application/metalink4+xml", "application/owl+xml", "application/raml+yaml",
        "application/rdf+xml", "application/relax-ng-compact-syntax", "application/rss+xml",
        "application/schema+json", "application/sdp", "application/sieve", "application/smil+xml",
        "application/sparql-query", "application/sparql-results+xml", "application/sql",
        "application/toml", "application/trig", "application/ttml+xml", "application/typescript",
        "application/vnd.apple.mpegurl", "application/vnd.chess-pgn",
        "application/vnd.coffeescript", "application/vnd.flatpak.ref",
        "application/vnd.flatpak.repo", "application/vnd.google-earth.kml+xml",
        "application/vnd.mozilla.xul+xml", "application/x-asp", "application/x-awk",
        "application/x-bat", "application/x-cdrdao-toc", "application/x-csh", "application/x-cue",
        "application/x-designer", "application/x-desktop", "application/x-docbook+xml",
        "application/x-endnote-refer", "application/x-fish", "application/x-gdscript",
        "application/x-gedcom", "application/x-glade", "application/x-gnuplot",
        "application/x-godot-project", "application/x-godot-shader", "application/x-gtk-builder",
        "application/x-ipynb+json", "application/x-java-jnlp-file", "application/x-lyx",
        "application/x-m4", "application/x-mozilla-bookmarks", "application/x-mswinurl",
        "application/x-ndjson", "application/x-nzb", "application/x-perl", "application/x-php",
        "application/x-powershell", "application/x-profile",
        "application/x-protobuf-definition", "application/x-r-source",
        "application/x-research-info-systems", "application/x-ruby", "application/x-sami",
        "application/x-sas", "application/x-shared-library-la", "application/x-shellscript",
        "application/x-stata-do", "application/x-subrip", "application/x-theme",
        "application/x-tmx", "application/x-xbel", "application/x-yaml", "application/x-zsh",
        "application/xliff+xml", "application/xml", "application/xml-dtd",
        "application/xml-external-parsed-entity", "application/xslt+xml", "application/xspf+xml",
        "application/yaml", "audio/x-mpegurl", "message/delivery-status",
        "message/disposition-notification", "message/news", "message/partial", "message/rfc822",
        "message/x-emlx", "video/vnd.mpegurl",
    ]
    /// Text formats whose source is not what a person wants to print.
    private static let renderedText: Set<String> = ["text/html", "text/rtf", "text/richtext"]

    /// The MIME type of the data to send: a PDF made for the job where the pages are known, else
    /// the document itself, which the scheduler lays out.
    ///
    /// Source code and the like print as plain text; a web page does not.
    public var deliveryFormat: String {
        if isImposable { return "application/pdf" }
        let isText =
            (type.hasPrefix("text/") && !Self.renderedText.contains(type))
            || Self.textTypes.contains(type)
        return isText ? "text/plain" : type
    }

    /// Whether the printed form may differ from the original: a PDF with annotations that printers
    /// leave out, a text that is not UTF-8, a picture in PostScript, and compressed data.
    public var mayNeedRework: Bool {
        guard problem == nil else { return false }
        return type == "application/pdf" || type == "image/x-eps" || isCompressed
            || deliveryFormat == "text/plain"
    }

    /// Whether it is compressed with gzip.
    public var isCompressed: Bool {
        type == "application/gzip" || type == "image/x-gzeps"
            || type.hasPrefix("application/x-gz")
    }

    /// Whether its format is one that printers accept.
    public var isDeliverable: Bool {
        isImposable || ["text/plain", "application/postscript"].contains(deliveryFormat)
    }

    /// Whether the service itself places its pages on the sheets: a PDF, or a picture that it can
    /// read.
    public var isImposable: Bool {
        type == "application/pdf" || (type.hasPrefix("image/") && pages != nil)
    }

    /// Whether it is a picture whose pages the service places.
    var isPicture: Bool { type.hasPrefix("image/") && isImposable }
}
