/// Bytes of images that are made by hand, number by number.
struct PixelMaker {
    private(set) var bytes: [UInt8] = []

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }
    init(_ text: String) { bytes = Array(text.utf8) }

    /// Adds little-endian numbers of so many bytes.
    func little(_ count: Int, _ values: UInt32...) -> PixelMaker {
        adding(values.flatMap { value in (0..<count).map { UInt8(value >> (8 * $0) & 255) } })
    }

    /// Adds big-endian numbers of four bytes.
    func big(_ values: UInt32...) -> PixelMaker {
        adding(values.flatMap { value in (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } })
    }

    func adding(_ more: [UInt8]) -> PixelMaker { PixelMaker(bytes + more) }

    /// Adds zeros up to a place.
    func padded(to place: Int) -> PixelMaker {
        adding([UInt8](repeating: 0, count: place - bytes.count))
    }

    /// Numbers of so many bits, the first one lowest, as bytes.
    static func bits(_ fields: [(value: Int, count: Int)], bytes count: Int = 16) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var place = 0
        for field in fields {
            for bit in 0..<field.count {
                bytes[place / 8] |= UInt8(field.value >> bit & 1) << (place % 8)
                place += 1
            }
        }
        return bytes
    }

    /// A DDS file of four letters or a number as its format.
    static func dds(_ width: UInt32, _ height: UInt32, code: String, _ data: [UInt8]) -> [UInt8] {
        let pixels = PixelMaker().little(4, 32, 4).adding(Array(code.utf8)).padded(to: 32).bytes
        return dds(width, height, pixels, data)
    }

    /// A DDS file with the number of a DXGI_FORMAT.
    static func dds(
        _ width: UInt32,
        _ height: UInt32,
        format: UInt32,
        _ data: [UInt8]
    ) -> [UInt8] {
        dds(width, height, code: "DX10", PixelMaker().little(4, format, 3, 0, 1, 0).bytes + data)
    }

    /// A DDS file of pixels with masks for red, green, blue, alpha.
    static func dds(
        _ width: UInt32,
        _ height: UInt32,
        flags: UInt32,
        depth: UInt32,
        _ masks: (UInt32, UInt32, UInt32, UInt32),
        _ data: [UInt8]
    ) -> [UInt8] {
        let pixels = PixelMaker()
            .little(4, 32, flags, 0, depth, masks.0, masks.1, masks.2, masks.3)
        return dds(width, height, pixels.bytes, data)
    }

    private static func dds(
        _ width: UInt32,
        _ height: UInt32,
        _ pixels: [UInt8],
        _ data: [UInt8]
    ) -> [UInt8] {
        PixelMaker("DDS ").little(4, 124, 0x1007, height, width).padded(to: 76).adding(pixels)
            .little(4, 0x1000).padded(to: 128).adding(data).bytes
    }
}
