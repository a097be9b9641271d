import Glibc
public import PrintModel

/// The passwords of documents.
extension PrintService {
    /// Decrypts a document; the password is used once and never stored.
    ///
    /// - Parameters:
    ///   - id: The document; one that is not encrypted stays unchanged.
    ///   - password: The password of the document; only that of its owner opens one that forbids printing.
    /// - Returns: The facts of the decrypted document, or with the problem `restricted` for a password that is not the
    ///   owner's.
    /// - Throws: `Problem` with `password-wrong`, `document-not-found` or `storage-failed`.
    public func unlock(document id: String, password: String) async throws -> DocumentFacts {
        // One at a time: concurrent calls could mix the facts of one with the bytes of the other.
        let before = unlocks[id]
        let unlock = Task {
            _ = await before?.result
            return try await unlockAlone(id, password)
        }
        unlocks[id] = unlock
        let result = await unlock.result
        if unlocks[id] == unlock { unlocks[id] = nil }
        return try result.get()
    }

    private nonisolated func unlockAlone(
        _ id: String,
        _ password: String
    ) async throws -> DocumentFacts {
        let facts = try await document(id)
        // Documents are unlocked before they are joined.
        guard facts.problem == .encrypted || facts.problem == .restricted, facts.parts == nil else {
            return facts
        }
        let successor = Spool.successor(of: id)
        do {
            let source = try await spool.open(id)
            defer { close(source) }
            let (preparer, obeys) = (preparer, obeysDocumentRestrictions)
            var opened = facts
            opened.restriction = try await spool.make(successor) { output in
                let result = try await preparer.unlock(source, password: password, into: output)
                guard case .opened(let restriction) = result else { throw Problem.wrongPassword }
                return obeys ? restriction : nil
            }
            guard opened.restriction != .printing else {
                await spool.remove(successor)
                opened.problem = .restricted
                if opened != facts { try await queue.store.replace(opened) }
                return opened
            }
            return try await replace(facts, opened.restriction, id, by: successor)
        } catch {
            await spool.remove(successor)
            switch error {
            case let error as SpoolError: throw Problem(error)
            case let error as PreparationError: throw Problem(error)
            default: throw error
            }
        }
    }

    /// Replaces the bytes and the facts of a document.
    ///
    /// The facts are stored first: after a crash the next start finds the new bytes by their hash.
    private nonisolated func replace(
        _ before: DocumentFacts,
        _ restriction: DocumentFacts.Restriction?,
        _ id: String,
        by successor: String
    ) async throws -> DocumentFacts {
        var successor = successor
        var facts = try await self.facts(of: successor, like: before)
        facts.restriction = restriction
        if let printable = try await rework(facts, in: successor) {
            facts = printable.facts
            if let file = printable.file {
                await spool.remove(successor)
                successor = file
            }
        }
        try await queue.store.replace(facts)
        do {
            try await spool.replace(id, by: successor)
        } catch {
            // The document still has its old bytes: restore the facts.
            try await queue.store.replace(before)
            throw error
        }
        return facts
    }
}

extension Problem {
    static var wrongPassword: Problem { Problem(.passwordWrong) }
}
