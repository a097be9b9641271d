internal import FoundationEssentials
internal import Synchronization

/// The logs of services, which outlive the folders of their tests.
package enum KeptLogs {
    private static let folder = ProcessInfo.processInfo.environment["PROOF_LOGS"]
    private static let count = Atomic(0)

    /// Copies a log into the folder that the environment names as `PROOF_LOGS`, where it names one.
    ///
    /// - Parameters:
    ///   - file: The path of the log, which need not exist.
    ///   - test: The name of the test, for that of the copy.
    /// - Returns: The path of the copy; `nil` where there is none.
    @discardableResult
    package static func keep(_ file: String, of test: String?) -> String? {
        guard let folder, let text = try? Data(contentsOf: URL(filePath: file)), !text.isEmpty
        else {
            return nil
        }
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        let name = (test ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == " ") }
        let copy = "\(folder)/\(number) \(name.prefix(100)).log"
        // Where the disk is full, the test has its own issue.
        guard (try? text.write(to: URL(filePath: copy))) != nil else { return nil }
        return copy
    }

    /// Returns the lines of a log in which a program says why it ended, and those after them.
    package static func lastWords(in text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.firstIndex(where: { $0.contains("Fatal error") }) else { return "" }
        return lines[first...].prefix(12).joined(separator: "\n")
    }
}
