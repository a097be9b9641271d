import PreviewModel

extension RendererFamily {
    /// The Debian packages of the libraries that the helper opens; the first is the one that people will lack.
    var packages: [String] {
        switch self {
        case .documents: ["libpoppler-glib8"]
        case .images: ["libvips42"]
        case .text:
            [
                "libpangocairo-1.0-0", "libarchive13", "libcmark-gfm-extensions0.29.0.gfm.6",
                "libuchardet0",
            ]
        case .codecs: ["libmagickwand-6.q16-6", "libvips42"]
        case .video: ["libffmpegthumbnailer4v5"]
        case .plain: ["libjpeg62-turbo", "libpng16-16"]
        case .postscript: ["libgs10"]
        }
    }
}
