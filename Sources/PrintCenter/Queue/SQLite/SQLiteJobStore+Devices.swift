import GRDB
package import PrintModel

/// The printers that are remembered.
///
/// They have no part in the delivery of a job, so that a crash between two changes does no harm.
extension SQLiteJobStore: DeviceStore {
    package func devices() async throws -> [KnownDevice] {
        try await translatingErrors {
            try await self.database.read { db in
                try String.fetchAll(db, sql: "SELECT facts FROM device ORDER BY id")
                    // A record that this version cannot read is ignored.
                    .compactMap { try? Columns.value(KnownDevice.self, $0) }
            }
        }
    }

    package func remember(_ device: KnownDevice) async throws {
        let facts = try Columns.json(device)
        try await translatingErrors {
            try await self.database.write { db in
                try db.execute(
                    sql: "INSERT OR REPLACE INTO device (id, facts) VALUES (?, ?)",
                    arguments: [device.id.rawValue, facts]
                )
            }
        }
    }

    package func forget(_ id: PrinterID) async throws {
        try await translatingErrors {
            try await self.database.write { db in
                try db.execute(
                    sql: "DELETE FROM device WHERE id = ?",
                    arguments: [id.rawValue]
                )
            }
        }
    }
}
