extension DocumentFormat {
    /// Events and tasks (RFC 5545).
    static let calendar = DocumentFormat(
        name: "Calendars (iCalendar)",
        types: ["text/calendar"],
        extensions: ["ics"],
        reader: .text(.calendar)
    )
}
