/// The first drawing within a page of HTML.
enum HTMLDrawing {
    /// Returns the drawing as a standalone SVG file, or `nil` if there is no complete one.
    ///
    /// The drawing is cut out of the page's source: HTML does not keep the case of attributes, on
    /// which SVG depends.
    static func find(in html: String) -> [UInt8]? {
        let bytes = Array(html.utf8)
        var depth = 0
        // The attributes of the first drawing's tag.
        var attributes: Range<Int>?
        var end: Int?
        HTMLScanner.scan(html) { event in
            switch event {
            case .begin("svg", let place):
                depth += 1
                // The end of the first tag's name.
                if depth == 1, place <= bytes.count, let tag = bytes[..<place].lastRange(of: "<svg")
                {
                    attributes = tag.upperBound..<place
                }
            case .end("svg", let place):
                depth -= 1
                guard depth == 0 else { break }
                end = min(place, bytes.count)
                return false
            default: break
            }
            return true
        }
        guard let end, let attributes, attributes.upperBound < end, isClosed(bytes[..<end]) else {
            return nil
        }
        let tag = String(decoding: bytes[attributes], as: UTF8.self)
        var names = ""
        if !tag.contains("xmlns=") { names += " xmlns=\"http://www.w3.org/2000/svg\"" }
        if !tag.contains("xmlns:xlink") {
            names += " xmlns:xlink=\"http://www.w3.org/1999/xlink\""
        }
        return Array("<svg\(names)".utf8) + bytes[attributes.lowerBound..<end]
    }

    /// Returns whether the drawing has its own end tag, rather than ending with the page.
    private static func isClosed(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.last == UInt8(ascii: ">"), let tag = bytes.lastIndex(of: UInt8(ascii: "<"))
        else {
            return false
        }
        return bytes[tag...].lastRange(of: "</svg") != nil
    }
}

extension ArraySlice<UInt8> {
    /// Returns the last range of a word, ignoring ASCII case; the word must be in lower case.
    fileprivate func lastRange(of word: StaticString) -> Range<Int>? {
        let word = Array(word.description.utf8)
        guard count >= word.count else { return nil }
        return (startIndex...(endIndex - word.count)).last { place in
            zip(self[place...], word).allSatisfy { byte, expected in
                (0x41...0x5A).contains(byte) ? byte | 0x20 == expected : byte == expected
            }
        }.map { $0..<($0 + word.count) }
    }
}
