import ArgumentParser
import PrintCenterClient
import PrintModel

/// The way of a file from the command line into the service, shared by `print`, `check` and
/// `options`.
struct Submission {
    let client: PrintCenterClient
    let phrases: Phrases
    var secrets = Secrets()

    /// Printing is not possible.
    struct Refused: Error {
        let check: PrintCheck
    }

    /// Sends a file, and has `use` do something with the document.
    ///
    /// The document is dropped again afterwards, unless a job that keeps it came
    /// of it.
    ///
    /// - Returns: `nil` where the file cannot be read; that has been said.
    func withDocument<Result>(
        _ path: String,
        type: String?,
        isKept: Bool = false,
        _ use: (String) async throws -> Result
    ) async throws -> Result? {
        let file: InputFile
        do {
            file = try InputFile.open(path, phrases: phrases)
        } catch {
            Terminal.say("printq: \(error.message)")
            return nil
        }
        let document = try await client.send(file.descriptor, name: file.name, type: type)
        guard let id = document.id else { return nil }
        do {
            if document.problem == .encrypted { try await unlock(id, file.name) }
            let result = try await use(id)
            if !isKept { await discard(id) }
            return result
        } catch {
            await discard(id)
            throw error
        }
    }

    /// Takes the encryption off, if a password can be had; otherwise the check says what is missing.
    private func unlock(_ id: String, _ name: String) async throws {
        if let password = secrets.password {
            _ = try await client.unlock(document: id, password: password)
            return
        }
        for _ in 0..<3 {
            guard let password = try Secret.ask(phrases.passwordQuestion(of: name)) else { return }
            do {
                _ = try await client.unlock(document: id, password: password)
                return
            } catch let error as ClientError where error.problem?.code == .passwordWrong {
                Terminal.say("printq: \(name): \(error.description)")
            }
        }
    }

    private func discard(_ id: String) async {
        // If this fails, the document goes by itself after an hour.
        try? await client.discard(document: id)
    }

    /// Says why a file is not printed.
    func refuse(_ name: String, _ check: PrintCheck) {
        for obstacle in check.obstacles {
            Terminal.say("printq: \(name): \(obstacle.message) \(obstacle.remedy)")
        }
    }
}
