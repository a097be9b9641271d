public import PrintModel

/// Whether printing is possible: the answer now, and then each changed answer, without end.
///
/// A slow reader skips superseded answers.
public struct AvailabilityFeed: AsyncSequence, Sendable {
    let directory: PrinterDirectory
    let document: DocumentFacts?
    /// The database of the queue, if it is in one.
    var database: DatabaseSight?

    /// Starts to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(directory: directory, document: document, database: database)
    }

    /// Reads the answers one by one.
    public struct Iterator: AsyncIteratorProtocol {
        let directory: PrinterDirectory
        let document: DocumentFacts?
        let database: DatabaseSight?
        private var latest: Availability?

        init(directory: PrinterDirectory, document: DocumentFacts?, database: DatabaseSight?) {
            self.directory = directory
            self.document = document
            self.database = database
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
            let (latest, document, database) = (latest, document, database)
            let answer = await directory.next(within: time) { known in
                var answer = Availability(of: document, amongKnown: known.printers)
                if database?.isAway == true { answer = answer.withoutDatabase }
                return answer == latest ? nil : answer
            }
            if let answer { self.latest = answer }
            return answer
        }
    }
}
