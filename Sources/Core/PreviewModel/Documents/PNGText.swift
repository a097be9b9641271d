/// A text of a PNG file with its key (PNG 11.3.3): plain, compressed, or international.
package struct PNGText: Sendable, Equatable {
    /// The key, such as "Thumb::URI".
    package let key: String
    /// The text.
    package let text: String

    /// The longest text that is read, in bytes: a URI of a path of 4096 bytes, each of them escaped.
    package static let limit = 12_400

    /// Whether chunks of a kind have texts.
    package static func isText(_ kind: ArraySlice<UInt8>) -> Bool {
        kind.elementsEqual("tEXt".utf8) || kind.elementsEqual("zTXt".utf8)
            || kind.elementsEqual("iTXt".utf8)
    }

    /// Reads a chunk; `nil` where it has no text, or none that can be read.
    ///
    /// - Parameters:
    ///   - kind: The kind of the chunk.
    ///   - body: What is in the chunk.
    ///   - inflate: Decompresses data in the format of zlib; `nil` where they are damaged or become longer than ``limit``.
    package init?(
        _ kind: ArraySlice<UInt8>,
        _ body: ArraySlice<UInt8>,
        inflate: (ArraySlice<UInt8>) -> [UInt8]?
    ) {
        guard body.count <= Self.limit, let end = body.firstIndex(of: 0) else { return nil }
        var rest = body[(end + 1)...]
        var isCompressed = false
        switch String(decoding: kind, as: UTF8.self) {
        case "tEXt": break
        case "zTXt":
            // Of the methods of compression there is but one.
            guard rest.popFirst() == 0 else { return nil }
            isCompressed = true
        case "iTXt":
            guard let flag = rest.popFirst(), flag < 2, rest.popFirst() == 0 else { return nil }
            isCompressed = flag == 1
            // The language, and the key in that language.
            for _ in 0..<2 {
                guard let end = rest.firstIndex(of: 0) else { return nil }
                rest = rest[(end + 1)...]
            }
        default: return nil
        }
        // Plain ones are in Latin-1, but keys and values of thumbnails are ASCII.
        key = String(decoding: body[..<end], as: UTF8.self)
        if isCompressed {
            guard let plain = inflate(rest), plain.count <= Self.limit else { return nil }
            text = String(decoding: plain, as: UTF8.self)
        } else {
            text = String(decoding: rest, as: UTF8.self)
        }
    }
}
