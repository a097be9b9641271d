import FoundationEssentials
import Glibc
public import PrintModel

/// The sheets before they are printed.
extension PrintService {
    /// Prepares what would be sent for a document and a ticket, so that it can be looked at.
    ///
    /// The check is that of ``check(_:)``, and the file is made as that of a job would be: a job
    /// with the same plan sends the same bytes.
    ///
    /// - Parameter request: The document, the printer and the ticket.
    /// - Returns: What can be looked at; the same plan twice is the same preview.
    /// - Throws: `Problem` with `printing-not-possible` and the obstacles, or with
    ///   `preview-not-possible` for a document that the scheduler lays out.
    public nonisolated func preview(_ request: CheckRequest) async throws -> SheetPreview {
        let check = try await check(request)
        guard check.possible else { throw Problem(check) }
        return try await preview(check)
    }

    /// Prepares what a job sends, so that it can be looked at.
    ///
    /// What has been prepared for the job already is shown itself.
    ///
    /// - Parameter label: The job's number.
    /// - Returns: What can be looked at.
    /// - Throws: `Problem` with `job-not-found`; with `document-not-found` where the document has
    ///   gone, a while after the job's end; with `preview-not-possible` for a document that the
    ///   scheduler lays out, and for a job of another program.
    public nonisolated func preview(job label: String) async throws -> SheetPreview {
        guard let number = Int(label),
            let record = try await queue.store.job(JobID(rawValue: number))
        else {
            // Says so where there is no such job at all.
            _ = try await details(label)
            throw Problem(
                previewNotPossible:
                    "Job \(label) was printed by another program, and only the scheduler has what it sent. Preview the file that it was made of."
            )
        }
        let check = PrintCheck(
            printer: record.job.printer,
            document: record.job.document,
            plan: record.job.plan,
            obstacles: []
        )
        let prepared = record.isPrepared ? record.preparedName : nil
        return try await preview(check, ofJob: label, prepared: prepared)
    }

    /// Opens the finished file of a preview for the time of a closure.
    ///
    /// - Parameters:
    ///   - id: The id of the preview.
    ///   - body: Gets the open PDF, of which each page is one face, and the preview.
    /// - Returns: What the closure returns.
    /// - Throws: `Problem` with `preview-not-found` or `document-not-found`, and what the closure
    ///   throws.
    public nonisolated func withPreview<Result: Sendable>(
        _ id: String,
        _ body: @Sendable (Int32, SheetPreview) async throws -> Result
    ) async throws -> Result {
        guard let entry = await previews.use(id) else { throw Problem.noPreview }
        let file: Int32
        switch entry.source {
        case .document(let name): file = try await open(document: name)
        case .prepared(let name), .job(let name):
            // The job may have ended since; its preview is made anew when it is asked for again.
            guard let open = try? await spool.open(name) else { throw Problem.noPreview }
            file = open
        }
        defer { close(file) }
        return try await body(file, entry.preview)
    }

    // MARK: Making

    private nonisolated func preview(
        _ check: PrintCheck,
        ofJob label: String? = nil,
        prepared: String? = nil
    ) async throws -> SheetPreview {
        let preview = try await newPreview(check)
        while let known = await previews.like(check) {
            if await isThere(known.source) { return known.preview }
            for name in await previews.forget(known.preview.id) { await spool.remove(name) }
        }
        let source = try await source(of: preview, ofJob: label, prepared: prepared)
        for name in await previews.keep(.init(preview, source)) { await spool.remove(name) }
        return preview
    }

    private nonisolated func newPreview(_ check: PrintCheck) async throws -> SheetPreview {
        let name = check.document?.name ?? "document"
        // A printer that cannot be asked, as that of an old job, is taken for one with colours.
        let printer = (try? await printers())?.first { $0.id == check.printer }
        let preview = SheetPreview(
            id: UUID().uuidString.lowercased(),
            check: check,
            printsColor: printer?.capabilities?.color ?? true
        )
        guard let preview, check.document?.isImposable == true else {
            throw Problem(
                previewNotPossible:
                    "'\(name)' is laid out by the scheduler when it is printed, so its sheets cannot be shown before. Save it as PDF, and preview that."
            )
        }
        return preview
    }

    /// Finds or makes the file that would be sent.
    private nonisolated func source(
        of preview: SheetPreview,
        ofJob label: String?,
        prepared: String?
    ) async throws -> SheetPreviews.Source {
        if let prepared, await isThere(.job(prepared)) { return .job(prepared) }
        guard let document = preview.check.document, let plan = preview.check.plan,
            let id = document.id
        else { throw Problem.noPreview }
        let input = try await open(document: id, ofJob: label)
        defer { close(input) }
        if plan.isFulfilled(by: document) { return .document(id) }
        let name = "preview-\(preview.id).pdf"
        let preparer = preparer
        do {
            try await spool.make(name, lasting: .passing) { output in
                try await preparer.prepare(plan, of: input, document: document, into: output)
            }
        } catch let error as PreparationError {
            guard !error.mayPass else { throw Problem(error) }
            throw Problem(
                previewNotPossible: "The sheets could not be made: \(error.detail)"
            )
        } catch let error as SpoolError {
            throw Problem(error)
        }
        return .prepared(name)
    }

    private nonisolated func isThere(_ source: SheetPreviews.Source) async -> Bool {
        guard let file = try? await spool.open(source.name) else { return false }
        close(file)
        return true
    }

    private nonisolated func open(
        document id: String,
        ofJob label: String? = nil
    ) async throws -> Int32 {
        do {
            return try await spool.open(id)
        } catch {
            guard let label else { throw Problem.noDocument(id) }
            throw Problem(
                status: 404,
                title: "Not Found",
                code: .documentNotFound,
                detail:
                    "The document of job \(label) is no longer kept: it goes a day after the job has ended. Preview the file itself."
            )
        }
    }

    /// Removes the files of previews that nobody has looked at for a while.
    nonisolated func removeOldPreviews() async {
        for name in await previews.forgetUnused(since: configuration.keepUnused) {
            await spool.remove(name)
        }
    }
}

extension Problem {
    static let noPreview = Problem(
        status: 404,
        title: "Not Found",
        code: .previewNotFound,
        detail:
            "There is no such preview. Ask for it again; unused ones go after an hour, and with the service."
    )

    init(previewNotPossible detail: String) {
        self.init(
            status: 422,
            title: "Unprocessable Content",
            code: .previewNotPossible,
            detail: detail
        )
    }
}
