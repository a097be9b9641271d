/// A model of Wavefront: corners, and faces that name them.
enum OBJModel {
    private static let cornersLimit = 6_000_000
    private static let faceLimit = 1_000

    /// The triangles; `nil` where there are none.
    static func read(_ bytes: [UInt8]) -> Model? {
        var (model, corners): (Model, [SIMD3<Float>]) = (Model(), [])
        model.isThirdUp = false
        for line in bytes.split(separator: 0x0A) where !model.isFull {
            guard line.first == UInt8(ascii: "v") || line.first == UInt8(ascii: "f") else {
                continue
            }
            let words = line.split { $0 <= 0x20 }
            guard words.count >= 4, words[0].count == 1 else { continue }
            if words[0].first == UInt8(ascii: "v") {
                guard corners.count < cornersLimit else { continue }
                corners.append(
                    SIMD3(
                        ModelNumbers.float(words[1]),
                        ModelNumbers.float(words[2]),
                        ModelNumbers.float(words[3])
                    )
                )
                continue
            }
            let face = words.dropFirst().prefix(faceLimit).map { index($0, corners.count) }
            // A face of several corners is a fan of triangles.
            for next in 1..<(face.count - 1) {
                guard let a = face[0], let b = face[next], let c = face[next + 1] else { continue }
                model.add(corners[a], corners[b], corners[c])
            }
        }
        return model
    }

    /// The index of a corner in a word such as "3/1/2"; those below 0 count from the end.
    private static func index(_ word: ArraySlice<UInt8>, _ count: Int) -> Int? {
        let digits = word.prefix { $0 != UInt8(ascii: "/") }
        guard let number = Int(String(decoding: digits.prefix(12), as: UTF8.self)) else {
            return nil
        }
        let index = number > 0 ? number - 1 : count + number
        return (0..<count).contains(index) ? index : nil
    }
}
