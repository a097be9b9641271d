/// The `job-id`s that jobs of the service have on a printer, each under the start of the printer at which it was seen.
///
/// After a restart, many printers give their numbers again.
public struct TakenNumbers: Sendable, Equatable {
    /// The last start at which the printer listed a number; `nil` if one of its jobs has none.
    private var starts: [Int: DeviceStart?] = [:]

    /// Creates an empty set.
    public init() {}

    /// Adds all numbers of a job.
    public mutating func add(_ delivery: Delivery) {
        for number in delivery.allDeviceJobs { add(number, at: delivery.startOfDevice) }
    }

    /// Adds the number of a job.
    ///
    /// - Parameters:
    ///   - number: The `job-id`.
    ///   - start: The start at which the printer listed it; `nil` if that is unknown.
    public mutating func add(_ number: Int, at start: DeviceStart?) {
        guard let start, let known = starts[number] else {
            starts[number] = .some(start)
            return
        }
        if let known, known.time < start.time { starts[number] = start }
    }

    /// Whether a job that the printer lists is one of them.
    ///
    /// - Parameters:
    ///   - number: Its `job-id`.
    ///   - isNew: Whether the printer has created it since its last start, as its times show.
    ///   - now: The present start of the printer; `nil` if it does not tell.
    /// - Returns: `false` if the number was given to a job of the service only before that start.
    public func contains(_ number: Int, isNew: Bool, at now: DeviceStart?) -> Bool {
        guard let known = starts[number] else { return false }
        guard isNew, let known, let now else { return true }
        return !known.isEarlier(than: now)
    }

    /// The numbers without those of a job itself.
    ///
    /// A number of its own that another job got after a restart stays.
    public func without(_ delivery: Delivery) -> TakenNumbers {
        var others = self
        let own = delivery.startOfDevice
        for number in delivery.allDeviceJobs {
            if let own, let last = starts[number], let last, own.isBefore(last) { continue }
            others.starts[number] = nil
        }
        return others
    }
}
