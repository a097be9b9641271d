/// An error of a database, or of the way to it.
struct PostgresError: Error, Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// There is no connection, or it has ended.
        case lost
        /// The server wants a password, and none was found.
        case password
        /// The server has refused a statement, with this SQLSTATE.
        case refused(String)
    }

    let kind: Kind
    /// The first line of the message, without data of rows.
    let message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message.split(separator: "\n").first.map { String($0) } ?? ""
    }

    /// The SQLSTATE (PostgreSQL, appendix A).
    var state: String {
        if case .refused(let state) = kind { state } else { "" }
    }

    /// Whether another connection may succeed.
    var isLost: Bool {
        switch kind {
        case .lost: true
        case .password: false
        case .refused(let state):
            // A server that starts or stops, has no place for a connection, or has become a standby.
            state.hasPrefix("08") || state.hasPrefix("57P") || state == "53300" || state == "25006"
                || state == "25P03"
        }
    }

    /// Whether the same transaction may succeed: it was in the way of another one, which has inserted a row of the same
    /// key, or has removed the one that it refers to.
    var isTransient: Bool { ["40001", "40P01", "23505", "23503"].contains(state) }

    /// The error of a store.
    var storeError: StoreError {
        if isLost { return StoreError(code: .unreachable, description: message) }
        return switch state {
        case "53100": StoreError(code: .full, description: message)
        case "XX001", "XX002": StoreError(code: .damaged, description: message)
        default: StoreError(code: .failed, description: message)
        }
    }
}
