/// The printer commands (PJL) around a document.
package enum PrinterJob {
    /// The Universal Exit Language command, which ends a job and begins the next.
    package static let end = Array("\u{1B}%-12345X".utf8)
    /// The maximum number of bytes before the PostScript program in a job.
    package static let headLimit = 4096

    /// Whether these are the first bytes of a PJL job whose language is PostScript.
    package static func isPostScript(_ head: [UInt8]) -> Bool {
        guard head.starts(with: end) || head.starts(with: Array("@PJL".utf8)),
            let program = head.prefix(headLimit).firstPlace(of: Array("%!".utf8))
        else { return false }
        let words = String(decoding: head[..<program], as: UTF8.self).uppercased()
            .filter { $0 != " " && $0 != "\t" }
        return words.contains("LANGUAGE=POSTSCRIPT")
    }
}

extension Collection where Element == UInt8, Index == Int {
    /// The index of the first occurrence of these bytes, or `nil`.
    package func firstPlace(of wanted: [UInt8]) -> Int? {
        guard let first = wanted.first, count >= wanted.count else { return nil }
        return (startIndex...(endIndex - wanted.count)).first {
            self[$0] == first && self[$0..<($0 + wanted.count)].elementsEqual(wanted)
        }
    }

    /// The index of the last occurrence of these bytes, or `nil`.
    package func lastPlace(of wanted: [UInt8]) -> Int? {
        guard let first = wanted.first, count >= wanted.count else { return nil }
        return (startIndex...(endIndex - wanted.count)).last {
            self[$0] == first && self[$0..<($0 + wanted.count)].elementsEqual(wanted)
        }
    }
}
