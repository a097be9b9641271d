/// What a child made of a document: the only words that leave it.
///
/// A picture's pixels travel beside it in a sealed memory file: 8-bit RGBA, alpha not premultiplied, rows
/// without padding.
public struct AnswerMessage: Equatable, Sendable {
    /// How the work ended, as far as the child can tell.
    public enum Outcome: UInt8, Sendable {
        /// It is done.
        case done = 1
        /// The document belongs to the other helper.
        case otherFamily = 2
        /// There is no picture, or no selection, of this type.
        case noPreview = 3
        /// The document's own ``DocumentInfo/problem`` stands in the way.
        case problem = 4
        /// The page, or one of the pages, does not exist.
        case pageOutOfRange = 5
        /// Drawing needs more memory than there is.
        case memoryLimit = 6
        /// The output could not be written.
        case outputFailed = 7
        /// The picture that the document carries inside lies in the memory file, to be drawn by itself.
        case embedded = 8
        /// As ``embedded``, and the picture is a drawing (SVG), whose letters take fonts.
        case embeddedDrawing = 9
        /// The type is one that is drawn, and nothing in this document is.
        case nothingToShow = 10
        /// The document is as it should be; nothing was written.
        case unchanged = 11
        /// The document is a drawing (SVG), whose letters take fonts, which this child may not open: to be asked
        /// again with ``RequestMessage/isDrawing``.
        case drawing = 12
    }

    /// The largest answer, in bytes.
    public static let sizeLimit = 65536
    /// The longest edge of a picture, in pixels.
    public static let edgeLimit: UInt32 = 16_384

    /// How the work ended.
    public var outcome: Outcome
    /// The facts of the document, as far as they were asked for.
    public var info: DocumentInfo
    /// The width of the picture in pixels, or 0.
    public var width: UInt32
    /// The height of the picture in pixels, or 0.
    public var height: UInt32

    private static let mark: UInt32 = 0x5041_0003
    private static let textLimit = 1024
    private static let typeLimit = 127

    /// An answer without a picture.
    public init(_ outcome: Outcome, info: DocumentInfo, width: UInt32 = 0, height: UInt32 = 0) {
        self.outcome = outcome
        self.info = info
        self.width = width
        self.height = height
    }

    /// The answer as bytes, at most ``sizeLimit``.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.mark)
        writer.write(outcome.rawValue)
        writer.write(width)
        writer.write(height)
        writer.write(info.type, limit: Self.typeLimit)
        writer.write(info.title, limit: Self.textLimit)
        writer.write(Int64(info.pages.map { min($0, DocumentInfo.pagesLimit) } ?? -1))
        writer.write(info.width.map { min($0, DocumentInfo.lengthLimit) } ?? -1)
        writer.write(info.height.map { min($0, DocumentInfo.lengthLimit) } ?? -1)
        writer.write(UInt8(info.encrypted ? 1 : 0))
        writer.write(UInt8(info.carriesPicture ? 1 : 0))
        let (problem, why): (UInt8, String) =
            switch info.problem {
            case nil: (0, "")
            case .empty: (1, "")
            case .damaged(let why): (2, why)
            case .encrypted: (3, "")
            case .tooLarge(let why): (4, why)
            }
        writer.write(problem)
        writer.write(why, limit: Self.textLimit)
        let sizes = info.pageSizes.prefix(DocumentInfo.pageSizesLimit)
        writer.write(UInt16(sizes.count))
        for size in sizes {
            writer.write(size.width)
            writer.write(size.height)
        }
        encode(info.typeReport, to: &writer)
        return writer.bytes
    }

    private func encode(_ report: TypeReport?, to writer: inout ByteWriter) {
        writer.write(report?.rule.rawValue ?? 0)
        guard let report else { return }
        writer.write(UInt8(report.isMisnamed ? 1 : 0))
        for text in [report.magic, report.name, report.data, report.container, report.sign] {
            writer.write(text, limit: Self.typeLimit)
        }
        writer.write(report.microseconds)
    }

    private static func decodeReport(
        _ reader: inout ByteReader
    ) throws(ByteReader.Malformed) -> TypeReport? {
        let number = try reader.read(UInt8.self)
        if number == 0 { return nil }
        guard let rule = TypeRule(rawValue: number) else { throw ByteReader.Malformed() }
        var report = TypeReport(rule: rule)
        report.isMisnamed = try flag(reader.read())
        report.magic = try reader.readOptionalText(limit: typeLimit)?.singleLine
        report.name = try reader.readOptionalText(limit: typeLimit)?.singleLine
        report.data = try reader.readOptionalText(limit: typeLimit)?.singleLine
        report.container = try reader.readOptionalText(limit: typeLimit)?.singleLine
        report.sign = try reader.readOptionalText(limit: typeLimit)?.singleLine
        report.microseconds = try reader.read()
        return report
    }

    /// The answer of these bytes, or `nil` when they are none.
    ///
    /// The child has read a document that nobody trusts, so neither is its answer: texts are made single
    /// lines, numbers are checked.
    public init?(decoding bytes: [UInt8]) {
        guard let answer = try? Self.decode(bytes) else { return nil }
        self = answer
    }

    private static func decode(_ bytes: [UInt8]) throws(ByteReader.Malformed) -> AnswerMessage {
        guard bytes.count <= sizeLimit else { throw ByteReader.Malformed() }
        var reader = ByteReader(bytes)
        guard try reader.read(UInt32.self) == mark,
            let outcome = Outcome(rawValue: try reader.read())
        else { throw ByteReader.Malformed() }
        let width = try reader.read(UInt32.self)
        let height = try reader.read(UInt32.self)
        guard width <= edgeLimit, height <= edgeLimit else { throw ByteReader.Malformed() }
        var info = DocumentInfo(
            type: FileType(rawValue: try reader.readText(limit: typeLimit).singleLine)
        )
        info.title = try reader.readOptionalText(limit: textLimit)?.singleLine
        info.pages = try count(reader.read(Int64.self))
        info.width = try length(reader.readDouble())
        info.height = try length(reader.readDouble())
        info.encrypted = try flag(reader.read())
        info.carriesPicture = try flag(reader.read())
        let problem = try reader.read(UInt8.self)
        let why = try reader.readText(limit: textLimit).singleLine
        switch problem {
        case 0: info.problem = nil
        case 1: info.problem = .empty
        case 2: info.problem = .damaged(why: why)
        case 3: info.problem = .encrypted
        case 4: info.problem = .tooLarge(why: why)
        default: throw ByteReader.Malformed()
        }
        let sizes = try reader.read(UInt16.self)
        guard sizes <= DocumentInfo.pageSizesLimit else { throw ByteReader.Malformed() }
        for _ in 0..<sizes {
            let size = PageSize(width: try reader.readDouble(), height: try reader.readDouble())
            guard size.isPossible else { throw ByteReader.Malformed() }
            info.pageSizes.append(size)
        }
        info.typeReport = try decodeReport(&reader)
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        return AnswerMessage(outcome, info: info, width: width, height: height)
    }

    private static func count(_ number: Int64) throws(ByteReader.Malformed) -> Int? {
        guard (-1...Int64(DocumentInfo.pagesLimit)).contains(number) else {
            throw ByteReader.Malformed()
        }
        return number == -1 ? nil : Int(number)
    }

    private static func length(_ number: Double) throws(ByteReader.Malformed) -> Double? {
        if number == -1 { return nil }
        guard (0...DocumentInfo.lengthLimit).contains(number) else {
            throw ByteReader.Malformed()
        }
        return number
    }

    private static func flag(_ number: UInt8) throws(ByteReader.Malformed) -> Bool {
        guard number <= 1 else { throw ByteReader.Malformed() }
        return number == 1
    }
}
