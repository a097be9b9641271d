import PreviewHelper

/// A model in STL: triangles in binary, or as text.
enum STLModel {
    /// The triangles; `nil` where there are none.
    static func read(_ bytes: [UInt8]) -> Model? {
        if bytes.count >= 84 {
            let count = Int(bytes.number32(80))
            // Binary files may begin with the word "solid", too.
            let isText = bytes.starts(with: "solid".utf8) && bytes.count < 84 + count * 50
            if !isText { return binary(bytes, count: min(count, (bytes.count - 84) / 50)) }
        }
        return text(bytes)
    }

    private static func binary(_ bytes: [UInt8], count: Int) -> Model? {
        var model = Model()
        for index in 0..<count where !model.isFull {
            let place = 84 + index * 50 + 12
            model.add(point(bytes, place), point(bytes, place + 12), point(bytes, place + 24))
        }
        return model
    }

    /// Three numbers of four bytes each.
    static func point(_ bytes: [UInt8], _ place: Int) -> SIMD3<Float> {
        SIMD3(
            Float(bitPattern: bytes.number32(place)),
            Float(bitPattern: bytes.number32(place + 4)),
            Float(bitPattern: bytes.number32(place + 8))
        )
    }

    private static func text(_ bytes: [UInt8]) -> Model? {
        var (model, corners): (Model, [SIMD3<Float>]) = (Model(), [])
        for line in bytes.split(separator: 0x0A) where !model.isFull {
            let words = line.split { $0 <= 0x20 }
            guard words.count >= 4, words[0].elementsEqual("vertex".utf8) else { continue }
            corners.append(
                SIMD3(
                    ModelNumbers.float(words[1]),
                    ModelNumbers.float(words[2]),
                    ModelNumbers.float(words[3])
                )
            )
            if corners.count == 3 {
                model.add(corners[0], corners[1], corners[2])
                corners = []
            }
        }
        return model
    }
}

/// Numbers in the text of models.
enum ModelNumbers {
    /// A number; not a number where it is none.
    static func float(_ word: ArraySlice<UInt8>) -> Float {
        Float(String(decoding: word.prefix(40), as: UTF8.self)) ?? .nan
    }
}
