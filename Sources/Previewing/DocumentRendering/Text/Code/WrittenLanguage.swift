/// A language that libt3highlight has no file for, by what most languages have in common.
struct WrittenLanguage {
    let names: Set<String>
    /// Words that are set in bold, separated by blanks.
    let keywords: String
    /// How a comment to the end of the line begins, as a regular expression.
    var lineComment = "//"
    /// How other comments begin and end, as regular expressions.
    var comments = [(#"/\*"#, #"\*/"#)]
    /// How strings begin and end; those that may go on in the next line first.
    var strings = [("\"", "\"|$")]
    /// What looks like the directives of a preprocessor, as a regular expression.
    var directive: String?
    var ignoresCase = false

    /// The language in the format of libt3highlight's files.
    var definition: String {
        var parts = ["format = 3"]
        func add(_ fields: (String, String)..., inside: String = "") {
            let lines = fields.map {
                "\($0) = '\($1.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
            }
            parts.append("%highlight {\n\(lines.joined(separator: "\n"))\n\(inside)\n}")
        }
        add(("start", lineComment), ("end", "$"), ("style", "comment"))
        for (start, end) in comments { add(("start", start), ("end", end), ("style", "comment")) }
        let escape = "%highlight {\nregex = '\\\\.'\nstyle = 'string-escape'\n}"
        for (start, end) in strings {
            add(("start", start), ("end", end), ("style", "string"), inside: escape)
        }
        if let directive { add(("regex", directive), ("style", "misc")) }
        let words = keywords.split(separator: " ").joined(separator: "|")
        add(("regex", "\(ignoresCase ? "(?i)" : "")\\b(?:\(words))\\b"), ("style", "keyword"))
        add(
            (
                "regex",
                #"\b(?:0[xX][0-9a-fA-F_]+|0[bo][0-7_]+|[0-9][0-9_]*(?:\.[0-9_]+)?(?:[eE][-+]?[0-9]+)?)\b"#
            ),
            ("style", "number")
        )
        return parts.joined(separator: "\n") + "\n"
    }

    private static let quotes = [("\"", "\"|$"), ("'", "'|$")]
    private static let directiveOfAt = #"@\w+|#\w+"#

    static let all = [
        Self(
            names: ["swift"],
            keywords: """
                actor any as associatedtype async await borrowing break case catch class consuming continue default \
                defer deinit do else enum extension fallthrough false fileprivate final for func get guard if import in \
                indirect infix init inout internal is isolated lazy let mutating nil nonisolated nonmutating open \
                operator override package private protocol public repeat rethrows return self Self set some static \
                struct subscript super switch throw throws true try typealias unowned unsafe var weak where while
                """,
            strings: [("\"\"\"", "\"\"\""), ("\"", "\"|$")],
            directive: directiveOfAt
        ),
        Self(
            names: ["go", "golang"],
            keywords: """
                break case chan const continue default defer else fallthrough false for func go goto if import interface \
                iota map nil package range return select struct switch true type var
                """,
            strings: [("`", "`")] + quotes
        ),
        Self(
            names: ["rust", "rs"],
            keywords: """
                as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod \
                move mut pub ref return self Self static struct super trait true type union unsafe use where while
                """,
            strings: [("b?\"", "\"")],
            directive: #"#!?\[[^\]]*\]|\b\w+!"#
        ),
        Self(
            names: ["kotlin", "kt", "kts"],
            keywords: """
                abstract as break by catch class companion const constructor continue data do else enum false final \
                finally for fun if import in init inline interface internal is lateinit null object open operator out \
                override package private protected public return sealed super suspend this throw true try typealias val \
                var vararg when where while
                """,
            strings: [("\"\"\"", "\"\"\"")] + quotes,
            directive: #"@\w+"#
        ),
        Self(
            names: ["typescript", "ts", "tsx", "mts"],
            keywords: """
                abstract any as async await boolean break case catch class const continue declare default delete do else \
                enum export extends false finally for from function get if implements import in infer instanceof \
                interface is keyof let namespace never new null number of override private protected public readonly \
                return satisfies set static string super switch symbol this throw true try type typeof undefined unknown \
                var void while yield
                """,
            strings: [("`", "`")] + quotes,
            directive: #"@\w+"#
        ),
        Self(
            names: ["csharp", "cs", "c#"],
            keywords: """
                abstract as async await base bool break byte case catch char checked class const continue decimal default \
                delegate do double else enum event explicit extern false finally fixed float for foreach get goto if \
                implicit in int interface internal is lock long namespace new null object operator out override params \
                private protected public readonly record ref return sbyte sealed set short sizeof static string struct \
                switch this throw true try typeof uint ulong unchecked unsafe ushort using var virtual void volatile \
                where while yield
                """,
            strings: quotes,
            directive: #"^\s*#\w+.*"#
        ),
        Self(
            names: ["sql"],
            keywords: """
                add all alter and any as asc begin between by case cascade check column commit constraint create cross \
                database default delete desc distinct drop else end escape except exists explain false foreign from full \
                function grant group having if in index inner insert intersect into is join key left like limit natural \
                not null offset on or order outer primary references replace returning revoke right rollback row select \
                set table temporary then transaction trigger true union unique update using values view when where with
                """,
            lineComment: "--",
            strings: [("'", "'"), ("\"", "\"|$")],
            ignoresCase: true
        ),
        Self(
            names: ["lua"],
            keywords: """
                and break do else elseif end false for function goto if in local nil not or repeat return then true until \
                while
                """,
            lineComment: #"--(?!\[\[)"#,
            comments: [(#"--\[\["#, #"\]\]"#)],
            strings: [(#"\[\["#, #"\]\]"#)] + quotes
        ),
        Self(
            names: ["json", "jsonl", "ndjson", "geojson", "ipynb"],
            keywords: "true false null",
            comments: []
        ),
        Self(
            names: ["yaml", "yml"],
            keywords: "true false null yes no on off",
            lineComment: #"(?:^|(?<=\s))#"#,
            comments: [],
            strings: quotes,
            directive: #"^\s*(?:- )*[\w.\-/]+:(?=\s|$)|[&*]\w+"#
        ),
    ]
}
