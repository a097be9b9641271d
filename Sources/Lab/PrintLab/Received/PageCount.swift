internal import FoundationEssentials

/// Counts the pages of a received document for a simulated printer.
enum PageCount {
    /// The number of pages; 1 where it cannot be determined.
    static func pages(of document: String, type: String) -> Int {
        switch type {
        case "application/pdf": pdf(document) ?? 1
        case "image/pwg-raster":
            (try? Data(contentsOf: URL(filePath: document))).flatMap(raster) ?? 1
        case "image/urf": (try? Data(contentsOf: URL(filePath: document))).flatMap(appleRaster) ?? 1
        default: 1
        }
    }

    /// The page count from `pdfinfo`, on which the distribution's filters depend; page trees may be
    /// compressed.
    private static func pdf(_ document: String) -> Int? {
        guard let program = Launch.find("pdfinfo", in: Launch.systemPath) else { return nil }
        let outcome = try? Launch(
            path: program,
            arguments: ["--", document],
            environment: ["PATH": Launch.systemPath, "LC_ALL": "C"],
            ownGroup: false
        ).outcome()
        return outcome?.output.split(separator: "\n").first { $0.hasPrefix("Pages:") }?
            .split(separator: " ").last.flatMap { Int($0) }
    }

    /// The page count of PWG raster (PWG 5102.4): a sync word, then for each page a header of 1796
    /// bytes and compressed lines.
    static func raster(_ data: Data) -> Int? {
        let bytes = [UInt8](data)
        guard bytes.starts(with: Array("RaS2".utf8)) else { return nil }
        func field(_ at: Int) -> Int { bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
        var pages = 0
        var at = 4
        while at + 1796 <= bytes.count {
            let (height, bits, lineBytes) = (field(at + 376), field(at + 388), field(at + 392))
            pages += 1
            at = afterLines(
                bytes,
                from: at + 1796,
                height: height,
                pixel: max(1, bits / 8),
                width: lineBytes
            )
        }
        return pages
    }

    /// The page count of Apple raster, which follows the file's magic number.
    static func appleRaster(_ data: Data) -> Int? {
        let bytes = [UInt8](data.prefix(12))
        guard bytes.count == 12, bytes.starts(with: Array("UNIRAST".utf8)) else { return nil }
        let pages = bytes[8...].reduce(0) { $0 << 8 | Int($1) }
        return pages > 0 ? pages : nil
    }

    /// The index after a page's lines: each consists of a repeat count and runs of pixels.
    private static func afterLines(
        _ bytes: [UInt8],
        from start: Int,
        height: Int,
        pixel: Int,
        width: Int
    ) -> Int {
        var at = start
        var line = 0
        while line < height, at < bytes.count {
            line += Int(bytes[at]) + 1
            at += 1
            var filled = 0
            while filled < width, at < bytes.count {
                let code = Int(bytes[at])
                let count = code < 128 ? code + 1 : 257 - code
                at += 1 + (code < 128 ? pixel : count * pixel)
                filled += count * pixel
            }
        }
        return at
    }
}
