package import FoundationEssentials
package import PrintModel

/// A transaction of a store in SQL, in which the statements are the same for all databases.
///
/// A statement has a `?` for each value. What the databases name differently is here, too.
package protocol StoreTransaction: SendableMetatype {
    associatedtype Row: StoreRow

    /// The column `facts` of a job or an event.
    static var facts: String { get }
    /// Whether several hosts may have lanes.
    static var isShared: Bool { get }
    /// The type of a document that is joined as `document`.
    static var documentType: String { get }
    /// The number of moves of a job.
    static var moves: String { get }
    /// The end of a query whose rows no other transaction changes until this one has ended.
    static var forUpdate: String { get }
    /// The end of a query whose rows other transactions may read in the same way, but not change.
    static var forShare: String { get }

    /// Runs a statement that returns nothing; its error may show only with a later statement.
    func run(_ sql: String, _ values: [StoreValue]) throws
    /// Runs a statement; returns how many rows it changed.
    func count(_ sql: String, _ values: [StoreValue]) throws -> Int
    /// Calls a closure with each row of a query.
    func forEach(_ sql: String, _ values: [StoreValue], _ body: (Row) throws -> Void) throws

    /// Fails unless a lane still belongs to this host, and keeps it for this host until the transaction has ended.
    func check(_ lease: LaneLease) throws
    /// Returns the hosts that have the lanes of printers.
    func holders(of printers: Set<String>) throws -> [String: String]
    /// Keeps others from submitting jobs with documents until the transaction has ended.
    func lockDocuments() throws
    /// Asks for the number of a new job, so that it is there once it is needed.
    func reserveNumber() throws
    /// Inserts a job with the next number, which it then has; returns its facts as they are stored.
    func insert(_ record: inout JobRecord, key: String, request: String) throws -> String
    /// Inserts an event with the next sequence number.
    func insertEvent(_ job: PrintJob, facts: String) throws
    /// Returns the sequence number of the last event ever, even if it has been removed; 0 before the first.
    func lastEvent() throws -> Int
    /// Learns that a job has changed.
    func hasChanged(_ job: PrintJob, facts: String)
}

extension StoreTransaction {
    package static var facts: String { "facts" }
    package static var isShared: Bool { false }
    package static var forUpdate: String { "" }
    package static var forShare: String { "" }

    package func check(_ lease: LaneLease) throws {}
    package func holders(of printers: Set<String>) throws -> [String: String] { [:] }
    package func lockDocuments() throws {}
    package func reserveNumber() throws {}

    package func hasChanged(_ job: PrintJob, facts: String) {}

    func all<Value>(
        _ sql: String,
        _ values: [StoreValue] = [],
        _ read: (Row) throws -> Value
    ) throws -> [Value] {
        var found: [Value] = []
        try forEach(sql, values) { found.append(try read($0)) }
        return found
    }

    func first<Value>(
        _ sql: String,
        _ values: [StoreValue] = [],
        _ read: (Row) throws -> Value
    ) throws -> Value? {
        // No query of a single row reads more than one.
        try all(sql, values, read).first
    }

    /// Whether a query has a row.
    func hasRow(_ sql: String, _ values: [StoreValue]) throws -> Bool {
        try first(sql, values) { _ in true } ?? false
    }
}

/// A row of a query.
package protocol StoreRow: SendableMetatype {
    /// Returns the number in a column; `nil` for `NULL`.
    func number(_ column: Int) throws -> Int64?
    /// Returns the text in a column; `nil` for `NULL`.
    func text(_ column: Int) throws -> String?
    /// Calls a closure with the bytes of a text, which is not validated; with none for `NULL`.
    func withBytes<Value>(_ column: Int, _ body: (Data) throws -> Value) throws -> Value
}

extension StoreRow {
    /// Returns a number that is not `NULL`.
    func integer(_ column: Int) throws -> Int64 {
        guard let number = try number(column) else { throw StoreError.damagedRow }
        return number
    }

    /// Returns a text that is not `NULL`.
    func string(_ column: Int) throws -> String {
        guard let text = try text(column) else { throw StoreError.damagedRow }
        return text
    }

    /// Returns the number of a job.
    func job(_ column: Int) throws -> JobID {
        JobID(rawValue: Int(try integer(column)))
    }
}
