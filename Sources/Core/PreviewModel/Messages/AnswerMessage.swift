/// The answer of a child about a document: the only data that leaves the child.
///
/// The pixels of a picture are in a sealed memory file that travels with the answer: 8-bit RGBA,
/// alpha not premultiplied, rows without padding.
public struct AnswerMessage: Equatable, Sendable {
    /// The outcome of a request, as far as the child knows it.
    public enum Outcome: UInt8, Sendable {
        /// The request is fulfilled.
        case done = 1
        /// The document belongs to another family, determined by its type.
        case otherFamily = 2
        /// The type has no preview, or no pages to select.
        case noPreview = 3
        /// The ``DocumentInfo/problem`` of the document prevents it.
        case problem = 4
        /// The page, or one of the pages, does not exist.
        case pageOutOfRange = 5
        /// Drawing exceeds the memory limit.
        case memoryLimit = 6
        /// The output could not be written.
        case outputFailed = 7
        /// The picture inside the document is in the memory file, and is to be drawn by another child.
        case embedded = 8
        /// As ``embedded``; the picture is a drawing (SVG), whose text needs fonts.
        case embeddedDrawing = 9
        /// The type has previews, and this document has nothing to show.
        case nothingToShow = 10
        /// The document needs no change; nothing was written.
        case unchanged = 11
        /// The output would be larger than the request allows.
        case outputTooLarge = 13
        /// A page that should be gray has colors.
        case notGray = 14
        /// The output would be larger than the request allows; ``AnswerMessage/size`` says how large.
        case counted = 15
    }

    /// The largest answer, in bytes.
    public static let sizeLimit = 65536
    /// The longest edge of a picture, in pixels.
    public static let edgeLimit: UInt32 = 16_384

    /// The outcome.
    public var outcome: Outcome
    /// The facts of the document, as far as the request asks for them.
    public var info: DocumentInfo
    /// The width of the picture in pixels, or 0.
    public var width: UInt32
    /// The height of the picture in pixels, or 0.
    public var height: UInt32

    /// Whether words or pictures of the document are not on the pages that were written, because they exceed a limit.
    public var isTruncated = false
    /// What the pages that were written do not show.
    public var leftOut = LeftOut()

    /// The size that the output would have, in bytes, or 0.
    public var size: UInt64 = 0

    private static let magicNumber: UInt32 = 0x5041_000A
    private static let textLimit = 1024
    private static let typeLimit = 127

    /// An answer without a picture.
    public init(_ outcome: Outcome, info: DocumentInfo, width: UInt32 = 0, height: UInt32 = 0) {
        self.outcome = outcome
        self.info = info
        self.width = width
        self.height = height
    }

    /// Encodes the answer, in at most ``sizeLimit`` bytes.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.magicNumber)
        writer.write(outcome.rawValue)
        writer.write(width)
        writer.write(height)
        writer.write(info.type, limit: Self.typeLimit)
        writer.write(info.title, limit: Self.textLimit)
        writer.write(Int64(info.pages.map { min($0, DocumentInfo.pagesLimit) } ?? -1))
        writer.write(info.width.map { min($0, DocumentInfo.lengthLimit) } ?? -1)
        writer.write(info.height.map { min($0, DocumentInfo.lengthLimit) } ?? -1)
        writer.write(UInt8(clamping: info.encrypted ? 1 : 0))
        writer.write(info.restriction?.rawValue ?? 0)
        writer.write(UInt8(clamping: info.carriesPicture ? 1 : 0))
        writer.write(UInt8(clamping: info.isText ? 1 : 0))
        writer.write(UInt8(clamping: isTruncated ? 1 : 0))
        encode(info.problem, to: &writer)
        let sizes = info.pageSizes.prefix(DocumentInfo.pageSizesLimit)
        writer.write(UInt16(clamping: sizes.count))
        for size in sizes {
            writer.write(size.width)
            writer.write(size.height)
        }
        encode(info.typeReport, to: &writer)
        for number in [leftOut.pictures, leftOut.elsewhere, leftOut.styleSheets] {
            writer.write(UInt16(clamping: number))
        }
        writer.write(UInt8(clamping: leftOut.isVertical ? 1 : 0))
        writer.write(UInt8(clamping: leftOut.letters.count))
        for letter in leftOut.letters { writer.write(letter.value) }
        writer.write(size)
        return writer.bytes
    }

    private func encode(_ problem: DocumentProblem?, to writer: inout ByteWriter) {
        let (number, why): (UInt8, DocumentReason?) =
            switch problem {
            case nil: (0, nil)
            case .empty: (1, nil)
            case .damaged(let why): (2, why)
            case .encrypted: (3, nil)
            case .tooLarge(let why): (4, why)
            case .missingPackage(let why): (5, why)
            case .nothingInside(let why): (6, why)
            case .unsupportedVariant(let why): (7, why)
            case .filesMissing(let why): (8, why)
            }
        writer.write(number)
        guard let why else { return }
        writer.write(why.code.rawValue)
        writer.write(UInt8(clamping: why.values.count))
        for value in why.values { writer.write(value, limit: Self.typeLimit) }
    }

    private static func decodeProblem(
        _ reader: inout ByteReader
    ) throws(ByteReader.Malformed) -> DocumentProblem? {
        switch try reader.read(UInt8.self) {
        case 0: return nil
        case 1: return .empty
        case 2: return .damaged(why: try decodeReason(&reader))
        case 3: return .encrypted
        case 4: return .tooLarge(why: try decodeReason(&reader))
        case 5: return .missingPackage(why: try decodeReason(&reader))
        case 6: return .nothingInside(why: try decodeReason(&reader))
        case 7: return .unsupportedVariant(why: try decodeReason(&reader))
        case 8: return .filesMissing(why: try decodeReason(&reader))
        default: throw ByteReader.Malformed()
        }
    }

    private static func decodeReason(
        _ reader: inout ByteReader
    ) throws(ByteReader.Malformed) -> DocumentReason {
        let number = try reader.read(UInt8.self)
        let count = try reader.read(UInt8.self)
        guard let code = DocumentReason.Code(rawValue: number), count <= DocumentReason.valuesLimit
        else { throw ByteReader.Malformed() }
        var values: [String] = []
        for _ in 0..<count { values.append(try reader.readText(limit: typeLimit)) }
        return DocumentReason(code, values: values)
    }

    private func encode(_ report: TypeReport?, to writer: inout ByteWriter) {
        writer.write(report?.rule.rawValue ?? 0)
        guard let report else { return }
        writer.write(UInt8(clamping: report.isMisnamed ? 1 : 0))
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

    /// Decodes an answer; `nil` where the bytes are invalid.
    ///
    /// The answer is as untrusted as the document: texts become single
    /// lines, and numbers are checked.
    public init?(decoding bytes: [UInt8]) {
        guard let answer = try? Self.decode(bytes) else { return nil }
        self = answer
    }

    private static func decode(_ bytes: [UInt8]) throws(ByteReader.Malformed) -> AnswerMessage {
        guard bytes.count <= sizeLimit else { throw ByteReader.Malformed() }
        var reader = ByteReader(bytes)
        guard try reader.read(UInt32.self) == magicNumber,
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
        info.restriction = try decodeRestriction(&reader)
        info.carriesPicture = try flag(reader.read())
        info.isText = try flag(reader.read())
        let isTruncated = try flag(reader.read())
        info.problem = try decodeProblem(&reader)
        let sizes = try reader.read(UInt16.self)
        guard sizes <= DocumentInfo.pageSizesLimit else { throw ByteReader.Malformed() }
        for _ in 0..<sizes {
            let size = PageSize(width: try reader.readDouble(), height: try reader.readDouble())
            guard size.isPossible else { throw ByteReader.Malformed() }
            info.pageSizes.append(size)
        }
        info.typeReport = try decodeReport(&reader)
        let leftOut = try decodeLeftOut(&reader)
        let size = try reader.read(UInt64.self)
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        var answer = AnswerMessage(outcome, info: info, width: width, height: height)
        answer.isTruncated = isTruncated
        answer.size = size
        answer.leftOut = leftOut
        return answer
    }

    private static func decodeRestriction(
        _ reader: inout ByteReader
    ) throws(ByteReader.Malformed) -> PrintRestriction? {
        let number = try reader.read(UInt8.self)
        guard number != 0 else { return nil }
        guard let restriction = PrintRestriction(rawValue: number) else {
            throw ByteReader.Malformed()
        }
        return restriction
    }

    private static func decodeLeftOut(
        _ reader: inout ByteReader
    ) throws(ByteReader.Malformed) -> LeftOut {
        var numbers: [Int] = []
        for _ in 0..<3 {
            let number = Int(try reader.read(UInt16.self))
            guard number <= LeftOut.limit else { throw ByteReader.Malformed() }
            numbers.append(number)
        }
        let isVertical = try flag(reader.read())
        var letters: [Unicode.Scalar] = []
        let count = try reader.read(UInt8.self)
        guard count <= LeftOut.letterLimit else { throw ByteReader.Malformed() }
        for _ in 0..<count {
            guard let letter = Unicode.Scalar(try reader.read(UInt32.self)) else {
                throw ByteReader.Malformed()
            }
            letters.append(letter)
        }
        return LeftOut(
            pictures: numbers[0],
            elsewhere: numbers[1],
            styleSheets: numbers[2],
            letters: letters,
            isVertical: isVertical
        )
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
