public import PrintModel

/// How often printers are looked at while somebody waits for changes.
private let pauseBetweenLooks = Duration.seconds(2)

extension PrinterDirectory {
    /// What becomes of what is known, without end.
    ///
    /// Every reader asks for itself; looks are shared, so that many readers cost
    /// the printers no more than one.
    ///
    /// - Parameters:
    ///   - time: How long to wait.
    ///   - news: What is new about what is known; `nil` where nothing is.
    /// - Returns: What is new; `nil` where nothing is within this time, or the task is canceled.
    nonisolated func next<News: Sendable>(
        within time: Duration,
        _ news: (KnownPrinters) -> News?
    ) async -> News? {
        let end = ContinuousClock.now + time
        while !Task.isCancelled {
            let rings = changed.rings
            if let found = news(await watch()) { return found }
            let left = end - .now
            guard left > .zero else { return nil }
            await changed.wait(after: rings, atMost: min(left, pauseBetweenLooks))
        }
        return nil
    }
}

/// Whether printing is possible, as it is now and then whenever the answer is another, without end.
///
/// A slow reader misses answers that were true in between, never the last one.
public struct AvailabilityFeed: AsyncSequence, Sendable {
    let directory: PrinterDirectory
    let type: String?

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(directory: directory, type: type)
    }

    /// Reads one answer after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let directory: PrinterDirectory
        let type: String?
        private var told: Availability?

        init(directory: PrinterDirectory, type: String?) {
            self.directory = directory
            self.type = type
        }

        /// The next answer; `nil` when the task is canceled.
        public mutating func next() async -> Availability? {
            while !Task.isCancelled {
                if let answer = await next(within: .seconds(60)) { return answer }
            }
            return nil
        }

        /// The next answer; `nil` where there is none within this time.
        public mutating func next(within time: Duration) async -> Availability? {
            let (told, type) = (told, type)
            let answer = await directory.next(within: time) { known in
                let answer = PrintService.availability(ofType: type, among: known.printers)
                return answer == told ? nil : answer
            }
            if let answer { self.told = answer }
            return answer
        }
    }
}

/// All printers as added, and then each that comes, changes or goes, without end.
///
/// While the scheduler does not answer, nothing is told: nobody knows then
/// whether a printer is gone.
public struct PrinterFeed: AsyncSequence, Sendable {
    let directory: PrinterDirectory

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(directory: directory)
    }

    /// Reads the changes that are found in one look, one such list after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let directory: PrinterDirectory
        private var told: [Printer]?

        init(directory: PrinterDirectory) {
            self.directory = directory
        }

        /// The next changes; `nil` when the task is canceled.
        public mutating func next() async -> [PrinterChange]? {
            while !Task.isCancelled {
                if let changes = await next(within: .seconds(60)) { return changes }
            }
            return nil
        }

        /// The next changes; `nil` where there are none within this time.
        ///
        /// The first ones are all printers, and empty where there is none.
        public mutating func next(within time: Duration) async -> [PrinterChange]? {
            let told = told
            let found = await directory.next(within: time) { known in
                known.printers.flatMap { $0 == told ? nil : $0 }
            }
            guard let found else { return nil }
            self.told = found
            return PrinterChange.changes(from: told ?? [], to: found)
        }
    }
}
