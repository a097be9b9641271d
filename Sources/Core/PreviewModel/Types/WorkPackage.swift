/// Identifies the iWork program of a package, a zip archive or a folder, of any generation.
package struct WorkPackage {
    /// The type of a package, and the evidence for it.
    package struct Found: Equatable {
        /// The MIME type.
        package var type: String
        /// The part that identified it.
        package var sign: String
        /// Whether the parts identify the program, rather than only one of the three programs.
        package var isProof: Bool
        /// Whether the package needs a password.
        package var isEncrypted = false
    }

    /// The preview images that a package may contain, with the length of their longer edges in
    /// pixels.
    package static let pictures: [(name: String, pixels: Int)] = [
        ("QuickLook/Preview.pdf", .max), ("preview.jpg", 720), ("QuickLook/Thumbnail.jpg", 310),
        ("preview-web.jpg", 225), ("preview-micro.jpg", 53),
    ]

    private let names: [String]
    private let read: (String, Int) -> [UInt8]?

    /// Creates a package with these parts; `read` returns the first bytes of a part.
    package init(names: [String], read: @escaping (String, Int) -> [UInt8]?) {
        self.names = names
        self.read = read
    }

    private static let zip = "application/zip"
    private static let keynote = "application/vnd.apple.keynote"
    private static let numbers = "application/vnd.apple.numbers"
    private static let pages = "application/vnd.apple.pages"

    /// Returns the type of the package, or `nil` when it is not an iWork package.
    package func inspect() -> Found? {
        // Some archives contain the package in a folder of its name: the shortest path is the right
        // one.
        func part(_ name: String) -> String? {
            names.filter { $0 == name || $0.hasSuffix("/" + name) }
                .min { $0.utf8.count < $1.utf8.count }
        }
        // The password verifier lies beside the encrypted parts.
        if part("Index/Document.iwa") != nil, part(".iwpv2") != nil || part(".iwph") != nil {
            return Found(type: Self.zip, sign: ".iwpv2", isProof: false, isEncrypted: true)
        }
        for name in ["index.apxl", "index.apxl.gz"] where part(name) != nil {
            return Found(type: Self.keynote, sign: name, isProof: true)
        }
        if let document = part("Index/Document.iwa") {
            if names.contains(where: { $0.contains("Index/Slide") && $0.hasSuffix(".iwa") }) {
                return Found(type: Self.keynote, sign: "Index/Slide*.iwa", isProof: true)
            }
            switch read(document, 1024).flatMap(Self.rootMessage) {
            case 10_000?:
                return Found(type: Self.pages, sign: "Index/Document.iwa", isProof: true)
            case 1?: return Found(type: Self.numbers, sign: "Index/Document.iwa", isProof: true)
            default: return nil
            }
        }
        if let index = part("index.xml"), let program = read(index, 4096).flatMap(Self.program) {
            return Found(type: program, sign: "index.xml", isProof: true)
        }
        return nil
    }

    /// The program whose namespace the root element of an `index.xml` (2009 and earlier) has.
    private static func program(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        let namespace = "http://developer.apple.com/namespaces/"
        guard text.contains(namespace) else { return nil }
        if text.contains("<ls:document") { return numbers }
        if text.contains("<sl:document") { return pages }
        return text.contains("<key:presentation") ? keynote : nil
    }

    /// The type of the first message in an IWA file.
    ///
    /// The file is one Snappy chunk, which contains the length of an `ArchiveInfo` and the
    /// `ArchiveInfo`; its field 2 is a `MessageInfo`, whose field 1 is the type.
    private static func rootMessage(_ bytes: [UInt8]) -> Int? {
        guard bytes.count > 4, bytes[0] == 0 else { return nil }
        let plain = uncompressedStart(bytes[4...])
        var rest = plain[...]
        guard let length = number(&rest), length <= rest.count else { return nil }
        guard let message = field(2, of: rest.prefix(length)) else { return nil }
        var info = message
        while let key = number(&info) {
            guard let value = number(&info) else { return nil }
            if key == 1 << 3 { return value }
        }
        return nil
    }

    /// The contents of a length-delimited field in a Protocol Buffers message.
    private static func field(_ wanted: Int, of message: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = message
        while let key = number(&rest), let value = number(&rest) {
            guard key & 7 == 2 else {
                guard key & 7 == 0 else { return nil }
                continue
            }
            guard value <= rest.count else { return nil }
            if key >> 3 == wanted { return rest.prefix(value) }
            rest = rest.dropFirst(value)
        }
        return nil
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        var number = 0
        for shift in stride(from: 0, to: 35, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            number |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        return nil
    }

    /// The first decompressed bytes of a Snappy stream: at most 256, and as many as the compressed
    /// bytes yield.
    private static func uncompressedStart(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var rest = bytes
        var plain: [UInt8] = []
        guard number(&rest) != nil else { return plain }
        while plain.count < 256, let tag = rest.popFirst() {
            var length = Int(tag >> 2) + 1
            let offset: Int
            switch tag & 3 {
            case 0:
                if length > 60 {
                    let size = length - 60
                    guard rest.count >= size else { return plain }
                    length = rest.prefix(size).reversed().reduce(0) { $0 << 8 | Int($1) } + 1
                    rest = rest.dropFirst(size)
                }
                plain += rest.prefix(min(length, 256))
                rest = rest.dropFirst(length)
                continue
            case 1:
                guard let low = rest.popFirst() else { return plain }
                length = Int(tag >> 2 & 7) + 4
                offset = Int(tag >> 5) << 8 | Int(low)
            default:
                let size = tag & 3 == 2 ? 2 : 4
                guard rest.count >= size else { return plain }
                offset = rest.prefix(size).reversed().reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(size)
            }
            guard offset > 0, offset <= plain.count else { return plain }
            for _ in 0..<length { plain.append(plain[plain.count - offset]) }
        }
        return plain
    }
}
