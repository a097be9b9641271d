/// A range of integers, both ends included.
///
/// A printer may send the bounds in the wrong order, so this is not a
/// `ClosedRange`, which would trap. The syntax is `rangeOfInteger`.
public struct IPPRange: Hashable, Sendable {
    /// The lower end.
    public var lower: Int32
    /// The upper end.
    public var upper: Int32

    /// Creates a range.
    public init(lower: Int32, upper: Int32) {
        self.lower = lower
        self.upper = upper
    }

    /// Whether a number is in the range.
    public func contains(_ value: Int) -> Bool {
        value >= Int(lower) && value <= Int(upper)
    }
}

/// A resolution, such as 600 by 600 dots per inch.
public struct IPPResolution: Hashable, Sendable {
    /// The resolution across the feed.
    public var crossFeed: Int32
    /// The resolution along the feed.
    public var feed: Int32
    /// The units: 3 for dots per inch, 4 for dots per centimetre.
    public var units: Int8

    /// Creates a resolution.
    public init(crossFeed: Int32, feed: Int32, units: Int8 = 3) {
        self.crossFeed = crossFeed
        self.feed = feed
        self.units = units
    }
}

/// A date and time with its offset from UTC, in the form of RFC 2579.
///
/// The fields are not validated and may not be a date.
public struct IPPDateTime: Hashable, Sendable {
    /// The year.
    public var year: UInt16
    /// The month, 1 to 12.
    public var month: UInt8
    /// The day of the month, 1 to 31.
    public var day: UInt8
    /// The hour, 0 to 23.
    public var hour: UInt8
    /// The minute, 0 to 59.
    public var minute: UInt8
    /// The second, 0 to 60.
    public var second: UInt8
    /// Tenths of a second.
    public var decisecond: UInt8
    /// The direction from UTC: the ASCII code of `+` or `-`.
    public var direction: UInt8
    /// The hours from UTC.
    public var hoursFromUTC: UInt8
    /// The minutes from UTC.
    public var minutesFromUTC: UInt8

    /// Creates a date in UTC.
    public init(
        year: UInt16,
        month: UInt8,
        day: UInt8,
        hour: UInt8 = 0,
        minute: UInt8 = 0,
        second: UInt8 = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.decisecond = 0
        self.direction = UInt8(ascii: "+")
        self.hoursFromUTC = 0
        self.minutesFromUTC = 0
    }

    /// The seconds since 1970-01-01 00:00 UTC; `nil` if the fields are not a valid date.
    public var secondsSince1970: Int? {
        guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
            second <= 60, hoursFromUTC <= 14, minutesFromUTC < 60
        else { return nil }
        // Days since the epoch in the proleptic Gregorian calendar; the year begins in March so
        // that the leap day comes last.
        let shiftedYear = Int(year) - (month <= 2 ? 1 : 0)
        let shiftedMonth = (Int(month) + 9) % 12
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int(day) - 1
        let days =
            shiftedYear * 365 + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
            + dayOfYear - 719_468
        let local = days * 86_400 + Int(hour) * 3600 + Int(minute) * 60 + Int(second)
        let offset = Int(hoursFromUTC) * 3600 + Int(minutesFromUTC) * 60
        switch direction {
        case UInt8(ascii: "+"): return local - offset
        case UInt8(ascii: "-"): return local + offset
        default: return nil
        }
    }
}
