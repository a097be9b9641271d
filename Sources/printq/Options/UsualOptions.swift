import FileAccess
import PrintModel

extension Printing {
    /// Parses a command line of `printq print` that has only common options.
    ///
    /// The argument parser takes as long as the rest of the program together. It still parses all
    /// other command lines, and reports their errors: both must agree, which a test checks.
    init?(usual arguments: [String]) {
        guard let verb = arguments.first, verb == "print" || verb == "submit" else { return nil }
        self.init(files: [])
        var seen: Set<String> = []
        var rest = arguments.dropFirst()
        do {
            while let word = rest.popFirst() {
                guard word.hasPrefix("-") else {
                    guard !word.isEmpty else { return nil }
                    files.append(word)
                    continue
                }
                // The argument parser decides which of two values counts.
                guard seen.insert(word).inserted else { return nil }
                switch word {
                case "--json": json = true
                case "--wait": wait = true
                case "--when-possible": whenPossible = true
                case "--hold": hold = true
                case "--duplex": ticket.sides = .twoSidedLongEdge
                default:
                    guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("-") else {
                        return nil
                    }
                    guard try take(word, value) else { return nil }
                }
            }
        } catch {
            return nil
        }
        guard !files.isEmpty else { return nil }
        asks = !json && Terminal.asks
    }

    /// Sets an option with a value; `false` for an uncommon one.
    private mutating func take(_ option: String, _ value: String) throws -> Bool {
        switch option {
        case "-d": printer = value
        case "--preset": preset = value
        case "-t": title = FilePath.shown(value)
        case "-n": ticket.copies = try TicketOptions.copies(value)
        case "--pages": ticket.pages = try TicketOptions.pages(value)
        case "--media": ticket.media = MediaName(typed: value)
        default: return false
        }
        return true
    }
}
