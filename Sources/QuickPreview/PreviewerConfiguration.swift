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

    /// The usual limits: 10 seconds, 128 megapixels, as many children as there are processors.
    public init(
        zygote: String? = nil,
        timeLimit: Duration = .seconds(10),
        concurrentChildren: Int? = nil,
        pixelLimit: Int = 128_000_000
    ) {
        self.zygote = zygote
        self.timeLimit = timeLimit
        let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        self.concurrentChildren = max(1, concurrentChildren ?? processors)
        self.pixelLimit = pixelLimit
    }
}
