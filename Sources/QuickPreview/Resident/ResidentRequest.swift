import PreviewModel

/// A request to the resident helper: one message, with the open file.
///
/// All numbers are little-endian; the layout is that of `qpreview_wire.h`, too. With the message travel the document, and for
/// ``Operation/step`` the payload, where there is one, and the output, where the step writes.
package struct ResidentRequest: Equatable, Sendable {
    /// The operation of a request.
    package enum Operation: UInt16, Sendable {
        /// The facts of a file.
        case info = 1
        /// A picture of a page.
        case thumbnail = 2
        /// The pages as a PDF.
        case pages = 3
        /// The text of some pages.
        case text = 4
        /// The end of the request in progress.
        case cancel = 5
        /// A step of a request that a ``Previewer`` of another process makes: a ``RequestMessage``.
        case step = 6
    }

    /// What else is wanted.
    package struct Options: OptionSet, Sendable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// A card where there is no picture.
        package static let card = Options(rawValue: 1)
        /// First the icon, and a picture that exists already.
        package static let threeAnswers = Options(rawValue: 2)
        /// The places of words.
        package static let positions = Options(rawValue: 4)
        /// Words in Simplified Chinese instead of English.
        package static let chinese = Options(rawValue: 8)
    }

    /// The version of the protocol: another one is refused.
    package static let version: UInt16 = 1
    /// The largest message, in bytes.
    package static let sizeLimit = 2048
    /// The most descriptors of a message.
    package static let descriptorsLimit = 3
    /// The longest edge of a picture, in pixels: a larger one would need more memory than many programs should share.
    package static let edgeLimit: UInt32 = 8192
    private static let magicNumber: UInt32 = 0x5152_5651
    private static let passwordLimit = 127

    /// The operation.
    package var operation: Operation
    /// A number that the answers repeat.
    package var number: UInt32 = 0
    /// What else is wanted.
    package var options: Options = []
    /// The page, or the first one, 1-based.
    package var page: UInt32 = 1
    /// The last page; 0 for that of the document.
    package var lastPage: UInt32 = 0
    /// The longest edge of a picture in points.
    package var size: UInt32 = 256
    /// The pixels to a point.
    package var scale = 1.0
    /// The width of the paper in points.
    package var paperWidth = 0.0
    /// The height of the paper in points.
    package var paperHeight = 0.0
    /// The last part of the file's path.
    package var name = ""
    /// The password of an encrypted document.
    package var password = ""
    /// The encoded ``RequestMessage`` of a step.
    package var step: [UInt8] = []

    /// A request with the usual values.
    package init(_ operation: Operation) { self.operation = operation }

    /// The language of words in the answer.
    package var language: PreviewLanguage {
        options.contains(.chinese) ? .simplifiedChinese : .english
    }

    /// Encodes the request.
    package func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.magicNumber)
        writer.write(Self.version)
        writer.write(operation.rawValue)
        writer.write(number)
        writer.write(options.rawValue)
        writer.write(page)
        writer.write(lastPage)
        writer.write(size)
        writer.write(scale)
        writer.write(paperWidth)
        writer.write(paperHeight)
        writer.write(name, limit: RequestMessage.nameLimit)
        writer.write(password, limit: Self.passwordLimit)
        writer.write(step)
        return writer.bytes
    }

    /// The outcome of decoding.
    package enum Decoded: Equatable, Sendable {
        /// A request of this version.
        case request(ResidentRequest)
        /// A request of another version, with its number.
        case otherVersion(number: UInt32)
        /// Anything else.
        case invalid
    }

    /// Decodes a message.
    package static func decode(_ bytes: [UInt8]) -> Decoded {
        do throws(ByteReader.Malformed) {
            guard bytes.count <= sizeLimit else { return .invalid }
            var reader = ByteReader(bytes)
            guard try reader.read(UInt32.self) == magicNumber else { return .invalid }
            let version = try reader.read(UInt16.self)
            let operation = Operation(rawValue: try reader.read())
            let number = try reader.read(UInt32.self)
            // These fields have the same place in every version.
            guard version == Self.version else { return .otherVersion(number: number) }
            guard let operation else { return .invalid }
            var request = ResidentRequest(operation)
            request.number = number
            request.options = Options(rawValue: try reader.read())
            request.page = try reader.read()
            request.lastPage = try reader.read()
            request.size = try reader.read()
            request.scale = try reader.readDouble()
            request.paperWidth = try reader.readDouble()
            request.paperHeight = try reader.readDouble()
            request.name = try reader.readText(limit: RequestMessage.nameLimit)
            request.password = try reader.readText(limit: passwordLimit)
            request.step = try reader.readBytes()
            return reader.isAtEnd ? .request(request) : .invalid
        } catch {
            return .invalid
        }
    }
}
