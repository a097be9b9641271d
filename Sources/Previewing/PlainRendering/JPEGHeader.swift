/// The properties of a JPEG file that are needed to embed it unchanged in a PDF (ITU-T T.81, B.2).
package struct JPEGHeader {
    /// The width in pixels, as stored.
    package let width: Int
    /// The height in pixels, as stored.
    package let height: Int
    /// The number of components: 1 for gray, 3 for color, 4 for CMYK.
    package let components: Int
    /// Whether the file has Adobe's marker, whose programs write inverted CMYK.
    package let isAdobe: Bool
    /// The application markers before the first scan, and where their data are in the file.
    package let applications: [(marker: Int, data: Range<Int>)]

    /// Reads the markers up to the first scan; `nil` for a file that the filter DCTDecode does not
    /// take, or takes for other colors: anything but Huffman-coded baseline or progressive of 8
    /// bits, and red, green and blue that only the names of the components identify.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        func byte(_ at: Int) -> Int { unsafe at < bytes.count ? Int(bytes[at]) : -1 }
        func word(_ at: Int) -> Int {
            byte(at) < 0 || byte(at + 1) < 0 ? -1 : byte(at) << 8 | byte(at + 1)
        }
        guard word(0) == 0xFFD8 else { return nil }
        var at = 2
        var isAdobe = false
        var applications: [(marker: Int, data: Range<Int>)] = []
        var frame: (width: Int, height: Int, components: Int, names: [Int])?
        while true {
            guard byte(at) == 0xFF else { return nil }
            // Any marker may be preceded by bytes that fill.
            while byte(at + 1) == 0xFF { at += 1 }
            let marker = byte(at + 1)
            let length = word(at + 2)
            guard length >= 2 else { return nil }
            switch marker {
            case 0xC0, 0xC1, 0xC2:
                let components = byte(at + 9)
                guard byte(at + 4) == 8, [1, 3, 4].contains(components), word(at + 5) > 0,
                    word(at + 7) > 0
                else { return nil }
                let names = (0..<components).map { byte(at + 10 + 3 * $0) }
                frame = (word(at + 7), word(at + 5), components, names)
            // Adobe's marker may follow the frame header; the scan data begin here.
            case 0xDA:
                guard let frame, isAdobe || frame.names != Array("RGB".utf8).map({ Int($0) })
                else { return nil }
                width = frame.width
                height = frame.height
                components = frame.components
                self.isAdobe = isAdobe
                self.applications = applications
                return
            // Lossless, hierarchical and arithmetic frames, and an end without a scan.
            case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xD9: return nil
            // They have no length, and readers go on with the next byte.
            case 0x00, 0x01, 0xD0...0xD8: return nil
            case 0xEE:
                let name = (0..<5).map { byte(at + 4 + $0) }
                if name == Array("Adobe".utf8).map({ Int($0) }) { isAdobe = true }
            default: break
            }
            if (0xE0...0xEF).contains(marker), at + 2 + length <= bytes.count {
                applications.append((marker, at + 4..<at + 2 + length))
            }
            at += 2 + length
        }
    }

    /// Whether an ICC profile is for as many components (ICC.1, 7.2: bytes 16 to 19 name the color space of the data).
    package func accepts(profile: [UInt8]) -> Bool {
        guard profile.count > 128 else { return false }
        let space = String(decoding: profile[16..<20], as: UTF8.self)
        let expected = [1: "GRAY", 3: "RGB ", 4: "CMYK"]
        return expected[components] == space
    }
}
