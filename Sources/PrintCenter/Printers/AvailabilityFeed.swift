public import PrintModel

/// Whether printing is possible: the answer now, and then each changed answer, without end.
///
/// A slow reader skips superseded answers.
public struct AvailabilityFeed: AsyncSequence, Sendable {
    let directory: PrinterDirectory
    let type: String?

    /// Starts to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(directory: directory, type: type)
    }

    /// Reads the answers one by one.
    public struct Iterator: AsyncIteratorProtocol {
        let directory: PrinterDirectory
        let type: String?
        private var latest: Availability?

        init(directory: PrinterDirectory, type: String?) {
            self.directory = directory
            self.type = type
        }

        /// Returns the next answer; `nil` when the task is canceled.
        public mutating func next() async -> Availability? {
            while !Task.isCancelled {
                if let answer = await next(within: .seconds(60)) { return answer }
            }
            return nil
        }

        /// Returns the next answer; `nil` if there is none within the time.
        public mutating func next(within time: Duration) async -> Availability? {
            let (latest, type) = (latest, type)
            let answer = await directory.next(within: time) { known in
                let answer = Availability(ofType: type, amongKnown: known.printers)
                return answer == latest ? nil : answer
            }
            if let answer { self.latest = answer }
            return answer
        }
    }
}
