import Synchronization

/// The user names and passwords of printers: in memory, and in the secret store of the desktop if there
/// is one.
///
/// They are sent over TLS only, and only to the printer whose key was shown when they were entered.
package final class Keyring: Sendable {
    private struct Entry {
        var credentials: Credentials
        /// How the printer asked for them last.
        var challenge: HTTPChallenge?
        /// How often its `nonce` was used.
        var uses = 0
        /// Whether the printer has refused a whole document, maybe only because the `nonce` was out of date.
        var isDoubtful = false
    }

    private struct State {
        var entries: [PrinterIdentity: Entry] = [:]
        /// Printers that did not accept what was entered last.
        var refusing: Set<PrinterIdentity> = []
        /// Printers that the store was asked for.
        var recalled: Set<PrinterIdentity> = []
    }

    private let state = Mutex(State())
    private let store: (any SecretStore)?
    private let whenFound = Mutex<() -> Void>({})

    /// Creates an empty keyring, which keeps passwords in a store, too.
    package init(store: (any SecretStore)? = nil) {
        self.store = store
    }

    /// Has a closure called whenever a password is found in the store, so that jobs do not wait longer for it.
    func observe(_ body: @escaping @Sendable () -> Void) {
        whenFound.withLock { $0 = body }
    }

    /// Keeps what the user has entered for a printer, in the place of anything before.
    package func keep(_ credentials: Credentials, for printer: PrinterIdentity, label: String) {
        state.withLock { state in
            state.entries[printer] = Entry(credentials: credentials)
            state.refusing.remove(printer)
            state.recalled.insert(printer)
        }
        guard let store else { return }
        // Nobody waits for a store that asks the user to unlock it.
        Task { await store.keep(credentials.text, .printer, of: printer.text, label: label) }
    }

    /// Gives a printer, whose UUID has become known, what was entered for it before.
    ///
    /// - Parameters:
    ///   - old: The printer by its address.
    ///   - new: The same by its UUID.
    ///   - label: What the user sees of it in the store.
    func rebind(from old: PrinterIdentity, to new: PrinterIdentity, label: String) {
        let credentials = state.withLock { state -> Credentials? in
            guard old != new, let entry = state.entries.removeValue(forKey: old) else { return nil }
            state.recalled.insert(new)
            guard state.entries[new] == nil else { return nil }
            state.entries[new] = entry
            state.refusing.remove(new)
            return entry.credentials
        }
        guard let store, let credentials else { return }
        Task {
            await store.keep(credentials.text, .printer, of: new.text, label: label)
            await store.forget(.printer, of: old.text)
        }
    }

    /// Returns the value of the header field `Authorization` for a printer that has asked for it before.
    func authorization(for printer: PrinterIdentity, resource: String) -> String? {
        state.withLock { state in
            guard var entry = state.entries[printer], let challenge = entry.challenge else {
                return nil
            }
            entry.uses += 1
            state.entries[printer] = entry
            return challenge.authorization(
                entry.credentials,
                method: "POST",
                resource: resource,
                use: entry.uses
            )
        }
    }

    /// Takes in that a printer has accepted a whole document.
    func accepted(by printer: PrinterIdentity) {
        state.withLock { $0.entries[printer]?.isDoubtful = false }
    }

    /// Takes in that a printer has replied with 401.
    ///
    /// - Parameters:
    ///   - header: Its header field `WWW-Authenticate`.
    ///   - printer: The printer.
    ///   - sent: The `Authorization` of the request; `nil` if it had none.
    ///   - isRetry: Whether the request was a reply to another challenge.
    ///   - isAtEnd: Whether the printer has read a whole document first, which the caller does not send again
    ///     at once.
    /// - Throws: An error unless the request is worth a retry.
    func challenged(
        by header: String,
        from printer: PrinterIdentity,
        sent: String?,
        isRetry: Bool,
        isAtEnd: Bool = false
    ) throws(CupsError) {
        let challenge = HTTPChallenge(header)
        let answer = state.withLock { state -> Answer in
            guard var entry = state.entries[printer] else {
                if state.refusing.contains(printer) { return .refused }
                return state.recalled.insert(printer).inserted ? .recall : .unknown
            }
            guard let challenge else { return .unknown }
            // A remembered `nonce` that is out of date is no refusal.
            let isRefusal = isRetry || isAtEnd && entry.isDoubtful
            if sent == nil || !isRefusal && challenge.isNewer(than: entry.challenge) {
                entry.isDoubtful = isAtEnd && sent != nil
                entry.challenge = challenge
                entry.uses = 0
                state.entries[printer] = entry
                return .retry
            }
            state.entries[printer] = nil
            state.refusing.insert(printer)
            return .forget
        }
        switch answer {
        case .retry: return
        case .unknown: throw .authenticationRequired
        case .refused: throw .credentialsRefused
        case .recall:
            recall(printer)
            throw .authenticationRequired
        case .forget:
            if let store { Task { await store.forget(.printer, of: printer.text) } }
            throw .credentialsRefused
        }
    }

    private enum Answer {
        case retry, unknown, refused, recall, forget
    }

    /// Looks into the store, while the job waits: it tries again anyway.
    private func recall(_ printer: PrinterIdentity) {
        guard let store else { return }
        Task {
            guard let text = await store.find(.printer, of: printer.text),
                let found = Credentials(text: text)
            else { return }
            self.state.withLock { state in
                // What the user has entered meanwhile counts.
                if state.entries[printer] == nil, !state.refusing.contains(printer) {
                    state.entries[printer] = Entry(credentials: found)
                }
            }
            self.whenFound.withLock(\.self)()
        }
    }
}
