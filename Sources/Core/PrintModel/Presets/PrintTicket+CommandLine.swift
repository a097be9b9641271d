import CommandNames

extension PrintTicket {
    /// The options as typed after `printq print`, one with its value per element.
    ///
    /// The time of a hold is left out, because it belongs to one job.
    package var commandLine: [String] {
        var words: [String] = []
        func add(_ name: String, _ value: String?) {
            guard let value else { return }
            words.append("\(Flag.ofTicket(name)) \(Self.quoted(value))")
        }
        func addFlag(_ name: String, _ value: Bool?) {
            guard let value else { return }
            let flag = Flag.ofTicket(name)
            words.append(value ? flag : "--no-" + flag.dropFirst(2))
        }
        add("pages", pages?.description)
        add("copies", copies.map { "\($0)" })
        addFlag("collate", collate)
        add("sides", sides?.rawValue)
        add("media", media?.rawValue)
        addFlag("borderless", borderless)
        add("source", source)
        add("color", color?.rawValue)
        add("quality", quality?.rawValue)
        for option in LayoutOption.all {
            switch option.name {
            case _ where option.isFlag:
                addFlag(option.name, option.value(self).map { $0 == "true" })
            case "scaling": words += scalingWords
            default: add(option.name, option.value(self))
            }
        }
        add("ppi", ppi.map { "\($0)" })
        add("signature", signature.map { "\($0)" })
        add("finishings", finishings?.joined(separator: ","))
        add("outputBin", outputBin)
        add("priority", priority.map { "\($0)" })
        for (name, value) in (attributes ?? [:]).sorted(by: { $0.key < $1.key }) {
            // The value of -o has a syntax of its own: OptionText.
            let escaped = value.reduce(into: "") { text, letter in
                if letter.isWhitespace || "\\'\"".contains(letter) { text.append("\\") }
                text.append(letter)
            }
            words.append("\(Flag.attribute) \(Self.quoted("\(name)=\(escaped)"))")
        }
        return words
    }

    /// The scaling, of which a percentage is a part.
    private var scalingWords: [String] {
        guard let percent else { return scaling.map { ["\(Flag.scaling) \($0.rawValue)"] } ?? [] }
        return scaling == PrintScaling.none
            ? ["\(Flag.scaling) \(percent)%"] : ["\(Flag.attribute) scaling=\(percent)"]
    }

    /// A word for a shell.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            byte >= 128 || Character(Unicode.Scalar(byte)).isLetter
                || Character(Unicode.Scalar(byte)).isNumber || "%+,-./:=@_".utf8.contains(byte)
        }
        guard !isPlain || word.isEmpty else { return word }
        return "'"
            + word.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: #"'\''"#) + "'"
    }
}
