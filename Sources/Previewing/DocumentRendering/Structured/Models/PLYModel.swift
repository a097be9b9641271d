import PreviewHelper

/// A model in the Polygon File Format (Greg Turk, 1994): as text, or binary in either order.
enum PLYModel {
    private enum Coding {
        case text
        case binary(isBig: Bool)
    }

    /// The type of a number.
    private enum Number: String {
        case char, uchar, short, ushort, int, uint, float, double
        case int8, uint8, int16, uint16, int32, uint32, float32, float64

        var size: Int {
            switch self {
            case .char, .uchar, .int8, .uint8: 1
            case .short, .ushort, .int16, .uint16: 2
            case .int, .uint, .float, .int32, .uint32, .float32: 4
            case .double, .float64: 8
            }
        }
    }

    private struct Property {
        let name: String
        let number: Number
        /// The number before a list.
        let count: Number?
    }

    private struct Element {
        let name: String
        let count: Int
        var properties: [Property] = []
    }

    private static let (headerLimit, cornersLimit, faceLimit) = (1 << 16, 6_000_000, 1_000)

    /// The triangles, or the points of a file that has nothing else, as scanners write them; `nil` where the header makes no
    /// sense.
    static func read(_ bytes: [UInt8]) -> Model? {
        guard let (coding, elements, start) = header(bytes) else { return nil }
        var corners: [SIMD3<Float>] = []
        var model = read(elements, &corners, Reader(bytes: bytes, place: start, coding: coding))
        let hasFaces = elements.contains {
            ["face", "tristrips"].contains($0.name) && $0.count > 0
        }
        if model.count == 0, !hasFaces { model.add(points: corners) }
        return model
    }

    private static func read(
        _ elements: [Element],
        _ corners: inout [SIMD3<Float>],
        _ reader: Reader
    ) -> Model {
        var (model, reader) = (Model(), reader)
        for element in elements {
            let isCorner = element.name == "vertex"
            for _ in 0..<element.count {
                if isCorner && corners.count >= cornersLimit || model.isFull { return model }
                var corner = SIMD3<Float>(repeating: .nan)
                for property in element.properties {
                    if let count = property.count {
                        guard let length = reader.next(count), length >= 0, length <= 1e6 else {
                            return model
                        }
                        let isFace = property.name.hasPrefix("vertex_ind")
                        var face: [Int] = []
                        for _ in 0..<Int(clamping: length) {
                            guard let value = reader.next(property.number) else { return model }
                            if isFace, face.count < faceLimit { face.append(Int(clamping: value)) }
                        }
                        add(face, corners, to: &model)
                        continue
                    }
                    guard let value = reader.next(property.number) else { return model }
                    if let axis = ["x", "y", "z"].firstIndex(of: property.name) {
                        corner[axis] = Float(value)
                    }
                }
                if isCorner { corners.append(corner) }
            }
        }
        return model
    }

    /// A face of several corners is a fan of triangles.
    private static func add(_ face: [Int], _ corners: [SIMD3<Float>], to model: inout Model) {
        guard face.count >= 3, face.allSatisfy({ corners.indices.contains($0) }) else { return }
        for next in 1..<(face.count - 1) {
            model.add(corners[face[0]], corners[face[next]], corners[face[next + 1]])
        }
    }

    private static func header(_ bytes: [UInt8]) -> (Coding, [Element], Int)? {
        var (coding, elements): (Coding?, [Element]) = (nil, [])
        var place = 0
        while place < min(bytes.count, headerLimit) {
            let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
            let line = String(decoding: bytes[place..<end], as: UTF8.self)
            place = end + 1
            let words = line.split { $0.isWhitespace }.map(String.init)
            switch words.first {
            case "end_header":
                guard let coding else { return nil }
                return (coding, elements, min(place, bytes.count))
            case "format" where words.count >= 2:
                coding =
                    words[1] == "ascii"
                    ? .text : .binary(isBig: words[1] == "binary_big_endian")
            case "element" where words.count >= 3:
                guard let count = Int(words[2]), count >= 0, elements.count < 64 else { return nil }
                elements.append(Element(name: words[1], count: count))
            case "property" where words.count >= 3 && !elements.isEmpty:
                let isList = words[1] == "list"
                guard let number = Number(rawValue: words[isList ? min(3, words.count - 1) : 1]),
                    !isList || words.count >= 5, elements[elements.count - 1].properties.count < 256
                else { return nil }
                let count = isList ? Number(rawValue: words[2]) : nil
                guard !isList || count != nil else { return nil }
                elements[elements.count - 1].properties.append(
                    Property(name: words[isList ? 4 : 2], number: number, count: count)
                )
            default: continue
            }
        }
        return nil
    }

    /// Reads one number after the other.
    private struct Reader {
        let bytes: [UInt8]
        var place: Int
        let coding: Coding

        /// The next number; `nil` at the end.
        mutating func next(_ number: Number) -> Double? {
            guard case .binary(let isBig) = coding else { return word() }
            let size = number.size
            guard place + size <= bytes.count else { return nil }
            var value: UInt64 = 0
            for index in 0..<size {
                value = value << 8 | UInt64(bytes[isBig ? place + index : place + size - 1 - index])
            }
            place += size
            switch number {
            case .char, .int8: return Double(Int8(truncatingIfNeeded: value))
            case .short, .int16: return Double(Int16(truncatingIfNeeded: value))
            case .int, .int32: return Double(Int32(truncatingIfNeeded: value))
            case .uchar, .uint8, .ushort, .uint16, .uint, .uint32: return Double(value)
            case .float, .float32:
                return Double(Float(bitPattern: UInt32(truncatingIfNeeded: value)))
            case .double, .float64: return Double(bitPattern: value)
            }
        }

        private mutating func word() -> Double? {
            while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
            let start = place
            while place < bytes.count, bytes[place] > 0x20 { place += 1 }
            guard start < place else { return nil }
            return Double(ModelNumbers.float(bytes[start..<place]))
        }
    }
}
