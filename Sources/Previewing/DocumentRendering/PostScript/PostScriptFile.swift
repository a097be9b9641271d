import Glibc
import PreviewHelper
import PreviewModel

/// A file with a PostScript program in it: where the program stands, and what its comments say.
///
/// This does not run the program. Programs travel in the jobs of printers (PJL) and, with a picture
/// of what they draw, in the binary form of EPS (Encapsulated PostScript 3.0, 5.2).
struct PostScriptFile {
    /// The program, from "%!" on.
    let program: FilePart
    /// The preview picture in the binary form, if any.
    let preview: FilePart?
    /// The structuring comments of the program.
    let comments: PostScriptComments

    /// The first bytes of the binary form.
    static let binaryMark: [UInt8] = [0xC5, 0xD0, 0xD3, 0xC6]

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

    /// Returns the section whose offset and length the header contains, truncated at the end of the
    /// file.
    private static func part(of file: FilePart, _ head: [UInt8], at place: Int) -> FilePart? {
        let start = Int(head.number32(place))
        let length = Int(head.number32(place + 4))
        guard start >= 30, start < file.size, length > 0 else { return nil }
        return file.part(at: start, count: min(length, file.size - start))
    }

    /// The program without the commands to the printer (PJL) before and after it.
    private static func program(in section: FilePart) -> FilePart? {
        guard let head = section.bytes(at: 0, count: min(section.size, PrinterJob.headLimit)),
            let start = programStart(head)
        else { return nil }
        let count = min(section.size - start, 256)
        guard let tail = section.bytes(at: section.size - count, count: count) else { return nil }
        var end = section.size
        if start > 0, let place = tail.lastPlace(of: PrinterJob.end) { end -= count - place }
        return section.part(at: start, count: end - start)
    }

    /// Where the program begins: at once, after the mark of an old printer's end of file, or after a job's head.
    private static func programStart(_ head: [UInt8]) -> Int? {
        let mark = Array("%!".utf8)
        if head.starts(with: mark) { return 0 }
        return head.firstPlace(of: mark)
    }

    /// Returns the preview picture of the file, if there is one within the size limit.
    func previewBytes(limit: Int) -> [UInt8]? {
        preview.flatMap { $0.size <= limit ? $0.bytes(at: 0, count: $0.size) : nil }
    }
}
