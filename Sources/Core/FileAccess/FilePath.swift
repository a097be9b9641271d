import Glibc

/// The path of a file: bytes without NUL, which need not be UTF-8.
///
/// A Swift string cannot hold other bytes: it repairs them, and the repaired name belongs to no
/// file. If a path has to pass through a string, such as in an argument parser, each byte that is
/// not UTF-8 becomes a private-use character: see ``text`` and ``init(_:)``.
public struct FilePath: Hashable, Sendable {
    /// The bytes of the path.
    public let bytes: [UInt8]

    /// Creates a path from bytes; `nil` if they contain a NUL.
    public init?(bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        guard !bytes.contains(0) else { return nil }
        self.bytes = bytes
    }

    /// Creates a path from a text, converting the private-use characters of ``text`` back to bytes.
    ///
    /// The text ends at a NUL, as it does for the system.
    public init(_ text: String) {
        guard text.unicodeScalars.contains(where: { Self.byte(of: $0) != nil || $0.value == 0 })
        else {
            bytes = Array(text.utf8)
            return
        }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.value == 0 { break }
            if let byte = Self.byte(of: scalar) {
                bytes.append(byte)
            } else {
                bytes += Array(String(scalar).utf8)
            }
        }
        self.bytes = bytes
    }

    /// Creates a path from user input: a path, or a `file:` URI of this machine; `nil` for any
    /// other URI.
    public init?(argument: String) {
        guard Self.isURI(argument) else {
            self.init(argument)
            return
        }
        self.init(uri: argument)
    }

    /// The path as a string from which ``init(_:)`` restores the same bytes.
    public var text: String { Self.text(of: bytes) }

    /// The path for display: bytes that are not UTF-8 become U+FFFD.
    public var shown: String { String(decoding: bytes, as: UTF8.self) }

    /// The last component of the path for display; the whole path if it has no components.
    public var name: String {
        let slash = UInt8(ascii: "/")
        guard let last = bytes.split(separator: slash).last else { return shown }
        return String(decoding: last, as: UTF8.self)
    }

    /// The path of the parent folder.
    public var folder: FilePath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
        return FilePath(unchecked: Array(bytes[..<max(1, slash)]))
    }

    /// Returns the path of a file in this folder.
    public func appending(_ name: String) -> FilePath {
        FilePath(unchecked: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [0x2F]) + name.utf8)
    }

    /// Opens the file; returns a negative number and sets `errno` on failure.
    public func open(_ flags: Int32, mode: UInt32 = 0) -> Int32 {
        unsafe withCString { unsafe Glibc.open($0, flags, mode) }
    }

    /// Calls `body` with the path as a C string.
    public func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
        return unsafe terminated.withUnsafeBufferPointer { buffer in
            // Never empty: it ends with a NUL.
            unsafe buffer.baseAddress.map { unsafe body($0) } ?? body("")
        }
    }

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

extension FilePath {
    /// The position of the bytes 0x80 to 0xFF among the private-use characters.
    private static let base: UInt32 = 0x10_FE00

    private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        guard scalar.value >= base + 0x80 else { return nil }
        return UInt8(exactly: scalar.value - base)
    }

    /// Decodes bytes; invalid ones become private-use characters.
    static func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self),
            !text.unicodeScalars.contains(where: { byte(of: $0) != nil })
        {
            return text
        }
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            let length =
                switch first {
                case 0xC2...0xDF: 2
                case 0xE0...0xEF: 3
                case 0xF0...0xF4: 4
                default: 1
                }
            // A character that looks like an encoded byte is encoded as its bytes.
            if let whole = String(validating: rest.prefix(length), as: UTF8.self),
                let scalar = whole.unicodeScalars.first, byte(of: scalar) == nil
            {
                text.append(scalar)
                rest = rest.dropFirst(length)
            } else {
                Unicode.Scalar(base + UInt32(first)).map { text.append($0) }
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    /// Converts a text from ``FilePath/text`` for display.
    ///
    /// - Parameter text: Any text; one without private-use characters of this kind stays unchanged.
    /// - Returns: The text, with U+FFFD for bytes that are not UTF-8.
    public static func shown(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { byte(of: $0) != nil }) else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { byte(of: $0) == nil ? $0 : "\u{FFFD}" }
            )
        )
    }

    /// The arguments of this program without its name, each as ``text``.
    public static let arguments: [String] = {
        // The system sets it before the program starts, and nothing changes it.
        let (count, vector) = unsafe (Int(CommandLine.argc), CommandLine.unsafeArgv)
        return (1..<max(1, count)).compactMap { index in
            guard let argument = unsafe vector[index] else { return nil }
            let bytes = unsafe UnsafeBufferPointer(start: argument, count: strlen(argument))
            return unsafe text(of: bytes.map { UInt8(bitPattern: $0) })
        }
    }()
}
