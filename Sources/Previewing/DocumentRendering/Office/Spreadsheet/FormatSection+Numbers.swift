import Glibc

extension FormatSection {
    /// Formats a number, with its sign if it is negative.
    func written(_ number: Double) -> String {
        if tokens.isEmpty { return "" }
        let scale =
            pow(100, Double(tokens.count { $0 == .percent })) / pow(1_000, Double(thousands))
        let value = abs(number) * scale
        let text: String
        if tokens.contains(.general) || hasText {
            text = tokens.reduce(into: "") { result, token in
                switch token {
                case .general, .text: result += NumberText.general(value)
                case .literal(let words): result += words
                case .percent: result += "%"
                default: break
                }
            }
        } else if tokens.contains(.slash), digits(tokens) > 0 {
            text = fraction(value)
        } else if let place = tokens.firstIndex(where: {
            if case .exponent = $0 { true } else { false }
        }) {
            text = scientific(value, place)
        } else {
            text = decimal(value, tokens[...])
        }
        let isNegative = number < 0 && text.contains { ("1"..."9").contains($0) }
        return isNegative ? "-" + text : text
    }

    private func digits(_ tokens: some Sequence<Token>) -> Int {
        tokens.reduce(0) { if case .digit = $1 { $0 + 1 } else { $0 } }
    }

    /// The number of commas after the last digit, or before the decimal point: each divides by 1000.
    private var thousands: Int {
        let whole = tokens.prefix { $0 != .point }
        return [whole, tokens[whole.endIndex...]].reduce(0) { count, part in
            let last = part.lastIndex { if case .digit = $0 { true } else { false } }
            guard let last else { return count }
            return count + part[(last + 1)...].prefix { $0 == .comma }.count
        }
    }

    private func decimal(_ value: Double, _ tokens: ArraySlice<Token>) -> String {
        let whole = tokens.prefix { $0 != .point }
        let rest = tokens[whole.endIndex...]
        let places = min(15, digits(rest))
        let fixed = NumberText.fixed(value, places)
        guard !fixed.contains("E") else { return fixed }
        let parts = fixed.split(separator: ".")
        var text = self.whole(parts[0] == "0" ? "" : String(parts[0]), whole)
        guard !rest.isEmpty else { return text }
        var decimals = Substring(parts.count > 1 ? parts[1] : "")
        for token in rest {
            switch token {
            case .point: text += "."
            case .digit(let sign):
                let digit = decimals.popFirst() ?? "0"
                let isLast = decimals.allSatisfy { $0 == "0" } && digit == "0"
                if sign == "0" || !isLast { text.append(digit) } else if sign == "?" { text += " " }
            case .literal(let words): text += words
            case .percent: text += "%"
            default: break
            }
        }
        return text
    }

    /// Fills the placeholders before the decimal point with digits, from right to left.
    private func whole(_ digits: String, _ tokens: ArraySlice<Token>) -> String {
        var places = self.digits(tokens)
        let first = tokens.firstIndex { if case .digit = $0 { true } else { false } }
        let last = tokens.lastIndex { if case .digit = $0 { true } else { false } }
        let isGrouped =
            first.map { first in
                tokens[first...(last ?? first)].contains(.comma)
            } ?? false
        var (rest, pieces, written) = (Substring(digits), [String](), 0)
        func put(_ digit: Character) {
            if isGrouped, written > 0, written % 3 == 0 { pieces.append(",") }
            pieces.append(String(digit))
            written += 1
        }
        for token in tokens.reversed() {
            switch token {
            case .digit(let sign):
                places -= 1
                if let digit = rest.popLast() {
                    put(digit)
                } else if sign == "0" {
                    put("0")
                } else if sign == "?" {
                    pieces.append(" ")
                }
                while places == 0, let digit = rest.popLast() { put(digit) }
            case .literal(let words): pieces.append(words)
            case .percent: pieces.append("%")
            default: break
            }
        }
        return pieces.reversed().joined()
    }

    private func scientific(_ value: Double, _ place: Int) -> String {
        let mantissa = tokens[..<place]
        let step = max(1, digits(mantissa.prefix { $0 != .point }))
        var exponent = value == 0 ? 0 : Int(clamping: floor(log10(value)))
        exponent = Int(clamping: floor(Double(exponent) / Double(step))) * step
        var text = decimal(value / pow(10, Double(exponent)), mantissa)
        // Rounding has added a digit.
        if text.prefix(while: { $0 != "." }).count > step, value != 0 {
            exponent += step
            text = decimal(value / pow(10, Double(exponent)), mantissa)
        }
        guard case .exponent(let hasPlus) = tokens[place] else { return text }
        text += exponent < 0 ? "E-" : hasPlus ? "E+" : "E"
        return text + self.whole(String(abs(exponent)), tokens[(place + 1)...])
    }

    private func fraction(_ value: Double) -> String {
        guard let slash = tokens.firstIndex(of: .slash) else { return "" }
        let above = tokens[..<slash].reversed().prefix {
            if case .digit = $0 { true } else { false }
        }
        let hasWhole = digits(tokens[..<slash]) > above.count
        // "/16" is a fixed denominator; "/??" has only placeholders.
        let below = tokens[(slash + 1)...].reduce(into: "") { text, token in
            switch token {
            case .digit: text += "0"
            case .literal(let words): text += words.filter { ("0"..."9").contains($0) }
            default: break
            }
        }
        let whole = hasWhole ? value.rounded(.down) : 0
        let part = value - whole
        var best = (above: 0.0, below: 1.0)
        if let fixed = Double(below), fixed > 0 {
            best = ((part * fixed).rounded(), fixed)
        } else {
            let limit = [9, 99, 999][max(0, min(2, below.count - 1))]
            var error = Double.infinity
            for below in 1...limit {
                let above = (part * Double(below)).rounded()
                let distance = abs(above / Double(below) - part)
                if distance < error - 1e-12 { (error, best) = (distance, (above, Double(below))) }
            }
        }
        if hasWhole, best.above == best.below { return NumberText.fixed(whole + 1, 0) }
        if hasWhole, best.above == 0 { return NumberText.fixed(whole, 0) }
        let text = "\(NumberText.fixed(best.above, 0))/\(NumberText.fixed(best.below, 0))"
        return whole > 0 ? "\(NumberText.fixed(whole, 0)) \(text)" : text
    }
}
