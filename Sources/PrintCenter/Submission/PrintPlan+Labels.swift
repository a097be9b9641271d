import FoundationEssentials
import Glibc
import PrintModel

extension PrintPlan {
    /// Fills in the fields of header and footer that are the same on all sides.
    ///
    /// They are part of the plan, and so of the job's record: the same job has the same text on any day.
    ///
    /// - Parameters:
    ///   - name: The name of the job; that of the document is no title of its own.
    ///   - document: The document.
    ///   - date: When the job was submitted.
    mutating func fillIn(_ name: String?, _ document: DocumentFacts, _ date: Date) {
        guard header != nil || footer != nil else { return }
        let own = name == document.name ? nil : JobName.usable(name)
        let title = own ?? JobName.usable(document.title) ?? document.name
        let day = Self.day(of: date)
        header = header?.filled(title: title, file: document.name, date: day)
        footer = footer?.filled(title: title, file: document.name, date: day)
    }

    /// The day of the calendar on which a moment is here, such as `2030-05-17`.
    private static func day(of date: Date) -> String {
        var seconds = time_t(clamping: date.timeIntervalSince1970)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        let numbers = unsafe [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday]
        return zip(numbers, [4, 2, 2]).map { number, count in
            let digits = "\(number)"
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }.joined(separator: "-")
    }
}
