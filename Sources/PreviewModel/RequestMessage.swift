/// What a zygote is asked to do with one document: the first message of an exchange.
///
/// The descriptors that travel with it are, in this order: the document, the socket for the child's
/// answer, the socket for the zygote's status; for a picture also a memory file for one that lies in the
/// document, or with what is told; for what is written the output, and a memory file with the ``SheetLayout``
/// or the password; for what is told a memory file with that.
public struct RequestMessage: Equatable, Sendable {
    /// What can be asked.
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
        /// The picture of a file that the desktop keeps in its cache; told are the lines of ``KeptPictureMessage``.
        case kept = 7
        /// The small picture of itself that a photo brings along, where it agrees with the photo.
        case glance = 8
        /// The document in a form that prints as it is displayed, where it does not do so itself.
        case makePrintable = 9
        /// A text as UTF-8, where it is in another encoding.
        case encode = 10
        #if DEBUG
        /// For tests: the child ends by a signal; ``page`` says which, where it is more than 1.
        case crashForTesting = 200
        /// For tests: the child waits for ever.
        case hangForTesting = 201
        /// For tests: the child computes for ever.
        case spinForTesting = 202
        /// For tests: the child asks for more memory than it may have.
        case swallowForTesting = 203
        /// For tests: the child tries what the walls refuse; ``page`` says which act, ``pixels`` and
        /// ``nameExtension`` what it is about.
        case actForTesting = 204
        /// For tests: the child answers, and writes after that.
        case lingerForTesting = 205
        /// For tests: the child's set-up fails.
        case failForTesting = 206
        /// For tests: a library ends the process; ``page`` is the exit code.
        case exitForTesting = 207
        #endif

        /// Whether a file is written.
        public var writes: Bool {
            #if DEBUG
            if self == .lingerForTesting { return true }
            #endif
            return self == .prepareSheets || self == .unlock || self == .makePrintable
                || self == .encode
        }

        /// Whether another helper is asked where the first one cannot read the document.
        public var mayBeReadTwice: Bool {
            self == .info || self == .thumbnail || self == .prepareSheets
        }

        /// Whether it is about what the request tells, rather than about a document.
        public var tells: Bool { self == .card || self == .listing }

        /// Whether it is about a picture that is at hand, and not about the type of what is in a document.
        public var isQuick: Bool { self == .kept || self == .glance }

        /// Whether the helper that is asked reads the document, whatever its type is.
        public var isForAnyType: Bool { self == .makePrintable || self == .encode }

        /// Whether a picture is the answer.
        public var draws: Bool { self == .thumbnail || tells || isQuick }

        /// How many descriptors travel with the request.
        public var descriptorCount: Int { writes ? 5 : draws ? 4 : 3 }
    }

    /// What a picture is for.
    public enum Medium: UInt8, Sendable {
        /// Everything that a viewer shows.
        case screen = 1
        /// What a printer would put on paper: annotations that are not printed are left out.
        case paper = 2
    }

    /// The size of every request, in bytes.
    public static let size = 320

    /// What to do.
    public var operation: Operation
    /// What the picture is for.
    public var medium: Medium
    /// The page to draw, 1-based.
    public var page: UInt32
    /// The longest edge of the picture in pixels.
    public var pixels: UInt32
    /// The size of the memory file that travels with the request, in bytes.
    public var payloadSize: UInt32
    /// The last part of the document's path; a hint, which is never opened.
    public var name: String
    /// The processor time that the child may use, in seconds.
    public var processorSeconds: UInt32
    /// The address space that the child may use, in MiB.
    public var memoryMebibytes: UInt32
    /// The most pixels of an image that are decoded.
    public var pixelLimit: UInt64

    /// How many of the pictures that lie in the document could not be drawn, and are not to be tried again.
    public var picturesTried: UInt8

    /// Whether the document is a drawing (SVG), as its bytes have told: it is read as nothing else, and its
    /// reader may open fonts.
    public var isDrawing: Bool

    /// The most pictures inside of one document that are tried.
    public static let picturesLimit: UInt8 = 3
    /// The longest name that is passed on, in bytes; of a longer one its end.
    public static let nameLimit = 255
    private static let mark: UInt32 = 0x5051_0003

    /// A request for an operation, with the limits that hold when nothing else is said.
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

    /// The request as bytes.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.mark)
        writer.write(operation.rawValue)
        writer.write(medium.rawValue)
        writer.write(page)
        writer.write(pixels)
        writer.write(payloadSize)
        writer.write(processorSeconds)
        writer.write(memoryMebibytes)
        writer.write(pixelLimit)
        writer.write(picturesTried)
        writer.write(UInt8(isDrawing ? 1 : 0))
        writer.write(Self.end(of: name), limit: Self.nameLimit)
        writer.pad(to: Self.size)
        return writer.bytes
    }

    /// The request of these bytes, or `nil` when they are none.
    public init?(decoding bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        var reader = ByteReader(bytes)
        guard let mark = try? reader.read(UInt32.self), mark == Self.mark,
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

    /// The extension of the name in lower case, or nothing.
    public var nameExtension: String { Self.nameExtension(of: name) }

    /// The extension of a name in lower case, or nothing where it has none of a usual length.
    public static func nameExtension(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return "" }
        let rest = name[dot...].dropFirst()
        return rest.utf8.count <= 31 ? rest.lowercased() : ""
    }

    /// As much of the end of a name as is passed on, cut between characters.
    private static func end(of name: String) -> String {
        var name = name[...]
        while name.utf8.count > nameLimit { name.removeFirst() }
        return String(name)
    }
}
