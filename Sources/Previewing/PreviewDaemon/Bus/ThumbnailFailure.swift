import QuickPreview

/// Why a file has no thumbnail, as a signal `Error` says it: with the codes of Tumbler, which clients know.
struct ThumbnailFailure: Error, Hashable {
    /// The codes of Tumbler's `TumblerErrorEnum`.
    enum Code: Int32 {
        case unsupported = 0
        case connection = 1
        case invalidFormat = 2
        case isThumbnail = 3
        case saveFailed = 4
        case unsupportedFlavor = 5
        case noContent = 6
        case shuttingDown = 7
        case other = 8
    }

    /// The code.
    let code: Code
    /// The reason in English, without the name of the file.
    let message: String

    static let notLocal = Self(code: .unsupported, message: "Only local files are supported")
    static let unsupportedFlavor = Self(
        code: .unsupportedFlavor,
        message: "Unsupported thumbnail flavor requested"
    )
    static let missing = Self(code: .other, message: "There is no such file")
    static let changed = Self(code: .other, message: "The file changes while it is read")
    static let shuttingDown = Self(
        code: .shuttingDown,
        message: "The thumbnailer service is shutting down"
    )

    /// A file of which no thumbnail is kept.
    init(_ reason: ThumbnailPrivacy.Reason) {
        switch reason {
        case .thumbnail: self.init(code: .isThumbnail, message: "The file is a thumbnail itself")
        case .noFile: self.init(code: .unsupported, message: "It is not a regular file")
        case .noTime: self.init(code: .unsupported, message: "The file has no modification time")
        case .named, .temporary, .encrypted:
            self.init(
                code: .unsupported,
                message: "Thumbnails of files in this folder are not kept (\(reason.rawValue))"
            )
        }
    }

    /// A file that was not drawn.
    init(_ error: PreviewError) {
        let code: Code =
            switch error.code {
            case .noPreview where error.isLasting: .unsupported
            case .variantUnsupported: .unsupported
            case .damaged: .invalidFormat
            case .empty, .encrypted, .pixelLimit, .filesMissing: .noContent
            case .unavailable, .unconfined: .connection
            default: .other
            }
        self.init(code: code, message: error.message)
    }

    init(code: Code, message: String) {
        self.code = code
        self.message = message
    }
}
