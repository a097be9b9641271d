import PreviewHelper
import PreviewModel

/// An entry of the menu, or a reference to a Flatpak: a file of groups with keys (Desktop Entry Specification).
enum DesktopEntry {
    private static let sizeLimit = 1 << 20

    /// Reports the entry until the sink returns false; false where it is none.
    static func read(
        _ descriptor: Int32,
        into sink: (Block) -> Bool
    ) throws(DocumentProblemError) {
        let bytes = FilePart.start(of: descriptor, limit: sizeLimit).bytes
        guard let text = TextDecoding.decode(bytes, isWhole: bytes.count < sizeLimit) else {
            throw DocumentProblemError(.damaged(why: .init(.notText)))
        }
        let values = values(text)
        guard !values.isEmpty else { throw DocumentProblemError(.damaged(why: .init(.notText))) }
        var facts = FactSheet(
            values["Title"] ?? values["Name"] ?? "",
            values["Comment"] ?? values["GenericName"] ?? ""
        )
        let names = [
            ("Exec", "Command"), ("URL", "Address"), ("Icon", "Icon"), ("Type", "Kind"),
            ("Categories", "Categories"), ("MimeType", "Opens"), ("Branch", "Branch"),
            ("IsRuntime", "Runtime"), ("RuntimeRepo", "Runtime from"), ("Url", "From"),
            ("Homepage", "Homepage"), ("Version", "Version"), ("Terminal", "In a terminal"),
            ("Hidden", "Hidden"), ("NoDisplay", "Not in the menu"),
        ]
        for (key, name) in names {
            var value = values[key]
            if key == "Categories" || key == "MimeType" {
                value = value?.split(separator: ";").joined(separator: ", ")
            }
            if value != "false" { facts.add(name, value) }
        }
        if values["Name"] != nil, values["Title"] != nil { facts.add("Id", values["Name"]) }
        guard facts.emit(into: sink) else { return }
        let actions = actions(text)
        guard !actions.isEmpty, sink(FactSheet.heading("Actions")) else { return }
        for action in actions { guard sink(.text(Paragraph(StyledText(action)))) else { return } }
    }

    /// The values of the first group, without translations.
    private static func values(_ text: String) -> [String: String] {
        var (values, isInside): ([String: String], Bool) = ([:], false)
        for line in text.split(separator: "\n") {
            if line.hasPrefix("[") {
                if isInside { break }
                isInside = true
            } else if isInside, !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
                let key = line[..<equals].filter { $0 != " " }
                let value = line[line.index(after: equals)...].drop { $0 == " " }
                if values.count < 500, values[key] == nil { values[key] = String(value) }
            }
        }
        return values
    }

    private static func actions(_ text: String) -> [String] {
        var (names, isInside): ([String], Bool) = ([], false)
        for line in text.split(separator: "\n") where names.count < 50 {
            if line.hasPrefix("[") { isInside = line.hasPrefix("[Desktop Action ") }
            if isInside, line.hasPrefix("Name=") { names.append(String(line.dropFirst(5))) }
        }
        return names
    }
}
