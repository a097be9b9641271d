/// A request to a zygote about one document: the first message of an exchange.
///
/// These descriptors travel with it, in this order: the document, the socket for the child's answer, and the
/// socket for the zygote's status. A request for a picture adds a memory file, for a picture inside the document
/// or for the payload, and may lend another one for the pixels; a request that writes adds the output and a memory file with the payload. The payload is a
/// ``SheetLayout``, ``SheetTexts``, a ``RasterRequest``, a ``PageLayout``, a ``PartsMessage``, a ``TextMessage``, a password, a ``CardMessage``, a ``ListingMessage``, or a
/// ``CachedThumbnailMessage``.
public struct RequestMessage: Equatable, Sendable {
    /// The operation of a request.
    public enum Operation: UInt8, Sendable {
        /// The facts of the document.
        case info = 1
        /// A picture of one page.
        case thumbnail = 2
        /// The finished PDF of a ``SheetLayout``.
        case prepareSheets = 3
        /// The document without its encryption.
        case unlock = 4
        /// A card of a ``CardMessage``; the document is the icon, or empty.
        case card = 5
        /// A picture of a ``ListingMessage``; the document is empty.
        case listing = 6
        /// A thumbnail from the cache of the desktop; the payload is a ``CachedThumbnailMessage``.
        case cachedThumbnail = 7
        /// The thumbnail inside a photo, where it has the proportions of the photo.
        case embeddedThumbnail = 8
        /// The document in a form that prints as it is displayed, where it does not already.
        case makePrintable = 9
        /// The raster file of a ``RasterRequest``, from a finished PDF.
        case makeRaster = 11
        /// The pages of a ``PageLayout``, as a PDF.
        case makePages = 12
        /// The ``SheetTexts`` of a layout as a PDF with a page for each; the document is empty.
        case makeTexts = 13
        /// The pages of several PDFs, one after the other, as one; the payload is a ``PartsMessage``.
        case joinPages = 14
        /// Whether the pages of a picture can be decoded, of which the header tells nothing; the answer is a problem, or none.
        case decode = 15
        /// The text of the pages of a ``TextMessage``, from a PDF, as records of ``PageText``; of a text file, its first lines in
        /// their colors.
        case text = 20

        /// Whether the child writes a file.
        public var writes: Bool {
            self == .prepareSheets || self == .unlock || self == .makePrintable
                || self == .makeRaster || self == .makePages || self == .makeTexts
                || self == .joinPages || self == .text
        }

        /// Whether a second helper is asked where the first one cannot read the document.
        public var mayBeReadTwice: Bool {
            self == .info || self == .thumbnail || self == .prepareSheets || self == .makePages
                || self == .decode
        }

        /// Whether the payload is drawn, rather than a document.
        public var drawsPayload: Bool { self == .card || self == .listing }

        /// Whether it is about an existing thumbnail.
        public var usesThumbnail: Bool { self == .cachedThumbnail || self == .embeddedThumbnail }

        /// Whether the first helper reads the document, whatever its type is.
        public var isForAnyType: Bool { self == .makePrintable }

        /// Whether the answer is a picture.
        public var draws: Bool { self == .thumbnail || drawsPayload || usesThumbnail }

        /// The numbers of descriptors that may travel with the request.
        public var descriptorCounts: ClosedRange<Int> { writes ? 5...5 : draws ? 4...5 : 3...3 }
    }

    /// The purpose of a picture.
    public enum Medium: UInt8, Sendable {
        /// A display: everything that a viewer shows.
        case screen = 1
        /// Paper: annotations that are not printed are left out.
        case paper = 2
    }

    /// The size of every request, in bytes.
    public static let size = 320

    /// The operation.
    public var operation: Operation
    /// The purpose of the picture.
    public var medium: Medium
    /// The page to draw, 1-based; 0 in a request for facts asks for the type alone, which needs no reading of the document.
    public var page: UInt32
    /// The longest edge of the picture in pixels.
    public var pixels: UInt32
    /// The size of the memory file that travels with the request, in bytes.
    public var payloadSize: UInt32
    /// The last part of the document's path: a hint, which is never opened.
    public var name: String
    /// The processor time that the child may use, in seconds.
    public var processorSeconds: UInt32
    /// The address space that the child may use, in MiB.
    public var memoryMebibytes: UInt32
    /// The most pixels of an image that are decoded.
    public var pixelLimit: UInt64

    /// The number of pictures inside the document that could not be drawn, and are skipped.
    public var picturesTried: UInt8

    /// Whether an earlier child has found that the document is a drawing (SVG): it is read as nothing else, and its
    /// reader may open fonts.
    public var isDrawing: Bool

    /// The most pictures inside one document that are tried.
    public static let picturesLimit: UInt8 = 3
    /// The longest name, in bytes; of a longer one the end is kept.
    public static let nameLimit = 255
    private static let magicNumber: UInt32 = 0x5051_0004

    /// A request with the usual limits.
    public init(_ operation: Operation, name: String = "") {
        self.operation = operation
        self.medium = .screen
        self.page = 1
        self.pixels = 256
        self.payloadSize = 0
        self.name = name
        self.processorSeconds = 10
        self.memoryMebibytes = 0
        self.pixelLimit = 128_000_000
        self.picturesTried = 0
        self.isDrawing = false
    }

    /// Encodes the request.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.magicNumber)
        writer.write(operation.rawValue)
        writer.write(medium.rawValue)
        writer.write(page)
        writer.write(pixels)
        writer.write(payloadSize)
        writer.write(processorSeconds)
        writer.write(memoryMebibytes)
        writer.write(pixelLimit)
        writer.write(picturesTried)
        writer.write(UInt8(clamping: isDrawing ? 1 : 0))
        writer.write(Self.end(of: name), limit: Self.nameLimit)
        writer.pad(to: Self.size)
        return writer.bytes
    }

    /// Decodes a request; `nil` where the bytes are invalid.
    public init?(decoding bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        var reader = ByteReader(bytes)
        guard let magicNumber = try? reader.read(UInt32.self), magicNumber == Self.magicNumber,
            let operation = (try? reader.read(UInt8.self)).flatMap(Operation.init),
            let medium = (try? reader.read(UInt8.self)).flatMap(Medium.init),
            let page = try? reader.read(UInt32.self),
            let pixels = try? reader.read(UInt32.self),
            let payloadSize = try? reader.read(UInt32.self),
            let processorSeconds = try? reader.read(UInt32.self),
            let memoryMebibytes = try? reader.read(UInt32.self),
            let pixelLimit = try? reader.read(UInt64.self),
            let picturesTried = try? reader.read(UInt8.self),
            let drawing = try? reader.read(UInt8.self),
            let name = try? reader.readText(limit: Self.nameLimit)
        else { return nil }
        self.operation = operation
        self.medium = medium
        self.page = page
        self.pixels = pixels
        self.payloadSize = payloadSize
        self.name = name
        self.processorSeconds = processorSeconds
        self.memoryMebibytes = memoryMebibytes
        self.pixelLimit = pixelLimit
        self.picturesTried = picturesTried
        self.isDrawing = drawing != 0
    }

    /// The extension of the name in lower case, or an empty text.
    public var nameExtension: String { Self.nameExtension(of: name) }

    /// Returns the extension of a file name in lower case, or "" if it has none of at most 31 bytes.
    public static func nameExtension(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return "" }
        let rest = name[dot...].dropFirst()
        return rest.utf8.count <= 31 ? rest.lowercased() : ""
    }

    /// The end of a name, cut between characters.
    private static func end(of name: String) -> String {
        var name = name[...]
        while name.utf8.count > nameLimit { name.removeFirst() }
        return String(name)
    }
}
