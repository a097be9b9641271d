/// What somebody who has misspelt a name may have meant.
public enum Spelling {
    /// The known name that is nearest to a word; `nil` if none is close.
    ///
    /// - Parameters:
    ///   - word: The word, in any case.
    ///   - names: The known names.
    /// - Returns: The name, in its own case.
    public static func nearest(_ word: String, among names: [String]) -> String? {
        let limit = max(1, min(2, word.count / 2))
        let close = names.map { (name: $0, distance: distance(word.lowercased(), $0.lowercased())) }
            .filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
        guard close == nil, word.count >= 2 else { return close }
        let begun = names.filter { $0.lowercased().hasPrefix(word.lowercased()) }
        return begun.count == 1 ? begun[0] : nil
    }

    /// The Damerau-Levenshtein distance of two words, with swaps of adjacent letters.
    private static func distance(_ first: String, _ second: String) -> Int {
        let (a, b) = (Array(first), Array(second))
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    best = min(best, before[j - 1] + 1)
                }
                row.append(best)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }
}
