/// The order of pages in a booklet, whose sheets are printed on both sides and folded in the middle.
///
/// A signature is a stack of sheets that are folded together; several of them are bound one after the other.
/// The last one has only as many sheets as it needs.
struct Signatures {
    /// The number of pages in each; `nil` if all pages are in one.
    let size: Int?
    /// Whether the booklet is bound at the right, so that it is read from there.
    let isBoundAtRight: Bool

    /// The size in use; a value of a store may be none that can be folded.
    private func size(of count: Int) -> Int {
        guard let size, PrintTicket.isSignature(size) else { return (max(count, 1) + 3) / 4 * 4 }
        return size
    }

    /// The sides that have pages, and the sheets.
    func counts(of count: Int) -> (impressions: Int, sheets: Int) {
        let size = size(of: count)
        let rest = count % size
        let sheets = count / size * (size / 4) + (rest + 3) / 4
        // A single page leaves the back of its sheet blank.
        return (sheets * 2 - (rest == 1 ? 1 : 0), sheets)
    }

    /// The two pages on each side, the left one first; 0 is a blank page, and an empty list a blank side.
    func faces(of pages: [Int], reverse: Bool) -> [[Int]] {
        let size = size(of: pages.count)
        var sheets: [[[Int]]] = []
        for start in stride(from: 0, to: pages.count, by: size) {
            var signature = Array(pages[start..<min(pages.count, start + size)])
            signature += Array(repeating: 0, count: (4 - signature.count % 4) % 4)
            let last = signature.count - 1
            for outer in stride(from: 0, to: signature.count / 2, by: 2) {
                sheets.append([
                    face(signature[last - outer], signature[outer]),
                    face(signature[outer + 1], signature[last - outer - 1]),
                ])
            }
        }
        if reverse { sheets.reverse() }
        let faces = sheets.flatMap { $0 }
        return faces.last == [] ? faces.dropLast() : faces
    }

    private func face(_ left: Int, _ right: Int) -> [Int] {
        if left == 0, right == 0 { return [] }
        return isBoundAtRight ? [right, left] : [left, right]
    }
}

extension PrintPlan {
    /// The order of pages in the booklet.
    var signatures: Signatures {
        let fromRight: Set<NumberUpLayout> = [.rltb, .rlbt, .tbrl, .btrl]
        return Signatures(
            size: signature,
            isBoundAtRight: fromRight.contains(numberUpLayout)
        )
    }
}
