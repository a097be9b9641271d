/// The numbers and keywords of `finishings` (PWG 5100.1, and the IANA registry of IPP).
///
/// A printer lists numbers; tickets, plans and constraints use keywords.
public enum Finishings {
    /// The keyword for no finishing.
    public static let none = "none"

    private static let keywords: [Int: String] = {
        var table: [Int: String] = [
            3: none, 4: "staple", 5: "punch", 6: "cover", 7: "bind", 8: "saddle-stitch",
            9: "edge-stitch", 10: "fold", 11: "trim", 12: "bale", 13: "booklet-maker",
            14: "jog-offset", 15: "coat", 16: "laminate",
        ]
        let runs: [(first: Int, keywords: [String])] = [
            (
                20,
                [
                    "staple-top-left", "staple-bottom-left", "staple-top-right",
                    "staple-bottom-right", "edge-stitch-left", "edge-stitch-top",
                    "edge-stitch-right", "edge-stitch-bottom", "staple-dual-left",
                    "staple-dual-top", "staple-dual-right", "staple-dual-bottom",
                    "staple-triple-left", "staple-triple-top", "staple-triple-right",
                    "staple-triple-bottom",
                ]
            ),
            (50, ["bind-left", "bind-top", "bind-right", "bind-bottom"]),
            (
                60,
                [
                    "trim-after-pages", "trim-after-documents", "trim-after-copies",
                    "trim-after-job",
                ]
            ),
            (
                70,
                [
                    "punch-top-left", "punch-bottom-left", "punch-top-right",
                    "punch-bottom-right", "punch-dual-left", "punch-dual-top",
                    "punch-dual-right", "punch-dual-bottom", "punch-triple-left",
                    "punch-triple-top", "punch-triple-right", "punch-triple-bottom",
                    "punch-quad-left", "punch-quad-top", "punch-quad-right",
                    "punch-quad-bottom", "punch-multiple-left", "punch-multiple-top",
                    "punch-multiple-right", "punch-multiple-bottom",
                ]
            ),
            (
                90,
                [
                    "fold-accordion", "fold-double-gate", "fold-gate", "fold-half",
                    "fold-half-z", "fold-left-gate", "fold-letter", "fold-parallel",
                    "fold-poster", "fold-right-gate", "fold-z", "fold-engineering-z",
                ]
            ),
        ]
        for run in runs {
            for (offset, keyword) in run.keywords.enumerated() {
                table[run.first + offset] = keyword
            }
        }
        return table
    }()

    private static let numbers = Dictionary(uniqueKeysWithValues: keywords.map { ($1, $0) })

    /// The keyword of a number.
    ///
    /// - Parameter number: A value of the IPP enum.
    /// - Returns: The keyword; `nil` if none is registered.
    public static func keyword(of number: Int) -> String? {
        keywords[number]
    }

    /// The number of a keyword.
    ///
    /// - Parameter keyword: A keyword such as `staple-top-left`.
    /// - Returns: The value of the IPP enum; `nil` if none is registered.
    public static func number(of keyword: String) -> Int32? {
        numbers[keyword].map { Int32(clamping: $0) }
    }
}
