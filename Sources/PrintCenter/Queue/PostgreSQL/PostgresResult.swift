import CPostgres
package import FoundationEssentials

/// The result of a statement.
@safe final class PostgresResult {
    private let result: OpaquePointer

    init(takingOwnership result: OpaquePointer) {
        unsafe self.result = result
    }

    deinit { unsafe cpostgres_result_free(result) }

    /// What it is: one of the constants of CPostgres.
    var kind: Int { Int(unsafe cpostgres_result_kind(result)) }

    /// How many rows it has.
    var rowCount: Int { Int(unsafe cpostgres_result_rows(result)) }

    /// How many rows the statement changed.
    var changes: Int { Int(unsafe cpostgres_result_changes(result)) }

    /// Whether it is that of a `COMMIT` that committed.
    var isCommit: Bool { unsafe cpostgres_result_is_commit(result) != 0 }

    var rows: [PostgresRow] {
        (0..<rowCount).map { PostgresRow(result: self, number: Int32(clamping: $0)) }
    }

    /// The error that it is, or `nil`.
    func error(_ connection: OpaquePointer) -> PostgresError? {
        guard kind == CPOSTGRES_ERROR else { return nil }
        let state = unsafe String(cString: cpostgres_result_state(result))
        guard !state.isEmpty else {
            return PostgresError(.lost, unsafe String(cString: cpostgres_message(connection)))
        }
        return PostgresError(
            .refused(state),
            unsafe String(cString: cpostgres_result_message(result))
        )
    }

    /// Calls a closure with the bytes of a value; with `nil` for `NULL`.
    func withBytes<Value>(
        _ row: Int32,
        _ column: Int,
        _ body: (UnsafeRawBufferPointer?) throws -> Value
    ) rethrows -> Value {
        var length: Int32 = 0
        guard
            let value = unsafe cpostgres_result_value(result, row, Int32(clamping: column), &length)
        else { return try body(nil) }
        return try unsafe body(UnsafeRawBufferPointer(start: value, count: Int(length)))
    }
}

/// A row of a result.
package struct PostgresRow: StoreRow {
    let result: PostgresResult
    let number: Int32

    package func number(_ column: Int) throws -> Int64? {
        guard let text = try text(column) else { return nil }
        guard let number = Int64(text) else { throw StoreError.damagedRow }
        return number
    }

    package func text(_ column: Int) throws -> String? {
        unsafe result.withBytes(number, column) { bytes in
            unsafe bytes.map { unsafe String(decoding: $0, as: UTF8.self) }
        }
    }

    package func withBytes<Value>(_ column: Int, _ body: (Data) throws -> Value) throws -> Value {
        try unsafe result.withBytes(number, column) { bytes in
            try body(unsafe bytes.map { unsafe Data($0) } ?? Data())
        }
    }
}
