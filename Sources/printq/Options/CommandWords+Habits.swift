import PrintModel

/// What people type who know `lp`, `lpr`, `lpstat`, or another program: what it means here is certain, or a sentence says what to
/// type.
extension CommandWords {
    /// Options without a value that another option has here.
    private static let synonyms = [
        "--grayscale": ["--color", "monochrome"], "--greyscale": ["--color", "monochrome"],
        "--monochrome": ["--color", "monochrome"], "--landscape": ["--orientation", "landscape"],
        "--portrait": ["--orientation", "portrait"],
    ]
    private static let greys: Set<String> = [
        "gray", "grey", "grayscale", "greyscale", "bw", "mono",
    ]

    /// The words of an option of a ticket as they are here; `nil` where they are the same.
    ///
    /// - Parameters:
    ///   - word: The option.
    ///   - rest: What follows, of which a value is taken.
    /// - Returns: What stands in their place.
    /// - Throws: ``Mistake`` with what is meant.
    static func habit(
        _ word: String,
        _ rest: inout ArraySlice<String>
    ) throws(Mistake) -> [String]? {
        if let words = synonyms[word] { return words }
        if let count = value(of: "-#", in: word, &rest) { return ["--copies", count] }
        if let color = value(of: "--color", in: word, &rest) {
            return ["--color", greys.contains(color.lowercased()) ? "monochrome" : color]
        }
        for name in ["-P", "--pages"] {
            guard let list = value(of: name, in: word, &rest) else { continue }
            return try pages(list)
        }
        return nil
    }

    /// The value of an option that is this word, or joined to it; `nil` for another option, and without a value.
    private static func value(
        of name: String,
        in word: String,
        _ rest: inout ArraySlice<String>
    ) -> String? {
        if word == name { return rest.popFirst() }
        let start = name.hasPrefix("--") ? name + "=" : name
        return word.hasPrefix(start) && word != start ? String(word.dropFirst(start.count)) : nil
    }

    private static func pages(_ list: String) throws(Mistake) -> [String] {
        switch list.lowercased() {
        case "odd", "even": return ["--page-set", list.lowercased()]
        case "last", "end":
            return ["--pages", "last"]
        case _ where !list.isEmpty && list.allSatisfy { $0.isLetter || "_ .".contains($0) }:
            throw Mistake(
                "'\(list)' is no list of pages, such as 1-3,7. If it is a printer, did you mean -d \(list)?"
            )
        default: return ["--pages", list]
        }
    }

    /// The words after `jobs` as they are here: `lpstat` has `-a`, `-o`, and `-u`.
    static func habits(ofJobs words: ArraySlice<String>) -> [String] {
        var (known, rest): ([String], ArraySlice<String>) = ([], words)
        while let word = rest.popFirst() {
            switch word {
            case "-a": known.append("--all")
            // The jobs that wait: the list has these.
            case "-o": break
            case _ where word.hasPrefix("-u"):
                known += value(of: "-u", in: word, &rest).map { ["--user", $0] } ?? [word]
            default: known.append(word)
            }
        }
        return known
    }
}
