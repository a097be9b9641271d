import CRasterReader
import FoundationEssentials
import Glibc
import IPP
import PrintLab
import PrintModel
import ProofKit

/// What an ``OddDevice`` got for a job.
struct OddPaper {
    /// The attributes of the request as texts; see ``OddRow/Arrival/attributes``.
    let attributes: [String: String]
    /// The sizes of the pages in points as they are displayed.
    let sizes: [(width: Double, height: Double)]
    /// The colors of the pixels of each side of a raster file.
    let components: [Int]
    /// The "document-format", by the first bytes where the request has none.
    let format: String
    private let path: String
    private let lab: RunningLab

    /// Looks at a job.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - path: An unused path for the document.
    ///   - lab: The lab with the programs that read it.
    /// - Throws: ``ProofError`` where the document cannot be read.
    init(_ job: ScriptedJob, at path: String, in lab: RunningLab) throws {
        (self.path, self.lab) = (path, lab)
        var attributes = Self.texts(of: job.attributes)
        attributes["medium"] = Self.medium(attributes)
        self.attributes = attributes
        let document = job.document ?? []
        try Data(document).write(to: URL(filePath: path))
        if document.starts(with: "%PDF".utf8) {
            format = "application/pdf"
            (sizes, components) = (try Self.pages(of: path, in: lab), [])
        } else if document.starts(with: "RaS2".utf8) || document.starts(with: "UNIRAST".utf8) {
            format = document[0] == UInt8(ascii: "R") ? "image/pwg-raster" : "image/urf"
            let sides = try Self.sides(of: path)
            components = sides.map { Int($0.color_count) }
            sizes = sides.map { side in
                (
                    Double(side.width) * 72 / Double(side.x_resolution),
                    Double(side.height) * 72 / Double(side.y_resolution)
                )
            }
        } else {
            format = document.starts(with: [0xff, 0xd8]) ? "image/jpeg" : "unknown"
            (sizes, components) = ([], [])
        }
    }

    /// The text of all pages.
    func text() throws -> String { try lab.run("pdftotext", path, "-").output }

    /// Whether the first page of a PDF, as poppler draws it, has no colors.
    func isGray() throws -> Bool {
        _ = try lab.run("pdftoppm", "-r", "36", "-singlefile", path, path)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path + ".ppm")))
        // "P6", the width, the height, and 255, each with a white space behind it.
        var rest = bytes[...]
        for _ in 0..<4 { rest = rest.drop { !Self.isSpace($0) }.dropFirst() }
        guard !rest.isEmpty, rest.count.isMultiple(of: 3) else {
            throw ProofError("no picture of \(path)")
        }
        let pixels = Array(rest)
        return stride(from: 0, to: pixels.count, by: 3).allSatisfy { start in
            let pixel = pixels[start..<start + 3].map { Int($0) }
            return (pixel.max() ?? 0) - (pixel.min() ?? 0) <= 2
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a }

    /// The box of all ink of the first side of a raster file, in points; `nil` where it is blank.
    func ink() throws -> (left: Double, top: Double, right: Double, bottom: Double)? {
        var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
        var scale = 1.0
        try Self.read(path, sides: 1) { page, row, line in
            scale = 72 / Double(page.x_resolution)
            // Every fourth pixel of every fourth line: within a point, and soon done.
            guard row.isMultiple(of: 4) else { return }
            let bytes = Int(page.bits_per_pixel) / 8
            for column in stride(from: 0, to: Int(page.width), by: 4)
            where line[column * bytes] != 255 {
                (left, right) = (min(left, column), max(right, column))
                (top, bottom) = (min(top, row), max(bottom, row))
            }
        }
        guard right >= 0 else { return nil }
        return (
            Double(left) * scale, Double(top) * scale, Double(right) * scale,
            Double(bottom) * scale
        )
    }

    /// How far the words are from the edges of the pages, in points; `nil` where there is no word.
    func margin() throws -> Double? {
        var (width, height) = (0.0, 0.0)
        var margins: [Double] = []
        for line in try lab.run("pdftotext", "-bbox", path, "-").output.split(separator: "\n") {
            let numbers = line.split(separator: "\"").compactMap { Double($0) }
            if line.contains("<page "), numbers.count == 2 {
                (width, height) = (numbers[0], numbers[1])
            } else if line.contains("<word "), numbers.count == 4 {
                margins += [numbers[0], numbers[1], width - numbers[2], height - numbers[3]]
            }
        }
        return margins.min()
    }

    /// All attributes as texts; members of collections have a path, and several values commas.
    private static func texts(
        of attributes: [IPPAttribute],
        below path: String = ""
    ) -> [String: String] {
        var found: [String: String] = [:]
        for attribute in attributes {
            let name = path + attribute.name
            if let members = attribute.collection {
                found.merge(texts(of: members, below: name + ".")) { $1 }
            } else {
                found[name] = attribute.values.map(text).joined(separator: ",")
            }
        }
        return found
    }

    private static func text(of value: IPPValue) -> String {
        switch value {
        case .integer(let number), .enumeration(let number): "\(number)"
        case .boolean(let value): "\(value)"
        case .resolution(let value): "\(value.crossFeed)x\(value.feed)"
        default: value.string ?? "\(value)"
        }
    }

    private static func medium(_ attributes: [String: String]) -> String? {
        let dimensions = ["x", "y"].compactMap {
            attributes["media-col.media-size.\($0)-dimension"]
        }
        if dimensions.count == 2 { return dimensions.joined(separator: "x") }
        let name = attributes["media"] ?? attributes["media-col.media-size-name"]
        return name.flatMap { MediaName(rawValue: $0).size }.map { "\($0.width)x\($0.length)" }
    }

    /// The pages of a PDF.
    private static func pages(
        of path: String,
        in lab: RunningLab
    ) throws -> [(width: Double, height: Double)] {
        var sizes: [(width: Double, height: Double)] = []
        // "Page    1 size:  595.276 x 841.89 pts (A4)", and behind it "Page    1 rot:   90".
        for line in try lab.run("pdfinfo", "-f", "1", "-l", "999", path).output
            .split(separator: "\n") where line.hasPrefix("Page ")
        {
            let numbers = line.split { $0 == " " || $0 == ":" }.compactMap { Double($0) }
                .dropFirst()
            if line.contains(" size:"), numbers.count == 2 {
                sizes.append((numbers[1], numbers[2]))
            } else if line.contains(" rot:"), let last = sizes.popLast() {
                let isTurned = numbers.first == 90 || numbers.first == 270
                sizes.append(isTurned ? (last.height, last.width) : last)
            }
        }
        return sizes
    }

    /// The headers of a raster file, whose sides have all their lines, as libcups reads them.
    private static func sides(of path: String) throws -> [craster_reader_page] {
        var sides: [craster_reader_page] = []
        try read(path, sides: .max) { page, row, _ in
            if row == 0 { sides.append(page) }
        }
        return sides
    }

    /// Reads the lines of the first sides of a raster file.
    private static func read(
        _ path: String,
        sides: Int,
        _ body: (craster_reader_page, Int, [UInt8]) -> Void
    ) throws {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard let reader = unsafe craster_reader_open(descriptor) else {
            throw ProofError("no raster file: \(path)")
        }
        defer { unsafe craster_reader_close(reader) }
        var page = craster_reader_page()
        var side = 0
        while side < sides, unsafe craster_reader_next(reader, &page) != 0 {
            side += 1
            var line = [UInt8](repeating: 0, count: Int(page.bytes_per_line))
            for row in 0..<Int(page.height) {
                guard unsafe craster_reader_line(reader, &line, line.count) == line.count else {
                    throw ProofError("side \(side) is cut off")
                }
                body(page, row, line)
            }
        }
    }
}
