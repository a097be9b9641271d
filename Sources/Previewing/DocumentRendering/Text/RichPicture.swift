import PreviewHelper

/// A picture within RTF (`\pict`, specification 1.9, "Pictures"), as it is read.
struct RichPicture {
    /// The depth of its group; those within have none of its data.
    let depth: Int
    /// Whether the text around it is shown.
    let isShown: Bool
    private var bytes: [UInt8] = []
    /// The first of two digits.
    private var half: UInt8?
    private var isTooLarge = false
    /// The size in twips, which are 20 to a point, and the scale in percent.
    private var (width, height) = (0, 0)
    private var (across, down) = (100, 100)

    /// A picture whose group begins.
    init(depth: Int, isShown: Bool) { (self.depth, self.isShown) = (depth, isShown) }

    /// Takes a digit of its data; other bytes are ignored.
    mutating func take(_ byte: UInt8) {
        guard isShown, let digit = UInt8(ascii: byte) else { return }
        if let first = half { take([first << 4 | digit]) }
        half = half == nil ? digit : nil
    }

    /// Takes data that are not in digits (`\bin`).
    mutating func take(_ part: some Collection<UInt8>) {
        guard isShown, bytes.count + part.count <= SizeLimit.embeddedPicture else {
            isTooLarge = true
            return
        }
        bytes.append(contentsOf: part)
    }

    /// Takes a property.
    mutating func take(_ word: String, _ number: Int?) {
        guard let number, (1...32_767).contains(number) else { return }
        switch word {
        case "picwgoal": width = number
        case "pichgoal": height = number
        case "picscalex": across = min(number, 1_000)
        case "picscaley": down = min(number, 1_000)
        default: break
        }
    }

    /// The picture, or room for one in a format that is not shown; `nil` where neither is wanted.
    var result: InlinePicture? {
        guard isShown else { return nil }
        if isTooLarge { ReadingExtent.noteOmission() }
        let size = (Double(width * across) / 2_000, Double(height * down) / 2_000)
        let isSized = min(size.0, size.1) > 0
        if !isTooLarge, var picture = InlinePicture(decoding: bytes) {
            if isSized { (picture.width, picture.height) = size }
            return max(picture.width, picture.height) > 2 ? picture : nil
        }
        guard isSized, max(size.0, size.1) > 2 else {
            ReadingExtent.noteOmission()
            return nil
        }
        return InlinePicture(width: size.0, height: size.1) { nil }
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit; `nil` for any other character.
    fileprivate init?(ascii digit: UInt8) {
        switch digit {
        case 0x30...0x39: self = digit - 0x30
        case 0x41...0x46: self = digit - 0x37
        case 0x61...0x66: self = digit - 0x57
        default: return nil
        }
    }
}
