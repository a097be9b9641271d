/// Writes a document and the pictures that it may show as one file.
///
/// The file is a zip archive without compression. Its first entry, `mimetype`, is ``type``, as in an
/// EPUB book; the second one is the document, and the others are files beside it. Equal contents give
/// equal bytes: the archive has no dates.
struct DocumentPackage: ~Copyable {
    /// The MIME type of such a file.
    static let type = "application/vnd.printcenter.document+zip"

    private let output: Int32
    private var directory: [UInt8] = []
    private var count = 0
    /// The bytes that have been written.
    private var length = 0

    /// The first of January 1980, the zero of the format.
    private static let date: UInt16 = 1 << 5 | 1
    /// The names are UTF-8.
    private static let flags: UInt16 = 0x800
    private static let version: UInt16 = 20

    /// Starts a package.
    ///
    /// - Parameter output: An empty file, which is written at its position.
    /// - Throws: The system's error.
    init(into output: Int32) throws(OutputFile.Failure) {
        self.output = output
        try add(Array(Self.type.utf8), as: "mimetype")
    }

    /// Adds an entry.
    mutating func add(_ bytes: [UInt8], as name: String) throws(OutputFile.Failure) {
        // What the header of the entry, and the entry of the directory, have in common.
        var fields: [UInt8] = []
        fields.append(number: Self.version)
        fields.append(number: Self.flags)
        fields.append(number: UInt16(0))
        fields.append(number: UInt16(0))
        fields.append(number: Self.date)
        fields.append(number: CRC32.checksum(of: bytes[...]))
        fields.append(number: UInt32(clamping: bytes.count))
        fields.append(number: UInt32(clamping: bytes.count))
        fields.append(number: UInt16(clamping: name.utf8.count))
        fields.append(number: UInt16(0))
        directory.append(number: UInt32(0x0201_4B50))
        directory.append(number: Self.version)
        directory += fields
        // Comment, disk, attributes.
        directory += [UInt8](repeating: 0, count: 10)
        directory.append(number: UInt32(clamping: length))
        directory += name.utf8
        count += 1
        var header: [UInt8] = []
        header.append(number: UInt32(0x0403_4B50))
        try write(header + fields + name.utf8)
        try write(bytes)
    }

    /// Ends the package.
    consuming func finish() throws(OutputFile.Failure) {
        var end: [UInt8] = []
        end.append(number: UInt32(0x0605_4B50))
        end.append(number: UInt32(0))
        end.append(number: UInt16(clamping: count))
        end.append(number: UInt16(clamping: count))
        end.append(number: UInt32(clamping: directory.count))
        end.append(number: UInt32(clamping: length))
        end.append(number: UInt16(0))
        try write(directory + end)
    }

    private mutating func write(_ bytes: [UInt8]) throws(OutputFile.Failure) {
        try OutputFile.write(bytes, to: output)
        length += bytes.count
    }
}

extension [UInt8] {
    /// Appends the bytes of a number, the lowest first.
    fileprivate mutating func append(number: some FixedWidthInteger) {
        for place in stride(from: 0, to: number.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: number >> place))
        }
    }
}
