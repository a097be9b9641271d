import PreviewHelper
import PreviewModel

/// The variants of image formats that no library here reads, by what their files say of themselves: such a file is whole.
enum ImageVariant {
    /// The name of the variant, as its specification has it; `nil` where the file is of none.
    static func name(_ descriptor: Int32, _ type: FileType) -> String? {
        guard let file = FilePart(whole: descriptor) else { return nil }
        switch type.rawValue {
        case "image/jpeg": return jpeg(file)
        case "application/fits", "image/fits": return fits(file)
        case "image/heif", "image/heic", "image/avif": return heif(file)
        default: return nil
        }
    }

    /// The kind of a JPEG's frame (ITU-T T.81, table B.1).
    private static func jpeg(_ file: FilePart) -> String? {
        var place = 2
        for _ in 0..<1_000 {
            guard let head = file.bytes(at: place, count: 4), head[0] == 0xFF else { return nil }
            switch head[1] {
            case 0xC3: return "lossless JPEG"
            case 0xC5, 0xC6, 0xC7: return "hierarchical JPEG"
            case 0xCB: return "lossless JPEG with arithmetic coding"
            case 0xCD, 0xCE, 0xCF: return "hierarchical JPEG with arithmetic coding"
            case 0xF7: return "JPEG-LS"
            case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA, 0xD9, 0xDA: return nil
            case 0xFF: place += 1
            default: place += 2 + (Int(head[2]) << 8 | Int(head[3]))
            }
        }
        return nil
    }

    /// What the parts of a FITS file hold that has no picture.
    private static func fits(_ file: FilePart) -> String? {
        guard let parts = FITSReader.parts(file), !parts.isEmpty else { return nil }
        let kinds = parts.compactMap { $0["XTENSION"] }
        if parts.contains(where: { $0["ZIMAGE"] == "T" }) {
            let coding = parts.compactMap { $0["ZCMPTYPE"] }.first ?? ""
            return "FITS image compressed by \(coding)"
        }
        if kinds.contains(where: { $0 == "BINTABLE" || $0 == "TABLE" }) { return "FITS table" }
        return parts.allSatisfy { $0["NAXIS"] == "0" } ? "FITS without data" : nil
    }

    /// The coding of the pictures of a HEIF file (ISO/IEC 23008-12): the kinds of its items.
    private static func heif(_ file: FilePart) -> String? {
        let start = file.available(at: 0, count: min(file.size, 1 << 20))
        guard start.count >= 12, start[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        if start[8..<12].elementsEqual("avis".utf8) { return "AVIF sequence" }
        let known: Set<String> = ["hvc1", "av01", "grid", "iden", "iovl", "Exif", "mime", "uri "]
        var place = 0
        while let found = start[place...].firstRange(of: Array("infe".utf8)) {
            // Version and flags, number, protection, and the kind in letters.
            let begin = found.upperBound
            place = begin
            guard start.count >= begin + 12, start[begin] == 2 else { continue }
            let kind = String(decoding: start[(begin + 8)..<(begin + 12)], as: UTF8.self)
            if !known.contains(kind) { return "HEIF of \(kind)" }
        }
        return nil
    }
}
