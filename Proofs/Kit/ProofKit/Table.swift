/// A table of counts, each with its required value.
package enum Table {
    /// Returns the table: for each row its name, the count, the required value in words, and whether it is met.
    package static func text(_ title: String, _ rows: [(String, Int, String, Bool)]) -> String {
        let width = rows.map { $0.0.count }.max() ?? 0
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        let lines = rows.map { name, count, wanted, isMet in
            let number = String(repeating: " ", count: max(0, 8 - "\(count)".count)) + "\(count)"
            return
                "\(padded(name, width)) \(number)  \(padded(wanted, 10))\(isMet ? "" : "  NOT MET")"
        }
        return ([title] + lines).joined(separator: "\n")
    }
}
