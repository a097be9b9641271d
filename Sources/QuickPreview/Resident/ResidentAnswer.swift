package import PreviewModel

/// An answer of the resident helper: one message, with a sealed memory file where there is a picture, a PDF, or text.
///
/// All numbers are little-endian; the layout is that of `qpreview_wire.h`, too.
package struct ResidentAnswer: Sendable {
    /// The kind of an answer.
    package enum Kind: UInt16, Sendable {
        /// The request is fulfilled, or ``ResidentAnswer/error`` says why not.
        case answer = 1
        /// The helper speaks another version.
        case otherVersion = 2
        /// The helper has too many clients or requests.
        case busy = 3
        /// The message is not a request.
        case invalid = 4
    }

    /// What only programs without words of their own need.
    package struct Facts: Equatable, Sendable {
        /// The kind of the file in words.
        package var kind: String
        /// A note on the file in words.
        package var note: String?
        /// The quality that a picture would have.
        package var preview: Quality
        /// The size of the file in bytes; -1 for a folder.
        package var bytes: Int64
        /// Whether width and height are pixels.
        package var measuresPixels: Bool
        /// Whether it is a folder.
        package var isFolder: Bool
        /// The name of the problem's code.
        package var problem: String?

        package init(
            kind: String,
            note: String?,
            preview: Quality,
            bytes: Int64,
            measuresPixels: Bool,
            isFolder: Bool,
            problem: String?
        ) {
            self.kind = kind
            self.note = note
            self.preview = preview
            self.bytes = bytes
            self.measuresPixels = measuresPixels
            self.isFolder = isFolder
            self.problem = problem
        }
    }

    /// The quality of a picture.
    package enum Quality: UInt8, Sendable {
        /// There is no picture.
        case none = 0
        /// The icon of the type that the name suggests.
        case icon = 1
        /// A picture that exists already, or that the document contains.
        case embedded = 2
        /// The picture that was asked for.
        case rendered = 3
        /// A card.
        case card = 4
    }

    /// The largest answer, in bytes.
    package static let sizeLimit = AnswerMessage.sizeLimit + 8192
    private static let magicNumber: UInt32 = 0x4152_5651
    private static let textLimit = 1024

    /// The kind.
    package var kind: Kind
    /// The number of the request.
    package var number: UInt32
    /// Whether no other answer follows.
    package var isLast = true
    /// The quality of the picture.
    package var quality = Quality.none
    /// Whether the document contains the picture.
    package var isEmbedded = false
    /// The helper that answered a step.
    package var family: RendererFamily?
    /// The page with which a request for more text begins; 0 for none.
    package var nextPage: UInt32 = 0
    /// The size of the file that travels with the answer.
    package var fileSize: UInt64 = 0
    /// What is wrong.
    package var error: PreviewError?
    /// The answer about the document.
    package var message: AnswerMessage?
    /// The facts in words.
    package var facts: Facts?

    /// An answer without contents.
    package init(_ kind: Kind = .answer, number: UInt32) {
        self.kind = kind
        self.number = number
    }

    /// Encodes the answer, in at most ``sizeLimit`` bytes.
    package func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.magicNumber)
        writer.write(ResidentRequest.version)
        writer.write(kind.rawValue)
        writer.write(number)
        writer.write(UInt8(clamping: isLast ? 1 : 0))
        writer.write(quality.rawValue)
        writer.write(UInt8(clamping: isEmbedded ? 1 : 0))
        writer.write(family?.rawValue ?? 0)
        writer.write(nextPage)
        writer.write(fileSize)
        writer.write(UInt8(clamping: error == nil ? 0 : 1))
        error?.encode(to: &writer)
        writer.write(message?.encoded() ?? [])
        writer.write(UInt8(clamping: facts == nil ? 0 : 1))
        if let facts {
            writer.write(facts.kind, limit: Self.textLimit)
            writer.write(facts.note, limit: Self.textLimit)
            writer.write(facts.preview.rawValue)
            writer.write(facts.bytes)
            writer.write(UInt8(clamping: facts.measuresPixels ? 1 : 0))
            writer.write(UInt8(clamping: facts.isFolder ? 1 : 0))
            writer.write(facts.problem, limit: Self.textLimit)
        }
        return writer.bytes
    }

    /// Decodes an answer; `nil` where the bytes are not one of this version.
    package init?(decoding bytes: [UInt8]) {
        guard let answer = try? Self.decode(bytes) else { return nil }
        self = answer
    }

    private static func decode(_ bytes: [UInt8]) throws(ByteReader.Malformed) -> ResidentAnswer {
        var reader = ByteReader(bytes)
        guard bytes.count <= sizeLimit, try reader.read(UInt32.self) == magicNumber,
            try reader.read(UInt16.self) == ResidentRequest.version,
            let kind = Kind(rawValue: try reader.read())
        else { throw ByteReader.Malformed() }
        var answer = ResidentAnswer(kind, number: try reader.read())
        answer.isLast = try reader.read(UInt8.self) != 0
        guard let quality = Quality(rawValue: try reader.read()) else {
            throw ByteReader.Malformed()
        }
        answer.quality = quality
        answer.isEmbedded = try reader.read(UInt8.self) != 0
        answer.family = RendererFamily(rawValue: try reader.read())
        answer.nextPage = try reader.read()
        answer.fileSize = try reader.read()
        if try reader.read(UInt8.self) != 0 { answer.error = try PreviewError(from: &reader) }
        let message = try reader.readBytes()
        if !message.isEmpty {
            guard let decoded = AnswerMessage(decoding: message) else {
                throw ByteReader.Malformed()
            }
            answer.message = decoded
        }
        if try reader.read(UInt8.self) != 0 { answer.facts = try decodeFacts(&reader) }
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        return answer
    }

    private static func decodeFacts(
        _ reader: inout ByteReader
    ) throws(ByteReader.Malformed) -> Facts {
        let kind = try reader.readText(limit: textLimit)
        let note = try reader.readOptionalText(limit: textLimit)
        guard let preview = Quality(rawValue: try reader.read()) else {
            throw ByteReader.Malformed()
        }
        return Facts(
            kind: kind,
            note: note,
            preview: preview,
            bytes: try reader.read(),
            measuresPixels: try reader.read(UInt8.self) != 0,
            isFolder: try reader.read(UInt8.self) != 0,
            problem: try reader.readOptionalText(limit: textLimit)
        )
    }
}

extension PreviewError {
    private static let codeLimit = 64
    private static let sentenceLimit = 1024

    /// Encodes all of the error, so that another process has the same one.
    fileprivate func encode(to writer: inout ByteWriter) {
        writer.write(code.rawValue, limit: Self.codeLimit)
        writer.write(message, limit: Self.sentenceLimit)
        writer.write(chinese, limit: Self.sentenceLimit)
        writer.write(UInt8(clamping: number == nil ? 0 : 1))
        writer.write(number ?? 0)
        writer.write(type?.rawValue, limit: Self.sentenceLimit)
        writer.write(missingPackage, limit: Self.sentenceLimit)
    }

    /// Decodes an error.
    fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
        let code = try reader.readText(limit: Self.codeLimit)
        let message = try reader.readText(limit: Self.sentenceLimit)
        let chinese = try reader.readOptionalText(limit: Self.sentenceLimit)
        self.init(Code(rawValue: code), message, chinese: chinese)
        let hasNumber = try reader.read(UInt8.self) != 0
        let value = try reader.read(Int32.self)
        number = hasNumber ? value : nil
        type = try reader.readOptionalText(limit: Self.sentenceLimit)
            .map(FileType.init(rawValue:))
        missingPackage = try reader.readOptionalText(limit: Self.sentenceLimit)
    }
}
