import ArgumentParser
import FileAccess
import Glibc
import PrintCenterClient
import PrintModel

/// The submission of files from the command line to the service, shared by `print`, `check`, and
/// `options`.
struct Submission {
    let client: PrintCenterClient
    let phrases: Phrases
    var secrets = Secrets()
    /// The folder whose pictures documents may show, as the user typed it.
    var pictures: String?

    /// The error if printing is not possible.
    struct Refused: Error {
        let check: PrintCheck
    }

    /// Sends a file, or several that are one job, with their request.
    ///
    /// - Returns: The job, as much as is wanted of it; `nil` if a file cannot be read, which has been reported.
    /// - Throws: ``Refused`` if printing is not possible.
    func print<Job: Decodable & Sendable>(
        _ paths: [String],
        type: String?,
        _ request: SubmissionRequest,
        as form: Job.Type
    ) async throws -> Job? {
        guard paths.count == 1 else {
            return try await withDocument(paths, type: type, isKept: true) { id in
                try await submit(request.with(document: id), as: form)
            }
        }
        guard let file = try open(paths[0], type) else { return nil }
        do {
            return try await client.print(
                file.descriptor,
                name: file.name,
                type: file.type,
                request,
                as: form
            )
        } catch let error as ClientError {
            guard let check = error.problem?.check else { throw error }
            // The service keeps a rejected document for a while, so that it can be submitted again.
            guard let document = check.document, let id = document.id else {
                throw Refused(check: check)
            }
            do {
                guard try await unlock(document, id, file.name) != nil else {
                    throw Refused(check: check)
                }
                return try await submit(request.with(document: id), as: form)
            } catch {
                await discard(id)
                throw error
            }
        }
    }

    /// Queues a job of a document that was sent before; one that is refused is discarded.
    func print<Job: Decodable & Sendable>(
        sent document: String,
        _ request: SubmissionRequest,
        as form: Job.Type
    ) async throws -> Job {
        do {
            return try await submit(request.with(document: document), as: form)
        } catch {
            await discard(document)
            throw error
        }
    }

    private func submit<Job: Decodable & Sendable>(
        _ request: SubmissionRequest,
        as form: Job.Type
    ) async throws -> Job {
        do {
            return try await client.submit(request, as: form)
        } catch let error as ClientError {
            guard let check = error.problem?.check else { throw error }
            throw Refused(check: check)
        }
    }

    /// Sends a file, or several that are one document, and passes the document to `use`.
    ///
    /// It discards the document afterwards, unless the caller keeps it.
    ///
    /// - Returns: `nil` if a file cannot be read, which has been reported.
    func withDocument<Result>(
        _ paths: [String],
        type: String?,
        isKept: Bool = false,
        _ use: (String) async throws -> Result
    ) async throws -> Result? {
        guard let id = try await send(paths, type: type)?.id else { return nil }
        do {
            let result = try await use(id)
            if !isKept { await discard(id) }
            return result
        } catch {
            await discard(id)
            throw error
        }
    }

    /// Sends files, and joins them if they are several.
    ///
    /// - Returns: The document; `nil` if a file cannot be read, which has been reported.
    func send(_ paths: [String], type: String?) async throws -> DocumentFacts? {
        var parts: [String] = []
        var last: DocumentFacts?
        do {
            for path in paths {
                guard let document = try await send(path, type: type), let id = document.id else {
                    for part in parts { await discard(part) }
                    return nil
                }
                parts.append(id)
                last = document
            }
            guard parts.count > 1 else { return last }
            let whole = try await client.join(parts)
            for part in parts { await discard(part) }
            return whole
        } catch {
            for part in parts { await discard(part) }
            throw error
        }
    }

    private func send(_ path: String, type: String?) async throws -> DocumentFacts? {
        guard let file = try open(path, type) else { return nil }
        let document = try await client.send(file.descriptor, name: file.name, type: file.type)
        guard let id = document.id else { return nil }
        do {
            return try await unlock(document, id, file.name) ?? document
        } catch {
            await discard(id)
            throw error
        }
    }

    /// The name of files in a message.
    func name(_ paths: [String]) -> String {
        paths.count > 1 ? "\(paths[0]) + \(paths.count - 1)" : paths.first ?? ""
    }

    /// Opens a file; `nil` if it cannot be read, which is reported.
    ///
    /// - Throws: `ClientError` if it cannot be packed with the pictures of the folder.
    private func open(_ path: String, _ type: String?) throws(ClientError) -> InputFile? {
        var file: InputFile
        do throws(InputFile.Unreadable) {
            file = try InputFile.open(path, phrases: phrases)
        } catch {
            Terminal.say("printq: \(error.message)")
            return nil
        }
        file.type = type
        guard let pictures else { return file }
        do throws(PictureFolderError) {
            return try file.packed(with: pictures, path)
        } catch {
            throw ClientError(error)
        }
    }

    /// The JSON for the first of these files that cannot be read, which has been reported.
    func unreadable(_ paths: [String]) -> PrintCheck {
        var (path, problem) = (paths.first ?? "", "permission")
        for one in paths {
            do throws(InputFile.Unreadable) {
                _ = try InputFile.open(one, phrases: phrases)
            } catch {
                (path, problem) = (one, error.problem)
                break
            }
        }
        let obstacle = Obstacle(.documentUnreadable, ["document": path, "problem": problem])
        return PrintCheck(
            printer: nil,
            document: nil,
            plan: nil,
            obstacles: [obstacle.inWords(of: phrases.language)]
        )
    }

    /// Decrypts a document if it needs a password and one is available; otherwise, the check has the obstacle.
    ///
    /// - Returns: The document as it is then; `nil` if it was given no password.
    private func unlock(
        _ document: DocumentFacts,
        _ id: String,
        _ name: String
    ) async throws -> DocumentFacts? {
        // Few people have the password of an owner: it is not asked for.
        let needsPassword =
            document.problem == .encrypted
            || document.problem == .restricted && secrets.password != nil
        guard needsPassword else { return nil }
        if let password = secrets.password {
            return try await client.unlock(document: id, password: password).with(id: id)
        }
        for _ in 0..<3 {
            guard let password = try Secret.ask(phrases.passwordQuestion(of: name)) else {
                return nil
            }
            do {
                return try await client.unlock(document: id, password: password).with(id: id)
            } catch let error as ClientError where error.problem?.code == .passwordWrong {
                Terminal.say("printq: \(name): \(error.message(in: .ofUser))")
            }
        }
        return nil
    }

    func discard(_ id: String) async {
        // If this fails, the service removes the document after an hour.
        try? await client.discard(document: id)
    }

    /// The notices of files, in the words of the command.
    func improved(_ notices: [Obstacle], of paths: [String]) -> [Obstacle] {
        let words = PicturesNotice(files: paths, folder: pictures)
        return notices.map { words.improved($0, language: phrases.language) }
    }

    /// Reports the reason why a file is not printed.
    func refuse(_ name: String, _ check: PrintCheck) {
        for obstacle in check.obstacles {
            Terminal.say("printq: \(name): \(obstacle.message) \(obstacle.remedy)")
        }
    }
}

extension DocumentFacts {
    /// The same document under the id that it was sent with.
    fileprivate func with(id: String) -> DocumentFacts {
        var copy = self
        copy.id = id
        return copy
    }
}
