/// The copies in a file.
extension SheetLayout {
    /// The number of faces in the file, with all copies and their white backs.
    public var faceCount: Int {
        guard copies > 1 else { return faces.count }
        let back = isTwoSided && !faces.count.isMultiple(of: 2) ? 1 : 0
        return (faces.count + back).multiplied(clamping: copies)
    }

    /// The places in ``faces`` of all faces in the file, in their order; `nil` is a white back, so that no copy begins on the
    /// back of another.
    package var facesInFile: [Int?] {
        guard copies > 1 else { return Array(faces.indices) }
        var places: [Int?] = Array(faces.indices)
        if isTwoSided, !places.count.isMultiple(of: 2) { places.append(nil) }
        if isCollated { return Array(repeating: places, count: copies).flatMap { $0 } }
        let perSheet = isTwoSided ? 2 : 1
        return stride(from: 0, to: places.count, by: perSheet).flatMap { start in
            let sheet = places[start..<min(start + perSheet, places.count)]
            return Array(repeating: sheet, count: copies).flatMap { $0 }
        }
    }
}
