import PreviewHelper
import PreviewModel

/// A program in an AppImage: what its headers say; its files are in a file system that is not read.
enum AppImageFacts {
    /// Reports the facts until the sink returns false.
    static func read(
        _ descriptor: Int32,
        name: String,
        into sink: (Block) -> Bool
    ) throws(DocumentProblemError) {
        guard let file = FilePart(whole: descriptor), let header = file.bytes(at: 0, count: 64),
            header.starts(with: [0x7F, 0x45, 0x4C, 0x46])
        else { throw DocumentProblemError(.damaged(why: .init(.cannotBeRead))) }
        let title = name.split(separator: "/").last.map(String.init) ?? ""
        let plain = title.split(separator: ".").prefix { $0.lowercased() != "appimage" }
        var facts = FactSheet(plain.joined(separator: "."), "Program in an AppImage")
        let machines: [UInt16: String] = [
            3: "x86, 32 bits", 40: "ARM, 32 bits", 62: "x86, 64 bits", 183: "ARM, 64 bits",
        ]
        facts.add("Processor", machines[header.number16(18)])
        facts.add("Form", header[8] == 0x41 && header[9] == 0x49 ? "AppImage \(header[10])" : nil)
        facts.add("Size", ByteSize.words(file.size))
        let isWide = header[4] == 2
        let table = isWide ? header.number64(40) ?? 0 : Int(header.number32(32))
        let rows = isWide ? (58, 60) : (46, 48)
        let end = table + Int(header.number16(rows.0)) * Int(header.number16(rows.1))
        if let image = file.bytes(at: end, count: 96), image.starts(with: Array("hsqs".utf8)) {
            let ways = [1: "gzip", 2: "lzma", 3: "lzo", 4: "xz", 5: "lz4", 6: "zstd"]
            facts.add("Files", "\(image.number32(4))")
            facts.add("Compression", ways[Int(image.number16(20))])
            facts.add("Made", FactSheet.date(Int(image.number32(8))))
        }
        _ = facts.emit(into: sink)
    }
}
