// Paragraph contents besides text: fields and shapes.
extension WordDocument {
    /// An open field.
    struct Field {
        var code = ""
        /// Whether the field's saved result is skipped.
        var hidesWords = false
    }

    /// Parses the size in the style of a shape, such as "width:120pt;height:2in", in points.
    static func size(ofStyle style: String) -> (width: Double, height: Double) {
        func length(_ name: String) -> Double {
            for part in style.split(separator: ";") {
                let pair = part.split(separator: ":")
                guard pair.count == 2, pair[0].drop(while: { $0 == " " }) == name else { continue }
                let number = pair[1].prefix { $0.isNumber || $0 == "." }
                let points = Double(number) ?? 0
                return pair[1].hasSuffix("in") ? points * 72 : points
            }
            return 0
        }
        return (length("width"), length("height"))
    }

    func beginField(_ code: String) {
        guard fields.count < 32 else { return }
        fields.append(Field(code: code))
        replacePageNumber()
    }

    func takeField(_ type: String) {
        switch type {
        case "begin": if fields.count < 32 { fields.append(Field()) }
        case "separate": replacePageNumber()
        case "end": fieldEnds()
        default: break
        }
    }

    /// Replaces the saved page number with the actual one.
    private func replacePageNumber() {
        guard isRunning, let last = fields.indices.last,
            fields[last].code.split(separator: " ").first?.uppercased() == "PAGE"
        else { return }
        append(String(StyledText.pageNumber))
        fields[last].hidesWords = true
        hidden += 1
    }

    func fieldEnds() {
        guard let field = fields.popLast(), field.hidesWords else { return }
        hidden = max(0, hidden - 1)
    }

    /// Takes a property of the letters of a run.
    func beginRunProperty(_ name: String, _ attributes: XMLScanner.Attributes) {
        let added: Look
        switch name {
        case "b": added = .bold
        case "i": added = .italic
        case "u": added = .underline
        case "strike": added = .strike
        case "vertAlign":
            added =
                attributes["val"] == "superscript"
                ? .raised : attributes["val"] == "subscript" ? .lowered : []
        case "vanish":
            isVanished = WordStyles.isOn(attributes)
            return
        case "sz":
            size = WordStyles.size(attributes)
            return
        case "color":
            colour = attributes["val"].flatMap { UInt32($0, radix: 16) }.map { $0 & 0xFFFFFF }
            return
        default: return
        }
        if WordStyles.isOn(attributes) { look.formUnion(added) } else { look.subtract(added) }
    }
}
