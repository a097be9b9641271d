import PrintModel

/// Classes of the scheduler.
extension PrinterDirectory {
    /// Returns the printer of a row; that of a class from its members.
    ///
    /// - Parameters:
    ///   - listed: The row.
    ///   - listing: All rows.
    ///   - start: How old the answer of a device may be.
    ///   - isPatient: Whether to wait for slow devices, too. Those of a class are waited for together.
    /// - Returns: The printer.
    func printer(
        of listed: ListedRow,
        in listing: Listing,
        since start: Duration?,
        isPatient: Bool = false
    ) async -> Printer {
        let isReachable = listing.isReachable
        let own = await printer(
            of: listed,
            isReachable: isReachable,
            since: start,
            isPatient: isPatient
        )
        guard isReachable, let queue = listed.queue, !queue.members.isEmpty else { return own }
        let members = Self.members(of: queue, among: listing.rows)
        let printers = await withTaskGroup(of: Printer.self) { group in
            for member in members {
                group.addTask {
                    await self.printer(
                        of: member,
                        isReachable: isReachable,
                        since: start,
                        isPatient: isPatient
                    )
                }
            }
            var printers: [Printer] = []
            for await printer in group { printers.append(printer) }
            return printers
        }
        guard !printers.isEmpty else { return own }
        return own.asClass(of: printers.sorted { $0.id < $1.id })
    }

    /// The queues that the jobs of a class may go to; one of them may be a class, too.
    private static func members(
        of queue: SchedulerQueue,
        among rows: [ListedRow]
    ) -> [ListedRow] {
        let queues = Dictionary(rows.map { ($0.row.id.rawValue, $0) }) { first, _ in first }
        var found: [ListedRow] = []
        var seen: Set = [queue.name]
        var next = queue.members[...]
        while let name = next.popFirst() {
            guard seen.insert(name).inserted, let row = queues[name], let member = row.queue else {
                continue
            }
            next += member.members
            if member.members.isEmpty { found.append(row) }
        }
        return found
    }
}
