package import PrintModel

/// The printers that are remembered.
///
/// They have no part in the delivery of a job, so that a crash between two changes does no harm.
extension SQLJobStore {
    package func devices() async throws -> [KnownDevice] {
        try await read { db in
            try db.all("SELECT facts FROM device ORDER BY id") { try $0.string(0) }
                // A record that this version cannot read is ignored.
                .compactMap { try? Columns.value(KnownDevice.self, $0) }
        }
    }

    package func remember(_ device: KnownDevice) async throws {
        let facts = try Columns.json(device)
        try await write("remember") { db in
            try db.run(
                """
                INSERT INTO device (id, facts) VALUES (?, ?)
                ON CONFLICT (id) DO UPDATE SET facts = excluded.facts
                """,
                [.text(device.id.rawValue), .text(facts)]
            )
        }
    }

    package func forget(_ id: PrinterID) async throws {
        try await write("forgetDevice") { db in
            try db.run("DELETE FROM device WHERE id = ?", [.text(id.rawValue)])
        }
    }
}
