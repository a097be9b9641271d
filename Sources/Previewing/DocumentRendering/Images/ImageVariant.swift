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
        case "image/tiff": return TIFFImage(descriptor, page: 1)?.variant
        case "image/vnd.adobe.photoshop": return PhotoshopImage(descriptor)?.variant
        case "application/dicom": return dicom(file)
        case "image/x-exr": return exr(file)
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
            case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA:
                guard let bits = file.bytes(at: place + 4, count: 1)?[0], bits != 8 else {
                    return nil
                }
                return "JPEG of \(bits) bits"
            case 0xD9, 0xDA: return nil
            case 0xFF: place += 1
            default: place += 2 + (Int(head[2]) << 8 | Int(head[3]))
            }
        }
        return nil
    }

    /// The kind of an OpenEXR file (its version field), where its header is whole.
    private static func exr(_ file: FilePart) -> String? {
        guard let start = file.bytes(at: 0, count: 8), start.number32(0) == 0x0131_2F76 else {
            return nil
        }
        if start[5] & 8 != 0 { return "deep OpenEXR" }
        // The attribute: its name, its type, the size of its value, and the value.
        let head = file.available(at: 0, count: 1 << 16)
        let name = Array("compression\0compression\0".utf8)
        if let found = head.firstRange(of: name), found.upperBound + 5 <= head.count,
            head[found.upperBound + 4] >= 8
        {
            return "OpenEXR in compression \(head[found.upperBound + 4])"
        }
        return EXRReader().header(file.descriptor) == nil
            ? "OpenEXR with other channels than colors" : nil
    }

    /// The transfer syntaxes that GDCM decodes (PS3.6, annex A): what it does not read of them is damaged.
    private static let knownSyntaxes: Set<String> = Set(
        ["", ".1", ".1.99", ".2", ".5"].map { "1.2.840.10008.1.2" + $0 }
            + [50, 51, 57, 70, 80, 81, 90, 91].map { "1.2.840.10008.1.2.4.\($0)" }
    )

    /// What a DICOM file holds that GDCM does not decode: by its file meta information (PS3.10, 7.1).
    private static func dicom(_ file: FilePart) -> String? {
        guard file.bytes(at: 128, count: 4)?.elementsEqual("DICM".utf8) == true else { return nil }
        let start = file.available(at: 132, count: 4096)
        // Transfer Syntax UID: its tag, "UI", and its length.
        let tag: [UInt8] = [0x02, 0x00, 0x10, 0x00, 0x55, 0x49]
        guard let found = start.firstRange(of: tag), found.upperBound + 2 <= start.count else {
            return "DICOM without a picture"
        }
        let count = Int(start.number16(found.upperBound))
        let name = start[(found.upperBound + 2)...].prefix(min(count, 64)).filter {
            (0x30...0x39).contains($0) || $0 == 0x2E
        }
        // Pixel Data.
        let syntax = String(decoding: name, as: UTF8.self)
        let hasPixels =
            file.available(at: 0, count: 1 << 26).firstRange(of: [0xE0, 0x7F, 0x10, 0]) != nil
        guard hasPixels else { return "DICOM without a picture" }
        return Self.knownSyntaxes.contains(syntax) ? nil : "DICOM in transfer syntax \(syntax)"
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
