import Glibc

/// How a ``Previewer`` works: where its helper lies and what a document may cost.
public struct PreviewerConfiguration: Sendable {
    /// The path of `qpreview-zygote`; `nil` looks at the variable `QPREVIEW_ZYGOTE`, then beside this
    /// program, then in `../libexec/printcenter/`.
    public var zygote: String?
    /// The time that one document may take, from the start of its child; longer is
    /// ``PreviewError/Code/timeLimit``.
    public var timeLimit: Duration
    /// How many documents are worked on at once; the others wait in line.
    public var concurrentChildren: Int
    /// How many pixels of an image may be decoded; an image with more is ``PreviewError/Code/pixelLimit``.
    public var pixelLimit: Int
    /// The file that remembers documents which crashed their reader three times and are not opened again.
    ///
    /// `nil` remembers them as long as the previewer lives. ``usualCrashRecord`` is what programs share.
    public var crashRecord: String?
    /// The folder that holds the desktop's `thumbnails`; `nil` is the user's.
    package var pictureCache: String?
    #if DEBUG
    /// What tests tell the helper, such as which walls to leave out.
    package var helperEnvironment: [String] = []
    #endif

    /// The usual limits: 10 seconds, 128 megapixels, as many children as there are processors.
    public init(
        zygote: String? = nil,
        timeLimit: Duration = .seconds(10),
        concurrentChildren: Int? = nil,
        pixelLimit: Int = 128_000_000,
        crashRecord: String? = nil
    ) {
        self.zygote = zygote
        self.timeLimit = timeLimit
        let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        self.concurrentChildren = max(1, concurrentChildren ?? processors)
        self.pixelLimit = pixelLimit
        self.crashRecord = crashRecord
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

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
