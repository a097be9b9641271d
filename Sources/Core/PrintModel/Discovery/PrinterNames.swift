/// Gives ids to printers that have no queue.
///
/// The id is the announced name in the form that libcups gives it, so that `lp` and `printq` agree on
/// it. A remembered printer keeps its id, whatever its name is now.
package struct PrinterNames {
    private var taken: Set<String>
    private let reserved: Set<String>
    /// The last number behind a name; a thousand printers may announce the same one.
    private var numbers: [String: Int] = [:]
    /// How many names were looked up.
    private(set) var lookups = 0

    /// Queues, and remembered printers, have their ids already.
    init(queues: [Roster.Queue], known: [KnownDevice]) {
        taken = Set(queues.map(\.name))
        reserved = Set(known.map(\.id.rawValue))
    }

    /// Returns the id of a printer.
    mutating func id(of group: Roster.Parts.Group, named name: String) -> PrinterID {
        // A queue that owns nothing leaves its name to the row.
        taken.subtract(group.queues.map(\.name))
        let kept = group.known.map(\.id.rawValue).sorted().first { !taken.contains($0) }
        let id = kept ?? free(Self.form(of: name), from: group.queues.isEmpty ? nil : 2)
        taken.formUnion(group.queues.map(\.name))
        taken.insert(id)
        return PrinterID(rawValue: id)
    }

    private mutating func free(_ name: String, from first: Int?) -> String {
        if isFree(name) { return name }
        var number = first ?? numbers[name] ?? 2
        while !isFree("\(name)_\(number)") { number += 1 }
        numbers[name] = number
        return "\(name)_\(number)"
    }

    private mutating func isFree(_ id: String) -> Bool {
        lookups += 1
        return !taken.contains(id) && !reserved.contains(id)
    }

    /// Letters and digits, with one `_` for anything between them; letters of other scripts stay.
    package static func form(of name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        let form = words.joined(separator: "_")
        guard !form.isEmpty else { return "Printer" }
        var end = form.endIndex
        while form.utf8.distance(from: form.startIndex, to: end) > 100 {
            end = form.index(before: end)
        }
        return String(form[..<end])
    }
}
