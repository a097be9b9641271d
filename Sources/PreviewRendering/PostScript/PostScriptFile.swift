import Glibc
import PreviewModel

/// A file with a PostScript program in it: where the program stands, and what its comments say.
///
/// Nothing is run for that. Programs travel in the jobs of printers (PJL) and, with a picture of what they draw, in
/// the binary form of EPS (Encapsulated PostScript 3.0, 5.2).
struct PostScriptFile {
    /// The program, from "%!" on.
    let program: FilePart
    /// The picture that the binary form brings along, if any.
    let preview: FilePart?
    /// What the program says of itself.
    let comments: PostScriptComments

    /// The first bytes of the binary form.
    static let binaryMark: [UInt8] = [0xC5, 0xD0, 0xD3, 0xC6]
    private static let jobEnd = Array("\u{1B}%-12345X".utf8)
    /// How much may stand before the program in a job.
    static let jobHeadLimit = 4096

    /// Reads the comments; `nil` where there is no program.
    init?(_ descriptor: Int32, type: FileType) {
        guard let file = FilePart(whole: descriptor) else { return nil }
        var section = file
        var preview: FilePart?
        if let head = file.bytes(at: 0, count: min(30, file.size)), head.count == 30,
            head.starts(with: Self.binaryMark)
        {
            guard let part = Self.part(of: file, head, at: 4) else { return nil }
            section = part
            preview = Self.part(of: file, head, at: 20)
        }
        guard let program = Self.program(in: section) else { return nil }
        self.program = program
        self.preview = preview
        comments = PostScriptComments(program, type: type)
    }

    /// The part whose place and length stand in the header; one that goes beyond the end is cut there.
    private static func part(of file: FilePart, _ head: [UInt8], at place: Int) -> FilePart? {
        let start = Int(head.number32(place))
        let length = Int(head.number32(place + 4))
        guard start >= 30, start < file.size, length > 0 else { return nil }
        return file.part(at: start, count: min(length, file.size - start))
    }

    /// The program without what printers are told before and after it.
    private static func program(in section: FilePart) -> FilePart? {
        guard let head = section.bytes(at: 0, count: min(section.size, jobHeadLimit)),
            let start = programStart(head)
        else { return nil }
        let count = min(section.size - start, 256)
        guard let tail = section.bytes(at: section.size - count, count: count) else { return nil }
        var end = section.size
        if start > 0, let place = tail.lastPlace(of: jobEnd) { end -= count - place }
        return section.part(at: start, count: end - start)
    }

    /// Where the program begins: at once, after the mark of an old printer's end of file, or after a job's head.
    private static func programStart(_ head: [UInt8]) -> Int? {
        let mark = Array("%!".utf8)
        if head.starts(with: mark) { return 0 }
        return head.firstPlace(of: mark)
    }

    /// Whether these are the first bytes of a printer's job whose language is PostScript.
    static func isJob(_ head: [UInt8]) -> Bool {
        guard head.starts(with: jobEnd) || head.starts(with: Array("@PJL".utf8)),
            let program = head.prefix(jobHeadLimit).firstPlace(of: Array("%!".utf8))
        else { return false }
        let words = String(decoding: head[..<program], as: UTF8.self).uppercased()
            .filter { $0 != " " && $0 != "\t" }
        return words.contains("LANGUAGE=POSTSCRIPT")
    }

    /// The picture that the file brings along, where there is one of a size that is taken out.
    func previewBytes(limit: Int) -> [UInt8]? {
        preview.flatMap { $0.size <= limit ? $0.bytes(at: 0, count: $0.size) : nil }
    }
}

extension Collection where Element == UInt8, Index == Int {
    /// Where these bytes stand first, or `nil`.
    func firstPlace(of wanted: [UInt8]) -> Int? {
        guard let first = wanted.first, count >= wanted.count else { return nil }
        return (startIndex...(endIndex - wanted.count)).first {
            self[$0] == first && self[$0..<($0 + wanted.count)].elementsEqual(wanted)
        }
    }

    /// Where these bytes stand last, or `nil`.
    func lastPlace(of wanted: [UInt8]) -> Int? {
        guard let first = wanted.first, count >= wanted.count else { return nil }
        return (startIndex...(endIndex - wanted.count)).last {
            self[$0] == first && self[$0..<($0 + wanted.count)].elementsEqual(wanted)
        }
    }
}
