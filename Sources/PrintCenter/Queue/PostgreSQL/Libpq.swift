import CPostgres
import Glibc
import Logging

/// libpq, which is opened where the settings name a database.
enum Libpq {
    /// Whether it is installed.
    static let isThere =
        unsafe cpostgres_open { context, severity, message in
            guard let context = unsafe context, let severity = unsafe severity,
                let message = unsafe message
            else { return }
            // The connection that has the context also holds the object.
            let log = unsafe Unmanaged<NoticeLog>.fromOpaque(context).takeUnretainedValue()
            unsafe log.write(severity: String(cString: severity), String(cString: message))
        } == 0

    /// Returns the options in a connection string or URI.
    ///
    /// - Throws: What libpq says of it, which may quote it.
    static func options(in text: String) throws(UnreadableAddress) -> [String: String] {
        let found = ParsedOptions()
        let context = unsafe Unmanaged.passUnretained(found).toOpaque()
        let outcome = unsafe cpostgres_parse(text, context) { context, key, value in
            guard let context = unsafe context, let value = unsafe value else { return }
            let found = unsafe Unmanaged<ParsedOptions>.fromOpaque(context).takeUnretainedValue()
            guard let key = unsafe key else { return }
            unsafe found.options[String(cString: key)] = String(cString: value)
        }
        guard outcome == 0 else { throw UnreadableAddress() }
        return found.options
    }

    /// The error of a text that is no address of a database.
    ///
    /// It does not quote the text, which may have a password.
    struct UnreadableAddress: Error {}

    private final class ParsedOptions {
        var options: [String: String] = [:]
    }
}

/// Writes the notices of a connection to the log.
final class NoticeLog: Sendable {
    private let log: Logger

    init(log: Logger) { self.log = log }

    func write(severity: String, _ message: String) {
        let level: Logger.Level = severity == "WARNING" ? .warning : .debug
        log.log(level: level, "the database says", metadata: ["notice": "\(message)"])
    }
}

/// C strings in lists that end with `NULL`.
enum CStrings {
    /// Calls a closure with two such lists, which are valid only during the call.
    static func with<Value>(
        _ first: [String],
        _ second: [String],
        _ body: (
            UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>
        ) -> Value
    ) -> Value {
        var keys = unsafe first.map { unsafe UnsafePointer<CChar>(strdup($0)) } + [nil]
        var values = unsafe second.map { unsafe UnsafePointer<CChar>(strdup($0)) } + [nil]
        defer {
            for index in unsafe keys.indices {
                unsafe free(UnsafeMutablePointer(mutating: keys[index]))
            }
            for index in unsafe values.indices {
                unsafe free(UnsafeMutablePointer(mutating: values[index]))
            }
        }
        return unsafe body(&keys, &values)
    }
}
