/// The sentences about tickets with values that no printer could accept.
extension Words {
    /// A number in a ticket.
    enum TicketNumber: CaseIterable {
        case copies
        case numberUp
        case priority
        case percent
        case ppi

        func name(in language: Language) -> String {
            let (english, chinese) =
                switch self {
                case .copies: ("number of copies", "份数")
                case .numberUp: ("number of pages per side", "每面页数")
                case .priority: ("priority", "优先级")
                case .percent: ("percentage", "百分比")
                case .ppi: ("resolution", "分辨率")
                }
            return language == .simplifiedChinese ? chinese : english
        }
    }

    /// A number is out of its range.
    static func outOfRange(
        _ number: TicketNumber,
        _ value: Int,
        _ range: ClosedRange<Int>,
        language: Language
    ) -> String {
        let name = number.name(in: language)
        return switch language {
        case .english: "Invalid \(name) '\(value)': use \(range.lowerBound) to \(range.upperBound)."
        case .simplifiedChinese:
            "\(name)“\(value)”无效：请使用 \(range.lowerBound) 到 \(range.upperBound)。"
        }
    }

    /// The size of the letters is outside of its range.
    static func fontSizeOutOfRange(_ size: Double, language: Language) -> String {
        let (shown, range) = (OptionText.number(size), PrintTicket.fontSizeRange)
        let (least, most) = (Int(clamping: range.lowerBound), Int(clamping: range.upperBound))
        return switch language {
        case .english: "A font size of \(shown) points is not possible. Use \(least) to \(most)."
        case .simplifiedChinese: "字号不能是 \(shown) 点。请使用 \(least) 到 \(most)。"
        }
    }

    /// A margin is below zero.
    static func negativeMargins(language: Language) -> String {
        switch language {
        case .english: "A margin cannot be negative. Use 0 or more."
        case .simplifiedChinese: "页边距不能为负数。请使用 0 或更大的值。"
        }
    }

    /// A number of pages that cannot be folded together.
    static func creepOutOfRange(_ creep: Int, language: Language) -> String {
        let value = MediaMargins.text(creep)
        let most = MediaMargins.text(PrintTicket.creepRange.upperBound)
        return switch language {
        case .english: "Invalid creep '\(value)': use the thickness of a sheet, 0mm to \(most)."
        case .simplifiedChinese: "爬移“\(value)”无效：请使用一张纸的厚度，0mm 到 \(most)。"
        }
    }

    static func noSignature(_ pages: Int, language: Language) -> String {
        let most = PrintTicket.signatureRange.upperBound
        return switch language {
        case .english:
            "Invalid number of pages in a signature '\(pages)': use a multiple of 4, \(most) at most."
        case .simplifiedChinese: "每帖页数“\(pages)”无效：请使用 4 的倍数，最多 \(most)。"
        }
    }

    /// The end of the hold is outside the years of RFC 3339.
    static func holdTooLate(language: Language) -> String {
        switch language {
        case .english: "A job can be held until the year 9999 at most. Use an earlier time."
        case .simplifiedChinese: "任务最多可以保留到 9999 年。请使用更早的时间。"
        }
    }
}
