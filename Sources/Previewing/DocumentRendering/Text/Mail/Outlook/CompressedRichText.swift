import PreviewHelper

/// Rich text as messages contain it ([MS-OXRTFCP]).
enum CompressedRichText {
    /// Returns the rich text, at most `limit` bytes of it; `nil` where the bytes are not of this format.
    static func unpack(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        guard bytes.count >= 16 else { return nil }
        let size = min(Int(bytes.number32(4)), limit)
        switch bytes.number32(8) {
        case 0x414C_454D: return Array(bytes.dropFirst(16).prefix(size))
        case 0x7546_5A4C: return inflate(bytes[16...], size: size)
        default: return nil
        }
    }

    private static func inflate(_ bytes: ArraySlice<UInt8>, size: Int) -> [UInt8] {
        var window = start + [UInt8](repeating: 0, count: 4_096 - start.count)
        var (output, place, end) = ([UInt8](), bytes.startIndex, start.count)
        func write(_ byte: UInt8) {
            output.append(byte)
            window[end] = byte
            end = (end + 1) % window.count
        }
        while place < bytes.endIndex, output.count < size {
            let control = bytes[place]
            place += 1
            for bit in 0..<8 where output.count < size {
                guard control >> bit & 1 == 1 else {
                    guard place < bytes.endIndex else { return output }
                    write(bytes[place])
                    place += 1
                    continue
                }
                guard place + 1 < bytes.endIndex else { return output }
                let reference = Int(bytes[place]) << 8 | Int(bytes[place + 1])
                place += 2
                let from = reference >> 4
                guard from != end else { return output }
                for index in 0..<(reference & 15 + 2) {
                    write(window[(from + index) % window.count])
                }
            }
        }
        return output
    }

    /// What the window of the decoder has before the first byte.
    private static let start = Array(
        (#"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript "#
            + #"\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"#
            + "\r\n" + #"\par \pard\plain\f0\fs20\b\i\u\tab\tx"#).utf8
    )
}
