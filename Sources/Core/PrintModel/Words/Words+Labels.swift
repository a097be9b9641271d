import CommandNames

/// The sentences about texts on sheets that could not be printed.
extension Words {
    /// A header or footer.
    static func noLabel(_ option: String, _ misfit: PageLabel.Misfit, language: Language) -> String
    {
        let fields = PageLabel.Field.allCases.map { "{\($0.rawValue)}" }
        let limit = option == "stamp" ? PrintTicket.stampLimit : PageLabel.limit
        let flag = Flag.ofTicket(option)
        return switch language {
        case .english: english(flag, misfit, limit, fields: list(fields, "and"))
        case .simplifiedChinese: chinese(flag, misfit, limit, fields: fields.joined(separator: "、"))
        }
    }

    /// A selection of worksheets that chooses none, or is no line of text.
    static func noWorksheets(_ value: String, language: Language) -> String {
        let flag = Flag.ofTicket("worksheets")
        return switch language {
        case .english:
            "The value '\(value)' of \(flag) is not a list of names or numbers, such as Costs,3, of up to \(WorksheetSelection.longest) bytes."
        case .simplifiedChinese:
            "\(flag) 的值“\(value)”不是最多 \(WorksheetSelection.longest) 字节的名称或编号列表，例如 Costs,3。"
        }
    }

    private static func list(_ words: [String], _ conjunction: String) -> String {
        words.dropLast().joined(separator: ", ") + ", \(conjunction) " + (words.last ?? "")
    }

    private static func english(
        _ flag: String,
        _ misfit: PageLabel.Misfit,
        _ limit: Int,
        fields: String
    ) -> String {
        switch misfit {
        case .empty: "The text of \(flag) is empty. Write a text, or leave \(flag) out."
        case .tooLong:
            "The text of \(flag) is too long. Use \(limit) characters at most."
        case .control:
            "The text of \(flag) has a control character, such as a line break. Use one line of text."
        case .tooManyParts:
            "The text of \(flag) has more than three parts. Use left|center|right, and {|} for a bar."
        case .unknown(let name):
            "The text of \(flag) has no field '{\(name)}'. The fields are \(fields); {{ is a brace."
        case .open:
            "The text of \(flag) has a brace that is not closed. The fields are \(fields); {{ is a brace."
        }
    }

    private static func chinese(
        _ flag: String,
        _ misfit: PageLabel.Misfit,
        _ limit: Int,
        fields: String
    ) -> String {
        switch misfit {
        case .empty: "\(flag) 的文字为空。请写入文字，或去掉 \(flag)。"
        case .tooLong: "\(flag) 的文字过长。最多可用 \(limit) 个字符。"
        case .control: "\(flag) 的文字含有控制字符，例如换行。请只用一行文字。"
        case .tooManyParts: "\(flag) 的文字多于三个部分。请使用“左|中|右”，竖线本身写作 {|}。"
        case .unknown(let name): "\(flag) 没有字段“{\(name)}”。可用的字段有 \(fields)；{{ 表示花括号。"
        case .open: "\(flag) 的花括号没有闭合。可用的字段有 \(fields)；{{ 表示花括号。"
        }
    }
}
