import Glibc

/// The settings of a ``Previewer``: where its helper programs are, and the limits for a document.
public struct PreviewerConfiguration: Sendable {
    /// The path of `qpreview-zygote`.
    ///
    /// With `nil`, the variable `QPREVIEW_ZYGOTE` names it; otherwise it is beside this program or in
    /// `../libexec/printcenter/`, or so beside the `qpreview` in `PATH`, or where packages put it.
    public var zygote: String?
    /// The limit for one document, in time of the processor; one that needs more is
    /// ``PreviewError/Code/processorLimit``.
    ///
    /// How busy the computer is makes no difference. A document that has not been read after six times as long on the clock is
    /// ``PreviewError/Code/timeLimit``.
    public var timeLimit: Duration
    /// The most documents that are read at the same time; the others wait.
    public var concurrentChildren: Int
    /// The most pixels of an image that are decoded; an image with more is ``PreviewError/Code/pixelLimit``.
    public var pixelLimit: Int
    /// The file that records documents which crashed their library three times and are not opened again.
    ///
    /// With `nil`, the record lasts as long as the previewer. Programs share ``usualCrashRecord``.
    public var crashRecord: String?
    /// Whether programs that are installed (LibreOffice, WeasyPrint) lay documents out, each in a sandbox of its own.
    public var usesPrograms = true
    /// Whether requests go to the helper that the user's programs share (`qpreviewd`), where one is running.
    ///
    /// It is never started for that, and its limits are the usual ones. Without it, and where anything is wrong with its
    /// socket, the previewer's own helpers do the work, with the same results.
    public var usesRunningHelper = false
    /// The path of PDFium's library, which draws the pages of PDFs for the screen in half of poppler's time; with `nil`, poppler
    /// draws them all, as it does what PDFium cannot draw.
    ///
    /// Facts, text, finished pages, and pictures of what will be printed are poppler's in any case.
    public var pdfium: String? = PreviewerConfiguration.usualPDFium
    /// The folder that contains the `thumbnails` folder of the desktop; `nil` for that of the user.
    package var pictureCache: String?
    /// How often the time limit may pass on the clock, on a computer that has other work.
    package var patience = 6
    /// Where the programs are that lay documents out; tests have others.
    var converterPlaces = Converter.Places()
    /// The most time that one of these programs may take; with `nil`, that of all pages of a document.
    var programTimeLimit: Duration?
    /// Variables for the helpers, which otherwise have none; tests set some.
    package var helperEnvironment: [String] = []

    /// The usual limits: ``usualTimeLimit``, 128 megapixels, and as many children as there are processors.
    public init(
        zygote: String? = nil,
        timeLimit: Duration = PreviewerConfiguration.usualTimeLimit,
        concurrentChildren: Int? = nil,
        pixelLimit: Int = 128_000_000,
        crashRecord: String? = nil
    ) {
        self.zygote = zygote
        self.timeLimit = timeLimit
        let processors = sysconf(Int32(clamping: _SC_NPROCESSORS_ONLN))
        self.concurrentChildren = max(1, concurrentChildren ?? processors)
        self.pixelLimit = pixelLimit
        self.crashRecord = crashRecord
    }

    /// The time limit of the user's programs: the seconds that the variable `QPREVIEW_TIME_LIMIT` names, for slow machines, 1 to
    /// 86,400; 10 where it is anything but up to nine digits.
    public static var usualTimeLimit: Duration { timeLimit(variable("QPREVIEW_TIME_LIMIT")) }

    /// Sources/Programs/qpreview/single.c reads it in the same way.
    static func timeLimit(_ given: String?) -> Duration {
        guard let given, (1...9).contains(given.utf8.count),
            given.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let seconds = Int(given)
        else { return .seconds(10) }
        return .seconds(min(max(seconds, 1), 86_400))
    }

    /// The record of the user's programs: `$XDG_STATE_HOME/printcenter/crashed-documents`, else below
    /// `~/.local/state`; `nil` where there is no home.
    public static var usualCrashRecord: String? {
        let name = "printcenter/crashed-documents"
        // Relative paths are to be ignored (XDG Base Directory Specification).
        if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") {
            return "\(state)/\(name)"
        }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state/\(name)"
    }

    /// The library that the variable `QPREVIEW_PDFIUM` names by its absolute path, none where that is `off`, otherwise the first of
    /// those that are installed: one of the system, or the one of LibreOffice.
    public static var usualPDFium: String? {
        if let name = variable("QPREVIEW_PDFIUM"), !name.isEmpty {
            return name.hasPrefix("/") ? name : nil
        }
        return pdfiumPlaces.first { unsafe access($0, R_OK) == 0 }
    }

    /// Where PDFium may be; Sources/Programs/qpreview/single.c looks there, too.
    private static let pdfiumPlaces = [
        "/usr/local/lib/libpdfium.so", "/usr/lib/libpdfium.so",
        "/usr/lib/libreoffice/program/libpdfiumlo.so",
    ]

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
