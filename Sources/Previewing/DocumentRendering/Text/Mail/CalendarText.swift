/// Renders the events, tasks, and journal entries of a calendar (RFC 5545) as text.
struct CalendarText {
    /// A DATE, or a DATE-TIME with its time zone.
    struct Moment: Comparable {
        var year = 0
        var month = 0
        var day = 0
        /// Minutes since midnight; `nil` for a date without a time.
        var minutes: Int?
        var zone = ""

        /// Parses a value such as "20240603T140000Z" or "20240603".
        init?(_ text: String, zone: String) {
            let digits = text.utf8.filter { (0x30...0x39).contains($0) }.map { Int($0) - 0x30 }
            guard digits.count >= 8 else { return nil }
            func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
            (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
            guard (1...12).contains(month), (1...31).contains(day) else { return nil }
            if text.contains("T"), digits.count >= 12 {
                minutes = number(8..<10) % 24 * 60 + number(10..<12) % 60
                self.zone = text.hasSuffix("Z") ? "UTC" : zone
            }
        }

        static func < (left: Moment, right: Moment) -> Bool {
            (left.days, left.minutes ?? -1) < (right.days, right.minutes ?? -1)
        }

        /// The number of days since 1 January 1970.
        var days: Int {
            let y = month <= 2 ? year - 1 : year
            let era = (y >= 0 ? y : y - 399) / 400
            let yearOfEra = y - era * 400
            let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
            return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
                - 719_468
        }

        /// The day before this one: the DTEND of an all-day event is exclusive.
        var dayBefore: Moment {
            var moment = self
            if let date = SheetDate(Double(days - 1 + 25_569), from1904: false) {
                (moment.year, moment.month, moment.day) = (date.year, date.month, date.day)
            }
            return moment
        }

        /// The date in words, such as "Monday, 3 June 2024".
        var date: String {
            let weekday = SheetDate.weekdays[((days + 4) % 7 + 7) % 7]
            return "\(weekday), \(day) \(SheetDate.months[month - 1]) \(year)"
        }

        /// The time of day, such as "14:00"; empty for a date without a time.
        var time: String {
            guard let minutes else { return "" }
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return "\(two(minutes / 60)):\(two(minutes % 60))"
        }
    }

    private struct Entry {
        var isTask = false
        var summary = ""
        var start: Moment?
        var end: Moment?
        var due: Moment?
        var duration = ""
        var rule = ""
        var place = ""
        var notes = ""
        var organizer = ""
        var attendees = 0
        var status = ""
    }

    /// The maximum number of entries to emit.
    private static var limit: Int { ReadingExtent.limit(2_000, whole: 100_000) }

    /// Emits the entries in chronological order; returns false if the text has none.
    static func read(_ text: String, into sink: (Block) -> Bool) -> Bool {
        var (name, entries): (String, [Entry]) = ("", [])
        var open: Entry?
        var skipped = 0
        for line in ContentLine.read(text) {
            let kind = line.value.uppercased()
            switch line.name {
            case "BEGIN" where kind == "VEVENT" || kind == "VTODO" || kind == "VJOURNAL":
                open = Entry(isTask: kind == "VTODO")
            case "END" where kind == "VEVENT" || kind == "VTODO" || kind == "VJOURNAL":
                if let entry = open {
                    if entries.count < limit {
                        entries.append(entry)
                    } else {
                        ReadingExtent.noteOmission()
                    }
                }
                open = nil
            // A component inside an event, such as an alarm, has a description of its own.
            case "BEGIN" where kind != "VCALENDAR": skipped += 1
            case "END" where kind != "VCALENDAR": skipped = max(0, skipped - 1)
            case "X-WR-CALNAME" where name.isEmpty: name = line.text
            default: if skipped == 0, open != nil { take(line, into: &open) }
            }
        }
        guard !entries.isEmpty else { return false }
        if !name.isEmpty {
            guard sink(.text(Paragraph(StyledText(name), .heading(1)))) else { return true }
        }
        let sorted = entries.stablySorted { left, right in
            switch (left.start ?? left.due, right.start ?? right.due) {
            case (let first?, let second?): first < second
            case (_?, nil): true
            default: false
            }
        }
        for entry in sorted { guard emit(entry, into: sink) else { break } }
        return true
    }

    private static func take(_ line: ContentLine, into entry: inout Entry?) {
        let zone = line.parameters["TZID"] ?? ""
        switch line.name {
        case "SUMMARY": entry?.summary = line.text
        case "DTSTART": entry?.start = Moment(line.value, zone: zone)
        case "DTEND": entry?.end = Moment(line.value, zone: zone)
        case "DUE": entry?.due = Moment(line.value, zone: zone)
        case "DURATION": entry?.duration = duration(line.value)
        case "RRULE": entry?.rule = line.value
        case "LOCATION": entry?.place = line.text
        case "DESCRIPTION":
            entry?.notes = ReadingExtent.beginning(of: line.text, 1_000, whole: 1 << 20)
        case "ORGANIZER": entry?.organizer = line.parameters["CN"] ?? address(line.value)
        case "ATTENDEE": entry?.attendees += 1
        case "STATUS": entry?.status = line.value.uppercased()
        default: break
        }
    }

    private static func address(_ value: String) -> String {
        value.lowercased().hasPrefix("mailto:") ? String(value.dropFirst(7)) : value
    }

    private static func emit(_ entry: Entry, into sink: (Block) -> Bool) -> Bool {
        var title = TextStyle.heading(4)
        title.before = 9
        title.after = 1
        var words = StyledText()
        let isOff = entry.status == "CANCELLED"
        words.append(
            entry.summary.isEmpty ? (entry.isTask ? "Task" : "Event") : entry.summary,
            look: isOff ? .strike : []
        )
        if isOff { words.append(" (canceled)") }
        if entry.isTask, entry.status == "COMPLETED" { words.append(" (done)") }
        guard sink(.text(Paragraph(words, title))) else { return false }
        var lines = [span(of: entry)]
        if let rule = repetition(entry.rule) { lines.append(rule) }
        if !entry.place.isEmpty { lines.append("Place: \(entry.place)") }
        if !entry.organizer.isEmpty { lines.append("Organizer: \(entry.organizer)") }
        if entry.attendees > 0 { lines.append("Attendees: \(entry.attendees)") }
        var style = TextStyle.body
        style.after = 1
        for line in lines where !line.isEmpty {
            guard sink(.text(Paragraph(StyledText(line), style))) else { return false }
        }
        guard entry.notes.contains(where: { !$0.isWhitespace }) else { return true }
        style.colour = 0x60_6066
        style.size = 9.5
        style.after = 4
        return sink(.text(Paragraph(StyledText(entry.notes), style)))
    }

    /// The time of an entry, such as "Monday, 3 June 2024, 14:00–15:30 (Europe/Berlin)".
    private static func span(of entry: Entry) -> String {
        guard let start = entry.start else {
            return entry.due.map { "Due \($0.date) \($0.time)" } ?? ""
        }
        var text = start.date
        var zone = start.zone
        if start.minutes == nil {
            // The end of an all-day event is the day after its last day.
            if let end = entry.end?.dayBefore, start < end { text += " – \(end.date)" }
        } else {
            text += ", \(start.time)"
            if let end = entry.end, end.minutes != nil {
                let isSameDay = end.days == start.days
                // The end may be in another time zone, such as the arrival of a flight.
                let other = end.zone == start.zone || end.zone.isEmpty ? "" : " (\(end.zone))"
                if !other.isEmpty, !zone.isEmpty {
                    text += " (\(zone))"
                    zone = ""
                }
                text += isSameDay ? "–\(end.time)" : " – \(end.date), \(end.time)"
                text += other
            }
        }
        if !zone.isEmpty { text += " (\(zone))" }
        if !entry.duration.isEmpty { text += ", \(entry.duration)" }
        if let due = entry.due { text += "; due \(due.date) \(due.time)" }
        return text
    }

    /// A DURATION such as "PT1H30M", as "1 h 30 min".
    static func duration(_ text: String) -> String {
        let units: [Character: String] = [
            "W": "weeks", "D": "days", "H": "h", "M": "min", "S": "s",
        ]
        var (words, digits) = ([String](), "")
        for letter in text.prefix(40) {
            if letter.isNumber {
                digits.append(letter)
            } else if let unit = units[letter], !digits.isEmpty {
                let word = digits == "1" && unit.count > 3 ? String(unit.dropLast()) : unit
                if Int(digits) != 0 { words.append("\(digits) \(word)") }
                digits = ""
            }
        }
        return words.joined(separator: " ")
    }

    /// A recurrence rule such as "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO" (3.3.10) in words; `nil` if it has no known frequency.
    static func repetition(_ rule: String) -> String? {
        var parts: [String: String] = [:]
        for part in rule.uppercased().split(separator: ";").prefix(20) {
            let pair = part.split(separator: "=")
            if pair.count == 2 { parts[String(pair[0])] = String(pair[1]) }
        }
        let units = [
            "SECONDLY": "second", "MINUTELY": "minute", "HOURLY": "hour", "DAILY": "day",
            "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year",
        ]
        guard let unit = parts["FREQ"].flatMap({ units[$0] }) else { return nil }
        let interval = parts["INTERVAL"].flatMap { Int($0) } ?? 1
        var text = interval > 1 ? "Repeats every \(interval) \(unit)s" : "Repeats every \(unit)"
        if let days = parts["BYDAY"]?.split(separator: ",").compactMap({ weekday(String($0)) }),
            !days.isEmpty
        {
            text += " on \(list(days))"
        } else if let days = parts["BYMONTHDAY"] {
            text += " on day \(list(days.split(separator: ",").map(String.init)))"
        }
        if let count = parts["COUNT"].flatMap({ Int($0) }) {
            text += count == 1 ? ", once" : ", \(count) times"
        }
        if let until = parts["UNTIL"].flatMap({ Moment($0, zone: "") }) {
            text += ", until \(until.date)"
        }
        return text
    }

    /// A BYDAY value in words: "2MO" is "the second Monday".
    private static func weekday(_ text: String) -> String? {
        let days = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
        guard let day = days.firstIndex(of: String(text.suffix(2))) else { return nil }
        let places = [1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last"]
        guard let place = Int(text.dropLast(2)), let word = places[place] else {
            return SheetDate.weekdays[day]
        }
        return "the \(word) \(SheetDate.weekdays[day])"
    }

    private static func list(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        let start = words.dropLast().joined(separator: ", ")
        return words.count == 2 ? "\(start) and \(last)" : "\(start), and \(last)"
    }
}
