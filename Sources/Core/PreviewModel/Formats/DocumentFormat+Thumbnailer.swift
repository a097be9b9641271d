/// The types of which other programs of the desktop ask this project for pictures: `share/thumbnailers`, and the session bus.
///
/// The rule: a type is named where the picture says more of a file than the icon of its type. That is so for each format of
/// ``all`` but archives, of which a list of names is drawn, and for the containers that hold a picture of themselves.
extension DocumentFormat {
    /// The types, sorted.
    package static let thumbnailerTypes: [String] = {
        let formats = all.filter { $0.name != archive.name }
        let types = formats.flatMap { $0.types + $0.supplement.map(\.type) } + containers + open
        return Set(types.filter { !$0.hasSuffix(".") && !$0.hasSuffix("-") }).sorted()
    }()

    /// The entry for thumbnailers of GNOME, MATE, Cinnamon, and Xfce.
    package static var thumbnailer: String {
        """
        # Made from the list of formats: see Docs/adding-a-format.md.
        [Thumbnailer Entry]
        TryExec=/usr/local/bin/qpreview
        Exec=/usr/local/bin/qpreview thumbnail -s %s %u %o
        MimeType=\(thumbnailerTypes.map { $0 + ";" }.joined())

        """
    }

    /// Containers whose files hold a picture of themselves, such as a cover.
    private static let containers = [
        "application/epub+zip", "application/vnd.apple.keynote", "application/vnd.apple.pages",
        "application/vnd.apple.numbers", "application/x-krita", "image/openraster",
        "application/vnd.comicbook+zip", "application/vnd.comicbook-rar", "application/x-cb7",
        "application/x-cbt", "application/x-cbz", "application/x-cbr", "audio/mpeg", "audio/mp4",
        "audio/flac", "audio/ogg", "audio/x-vorbis+ogg", "audio/x-opus+ogg",
    ]

    /// The types of the shared MIME database (2.2) that belong to a format without being in its list (``includes``).
    private static let open = """
        application/atom+xml application/geo+json application/gml+xml application/gpx+xml
        application/jrd+json application/json-patch+json application/ld+json application/mathml+xml
        application/metalink+xml application/metalink4+xml application/owl+xml application/rdf+xml
        application/rss+xml application/schema+json application/smil+xml
        application/sparql-results+xml application/vnd.google-earth.kml+xml
        application/vnd.mozilla.xul+xml application/vnd.oasis.opendocument.presentation
        application/vnd.oasis.opendocument.presentation-template
        application/vnd.oasis.opendocument.spreadsheet
        application/vnd.oasis.opendocument.spreadsheet-template
        application/vnd.oasis.opendocument.text application/vnd.oasis.opendocument.text-master
        application/vnd.oasis.opendocument.text-master-template
        application/vnd.oasis.opendocument.text-template application/vnd.oasis.opendocument.text-web
        application/x-apple-systemprofiler+xml application/x-docbook+xml
        application/x-fictionbook+xml application/x-font-afm application/x-font-bdf
        application/x-font-dos application/x-font-framemaker application/x-font-libgrx
        application/x-font-linux-psf application/x-font-pcf application/x-font-speedo
        application/x-font-sunos-news application/x-font-tex application/x-font-tex-tfm
        application/x-font-ttx application/x-font-type1 application/x-font-vfont
        application/x-ipynb+json application/xhtml+xml application/xliff+xml application/xslt+xml
        application/xspf+xml font/collection font/otf font/ttf font/woff font/woff2 model/gltf+json
        text/cache-manifest text/calendar text/css text/csv text/csv-schema text/enriched text/html
        text/htmlh text/markdown text/org text/plain text/rfc822-headers text/richtext text/rust
        text/sgml text/tab-separated-values text/tcl text/troff text/turtle text/vbscript text/vcard
        text/vnd.graphviz text/vnd.rn-realtext text/vnd.senx.warpscript
        text/vnd.sun.j2me.app-descriptor text/vnd.trolltech.linguist text/vnd.wap.wml
        text/vnd.wap.wmlscript text/vtt text/x-adasrc text/x-authors text/x-bibtex text/x-c++hdr
        text/x-c++src text/x-changelog text/x-chdr text/x-cmake text/x-cobol text/x-common-lisp
        text/x-copying text/x-credits text/x-crystal text/x-csharp text/x-csrc text/x-dart
        text/x-dbus-service text/x-dcl text/x-dsl text/x-dsrc text/x-eiffel text/x-elixir
        text/x-emacs-lisp text/x-erlang text/x-fortran text/x-gcode-gx text/x-genie
        text/x-gettext-translation text/x-gettext-translation-template text/x-gherkin text/x-go
        text/x-google-video-pointer text/x-gradle text/x-groovy text/x-haskell text/x-iMelody
        text/x-idl text/x-install text/x-iptables text/x-java text/x-kaitai-struct text/x-kotlin
        text/x-ldif text/x-lilypond text/x-literate-haskell text/x-log text/x-lua text/x-makefile
        text/x-matlab text/x-maven+xml text/x-meson text/x-microdvd text/x-moc text/x-modelica
        text/x-mof text/x-mpl2 text/x-mpsub text/x-mrml text/x-ms-regedit text/x-mup text/x-nfo
        text/x-objc++src text/x-objcsrc text/x-ocaml text/x-ocl text/x-ooc text/x-opencl-src
        text/x-opml+xml text/x-pascal text/x-patch text/x-python text/x-python3 text/x-qml
        text/x-readme text/x-reject text/x-rpm-spec text/x-rst text/x-sagemath text/x-sass
        text/x-scala text/x-scheme text/x-scons text/x-scss text/x-setext text/x-ssa
        text/x-subviewer text/x-svhdr text/x-svsrc text/x-systemd-unit text/x-tex text/x-texinfo
        text/x-troff-me text/x-troff-mm text/x-troff-ms text/x-twig text/x-txt2tags text/x-uil
        text/x-vala text/x-verilog text/x-vhdl text/x-xmi text/x-xslfo text/x.gcode text/xmcd
        video/3gpp video/3gpp2 video/annodex video/dv video/isivideo video/mj2 video/mp2t video/mp4
        video/mpeg video/ogg video/quicktime video/vnd.radgamettools.bink
        video/vnd.radgamettools.smacker video/vnd.rn-realvideo video/vnd.vivo video/wavelet
        video/webm video/x-anim video/x-flic video/x-flv video/x-matroska video/x-matroska-3d
        video/x-mjpeg video/x-mng video/x-ms-wmv video/x-msvideo video/x-nsv video/x-ogm+ogg
        video/x-sgi-movie video/x-theora+ogg
        """.split(whereSeparator: \.isWhitespace).map(String.init)
}
