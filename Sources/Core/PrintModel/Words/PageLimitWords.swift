import CommandNames

/// The sentences about a document with more pages than one job can have.
extension EnglishWords {
    var tooManyPages: Words.Sentences {
        let limit = parameters["limit"] ?? "?"
        return (
            "'\(parameters["document"] ?? "?")' has \(parameters["pages"] ?? "?") pages, more than the \(limit) that one job can have.",
            parameters["printable"] == "yes"
                ? "Print it in parts, beginning with \(Flag.pages) 1-\(limit)."
                : "Split it into smaller documents."
        )
    }
}

extension ChineseWords {
    var tooManyPages: Words.Sentences {
        let limit = parameters["limit"] ?? "?"
        return (
            "“\(parameters["document"] ?? "?")”有 \(parameters["pages"] ?? "?") 页，超过一个任务最多的 \(limit) 页。",
            parameters["printable"] == "yes"
                ? "请分批打印，先用 \(Flag.pages) 1-\(limit)。" : "请将其拆分为较小的文档。"
        )
    }
}
