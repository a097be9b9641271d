public import PrintModel

/// PINs of jobs, and user names and passwords of printers.
///
/// None of them is written to the store, a log, or an event.
extension PrintService {
    /// Takes the PIN, or the user name and the password, that a job waits for.
    ///
    /// - Parameters:
    ///   - label: The number of the job.
    ///   - request: The PIN, which the job gets, or the password, which its printer gets with each request from
    ///     now on.
    /// - Returns: The job, which its lane tries again at once.
    /// - Throws: `Problem` with `job-not-found`, `job-foreign`, `job-ended`, `job-delivered`, `invalid-request`,
    ///   `authentication-not-possible`, or `printing-not-possible` if the printer takes no such PIN.
    public nonisolated func authenticate(
        _ label: String,
        _ request: AuthenticateRequest
    ) async throws -> PrintJob {
        guard let record = try await record(label) else { throw await reprintProblem(label) }
        guard !record.job.state.isFinal else { throw Problem.jobEnded(label, record.job.state) }
        guard request.pin != nil || request.password != nil else { throw Problem.noPassword }
        guard record.delivery.route == .direct else {
            throw Problem(.authenticationNotPossible, ["job": label, "why": "queue"])
        }
        if let pin = request.pin { try await take(pin, for: record) }
        if request.password != nil {
            try await take(request, for: record.job.printer, uuid: record.delivery.deviceUUID)
        }
        queue.secretArrived()
        return record.job
    }

    /// Takes the user name and the password that a printer asks for.
    ///
    /// - Parameters:
    ///   - name: The printer.
    ///   - request: The user name and the password.
    /// - Returns: The printer as it is with them.
    /// - Throws: `Problem` with `printer-not-found`, `invalid-request`, or `authentication-not-possible`.
    public nonisolated func authenticate(
        printer name: String,
        _ request: AuthenticateRequest
    ) async throws -> Printer {
        guard request.password != nil, request.pin == nil else { throw Problem.noPassword }
        let printer = try await printer(name)
        try await take(request, for: printer.id, uuid: nil)
        queue.secretArrived()
        return try await self.printer(printer.id.rawValue)
    }

    private nonisolated func take(_ pin: String, for record: JobRecord) async throws {
        let label = record.job.label
        guard record.job.plan?.pin == true, let submission = record.job.submission else {
            throw Problem(.authenticationNotPossible, ["job": label, "why": "no-pin"])
        }
        guard !record.delivery.mayHavePrinted else { throw Problem.jobDelivered(label) }
        let printer = try await directory.printer(record.job.printer)
        let obstacles = printer.map { Admission(printer: $0).pinObstacles(pin) } ?? []
        guard obstacles.isEmpty else {
            throw Problem(
                PrintCheck(
                    printer: record.job.printer,
                    document: record.job.document,
                    plan: nil,
                    obstacles: obstacles
                )
            )
        }
        await pins.keep(pin, of: submission)
    }

    /// Keeps a user name and a password for the printer that shows its key now.
    private nonisolated func take(
        _ request: AuthenticateRequest,
        for printer: PrinterID,
        uuid: String?
    ) async throws {
        guard let password = request.password else { throw Problem.noPassword }
        let user = request.user ?? configuration.user
        // The one would end a header field, the other the user name (RFC 7617).
        guard !(user + password).contains(where: \.isNewline), !user.contains(":") else {
            throw Problem.noPassword
        }
        func refusal(_ why: String) -> Problem {
            Problem(.authenticationNotPossible, ["printer": printer.rawValue, "why": why])
        }
        guard let place = await directory.place(of: printer), uuid == nil || place.uuid == uuid
        else {
            throw refusal("unreachable")
        }
        guard place.address.uri.isEncrypted else { throw refusal("unencrypted") }
        let device = directory.connect(place.address)
        // Whatever it replies, it has shown its key.
        _ = try? await device.printerAttributes(
            requested: ["printer-uuid"],
            timeout: Device.answerTime
        )
        let key = await device.publicKey
        await device.close()
        guard let key, place.address.publicKey == nil || place.address.publicKey == key else {
            throw refusal("unreachable")
        }
        keyring.keep(
            Credentials(user: user, password: password),
            for: PrinterIdentity(place.address, publicKey: key),
            label: "Printer \(printer)"
        )
        await directory.invalidate()
    }

    /// Returns the PIN of a job; `nil` if it has none, or it is not known any more.
    nonisolated func pin(of record: JobRecord) async -> String? {
        guard record.job.plan?.pin == true, let job = record.job.submission else { return nil }
        return await pins.pin(of: job)
    }

    /// Forgets the PIN of a job that has ended.
    nonisolated func forgetPIN(of record: JobRecord) async {
        guard record.job.plan?.pin == true, let job = record.job.submission else { return }
        await pins.forget(job)
    }
}

extension Problem {
    /// The request has no usable password.
    fileprivate static var noPassword: Problem {
        Problem(.missingKey, ["field": "password"], field: "password")
    }
}
