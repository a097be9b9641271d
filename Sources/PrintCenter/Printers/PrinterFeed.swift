public import PrintModel

/// All printers as added, and then each that is added, changed, or removed, without end.
///
/// While the scheduler cannot be reached there are no changes: whether a printer
/// is removed is unknown then.
public struct PrinterFeed: AsyncSequence, Sendable {
    let directory: PrinterDirectory

    /// Starts to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(directory: directory)
    }

    /// Reads the changes, one list for each refresh.
    public struct Iterator: AsyncIteratorProtocol {
        let directory: PrinterDirectory
        private var latest: [Printer]?

        init(directory: PrinterDirectory) {
            self.directory = directory
        }

        /// Returns the next changes; `nil` when the task is canceled.
        public mutating func next() async -> [PrinterChange]? {
            while !Task.isCancelled {
                if let changes = await next(within: .seconds(60)) { return changes }
            }
            return nil
        }

        /// Returns the next changes; `nil` if there are none within the time.
        ///
        /// The first list has all printers, and is empty where there are none.
        public mutating func next(within time: Duration) async -> [PrinterChange]? {
            let latest = latest
            let found = await directory.next(within: time) { known in
                known.printers.flatMap { $0 == latest ? nil : $0 }
            }
            guard let found else { return nil }
            self.latest = found
            return PrinterChange.changes(from: latest ?? [], to: found)
        }
    }
}
