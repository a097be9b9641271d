import CPostgres
import Logging

/// A connection to PostgreSQL, for one thread at a time.
///
/// Once it is in a pipeline, a statement is sent without waiting for those before it: only one whose result is
/// needed waits, and brings the errors of the others with it.
@safe final class PostgresConnection {
    /// A closure for the result of a statement whose turn has come.
    typealias Taker = (PostgresResult) throws -> Void

    /// What the server still has to answer.
    private enum Awaited {
        case prepared(sql: String, name: String)
        case result(Taker?)
        case end
    }

    /// The time between two looks whether the server is silent, in milliseconds.
    private static let betweenLooks: Int64 = 100

    /// The longest wait for an answer, in milliseconds.
    private let patience: Int64
    /// What a wait has to do with those of the other connections.
    private let silentWait: SilentWait?
    private let connection: OpaquePointer
    private let notices: NoticeLog
    private var statements: [String: String] = [:]
    private var prepared = 0
    private var awaited: [Awaited] = []

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - options: The options of libpq.
    ///   - patience: The longest wait for an answer.
    ///   - silentWait: What a wait has to do with those of the other connections.
    ///   - explainsRefusal: Whether a refusal of the server is to have its SQLSTATE, for which it is asked once more.
    ///   - log: Where notices of the server go.
    /// - Throws: ``PostgresError``.
    init(
        _ options: [String: String],
        patience: Duration,
        silentWait: SilentWait? = nil,
        explainsRefusal: Bool = false,
        log: Logger
    ) throws(PostgresError) {
        guard Libpq.isThere else { throw PostgresError(.lost, "libpq is missing") }
        notices = NoticeLog(log: log)
        self.patience = Int64(clamping: patience / .milliseconds(1))
        self.silentWait = silentWait
        let pairs = options.sorted { $0.key < $1.key }
        let context = unsafe Unmanaged.passUnretained(notices).toOpaque()
        let made = unsafe CStrings.with(pairs.map(\.key), pairs.map(\.value)) { keys, values in
            unsafe cpostgres_connect(keys, values, context)
        }
        guard let made = unsafe made else { throw PostgresError(.lost, "out of memory") }
        unsafe connection = made
        guard unsafe cpostgres_is_open(made) == 0 else { return }
        let message = unsafe String(cString: cpostgres_message(made))
        if unsafe cpostgres_needs_password(made) != 0 { throw PostgresError(.password, message) }
        guard explainsRefusal else { throw PostgresError(.lost, message) }
        var state = [CChar](repeating: 0, count: 6)
        unsafe cpostgres_explain(made, &state)
        // A server that was starting may let the service in now.
        if unsafe cpostgres_is_open(made) != 0 { return }
        let found = String(decoding: state.prefix(5).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        throw PostgresError(state[0] == 0 ? .lost : .refused(found), message)
    }

    deinit { unsafe cpostgres_close(connection) }

    /// The version of the server: 150013 for 15.13.
    var serverVersion: Int { Int(unsafe cpostgres_server_version(connection)) }

    /// The process of the server that answers.
    var process: Int { Int(unsafe cpostgres_process(connection)) }

    // MARK: Statements

    /// Runs statements without values, before the pipeline.
    func script(_ sql: String) throws {
        try check(unsafe cpostgres_send_script(connection, sql))
        let deadline = cpostgres_now() + patience
        var refusal: PostgresError?
        while let result = try next(deadline) {
            refusal = refusal ?? (unsafe result.error(connection))
        }
        if let refusal { throw refusal }
    }

    /// From now on, statements may have values and need not be waited for.
    func beginPipeline() throws {
        try check(unsafe cpostgres_enter_pipeline(connection))
    }

    /// Sends a statement without waiting for its result.
    ///
    /// - Parameters:
    ///   - sql: The statement, with a `?` for each value.
    ///   - values: The values.
    ///   - taker: Called with the result once something waits.
    /// - Throws: ``PostgresError`` if the connection is lost. An error of the statement is that of a later call.
    func send(_ sql: String, _ values: [StoreValue] = [], taker: Taker? = nil) throws {
        let name = try preparedName(of: sql)
        let packed = PackedValues(values)
        try check(
            unsafe cpostgres_send_prepared(
                connection,
                name,
                Int32(clamping: values.count),
                packed.bytes,
                packed.lengths,
                packed.formats
            )
        )
        awaited.append(.result(taker))
    }

    /// The name of a prepared statement, which is sent for that where it is new.
    private func preparedName(of sql: String) throws(PostgresError) -> String {
        if let name = statements[sql] { return name }
        for case .prepared(sql, let name) in awaited { return name }
        let name = "s\(prepared)"
        prepared += 1
        try check(unsafe cpostgres_send_prepare(connection, name, Self.numbered(sql)))
        awaited.append(.prepared(sql: sql, name: name))
        return name
    }

    /// Runs a statement and returns its result, once all before it have theirs.
    @discardableResult
    func query(_ sql: String, _ values: [StoreValue] = []) throws -> PostgresResult {
        var found: PostgresResult?
        try send(sql, values) { found = $0 }
        try finish()
        guard let found else { throw PostgresError(.lost, "no answer") }
        return found
    }

    /// Sends a statement whose result nobody needs, and does not wait for it: the next ``finish()`` takes it.
    func leave(_ sql: String) throws {
        try send(sql)
        try check(unsafe cpostgres_send_sync(connection))
        awaited.append(.end)
    }

    /// Waits for an answer of the server, to whatever.
    ///
    /// - Parameter time: The longest wait.
    /// - Throws: ``PostgresError`` if there is none.
    func probe(within time: Duration) throws {
        try send("SELECT 1")
        try finish(within: Int64(clamping: time / .milliseconds(1)))
    }

    /// Waits for the results of all statements.
    ///
    /// - Parameter time: The longest wait, in milliseconds; `nil` for the usual one.
    /// - Throws: The first error of a statement or a taker. The server has run no statement after one with an error.
    func finish(within time: Int64? = nil) throws {
        guard !awaited.isEmpty else { return }
        try check(unsafe cpostgres_send_sync(connection))
        awaited.append(.end)
        let deadline = cpostgres_now() + (time ?? patience)
        var trouble: (any Error)?
        let waiting = awaited
        awaited = []
        for one in waiting {
            guard let result = try next(deadline) else { throw lost() }
            if let refusal = unsafe result.error(connection) {
                trouble = trouble ?? refusal
                // Without an SQLSTATE it comes from the library: the connection has ended.
                if refusal.kind == .lost { throw trouble ?? refusal }
            }
            switch one {
            case .end:
                guard result.kind == CPOSTGRES_SYNC else { throw lost() }
                continue
            case .prepared(let sql, let name):
                if result.kind == CPOSTGRES_DONE { statements[sql] = name }
            case .result(let taker):
                if trouble == nil, let taker {
                    do { try taker(result) } catch { trouble = error }
                }
            }
            // Each result but the last is followed by an end.
            guard try next(deadline) == nil else { throw lost() }
        }
        if let trouble { throw trouble }
    }

    /// Waits for notifications; returns the texts of those that have come within the time.
    func notifications(within time: Duration) throws(PostgresError) -> [String] {
        let texts = NotificationTexts()
        let context = unsafe Unmanaged.passUnretained(texts).toOpaque()
        let outcome = unsafe cpostgres_next_notification(
            connection,
            cpostgres_now() + Int64(clamping: time / .milliseconds(1)),
            { context, text in
                guard let context = unsafe context, let text = unsafe text else { return }
                let texts = unsafe Unmanaged<NotificationTexts>.fromOpaque(context)
                    .takeUnretainedValue()
                texts.all.append(unsafe String(cString: text))
            },
            context
        )
        if Int(outcome) == CPOSTGRES_LOST { throw lost() }
        return texts.all
    }

    /// Returns the next result; `nil` at the end of those of a statement.
    private func next(_ deadline: Int64) throws -> PostgresResult? {
        let began = cpostgres_now()
        var waited = Duration.zero
        while true {
            var result: OpaquePointer?
            let look = min(deadline, cpostgres_now() + Self.betweenLooks)
            let outcome = unsafe cpostgres_next(connection, look, &result)
            if Int(outcome) == CPOSTGRES_LATE {
                waited = .milliseconds(look - began)
                if let error = silentWait?.error(after: waited) { throw error }
                guard look < deadline else { throw PostgresError.silence }
                continue
            }
            guard outcome >= 0 else { throw lost() }
            silentWait?.end(after: waited)
            return unsafe result.map { unsafe PostgresResult(takingOwnership: $0) }
        }
    }

    private func lost() -> PostgresError {
        PostgresError(.lost, unsafe String(cString: cpostgres_message(connection)))
    }

    private func check(_ outcome: Int32) throws(PostgresError) {
        if outcome != 0 { throw lost() }
    }

    /// A statement with `$1`, `$2`, … in the place of each `?`.
    static func numbered(_ sql: String) -> String {
        var count = 0
        return sql.split(separator: "?", omittingEmptySubsequences: false).reduce(into: "") {
            text,
            part in
            if count > 0 { text += "$\(count)" }
            text += part
            count += 1
        }
    }
}

/// The texts of notifications that have come.
private final class NotificationTexts {
    var all: [String] = []
}
