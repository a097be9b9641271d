import FoundationEssentials
import Glibc
public import PrintModel

/// Previews of the sheets of a job.
extension PrintService {
    /// Prepares the file that would be sent for a document and a ticket, as a preview.
    ///
    /// The request is checked by ``check(_:)``, and the file is prepared like that of a job: a job with the
    /// same plan sends the same bytes.
    ///
    /// - Parameter request: The document, the printer and the ticket.
    /// - Returns: The preview, which is the same for the same plan.
    /// - Throws: `Problem` with `printing-not-possible` and the obstacles, or with
    ///   `preview-not-possible` for sheets that cannot be made.
    public nonisolated func preview(_ request: CheckRequest) async throws -> SheetPreview {
        let check = try await submission.check(request, of: document(request.document))
        guard check.possible else { throw Problem(check) }
        return try await preview(check)
    }

    /// Prepares the file that a job sends, as a preview.
    ///
    /// If the job has a prepared file, the preview shows that file.
    ///
    /// - Parameter label: The job's number.
    /// - Returns: The preview.
    /// - Throws: `Problem` with `job-not-found`; with `document-not-found` if the document has
    ///   gone, a while after the job's end; with `preview-not-possible` for a job of another
    ///   program.
    public nonisolated func preview(job label: String) async throws -> SheetPreview {
        guard let number = Int(label),
            let record = try await queue.store.job(JobID(rawValue: number))
        else {
            // Throws where there is no such job.
            _ = try await details(label)
            throw Problem(.previewOfForeignJob, ["job": label])
        }
        let check = PrintCheck(
            printer: record.job.printer,
            document: record.job.document,
            plan: record.job.plan,
            obstacles: []
        )
        // A raster file is no preview, and one with all copies has other pages than the faces of one copy.
        let plan = record.job.plan
        let isShown = record.isPrepared && plan?.raster == nil && plan?.copiesInFile == nil
        let prepared = isShown ? record.preparedName : nil
        return try await preview(check, ofJob: label, prepared: prepared)
    }

    /// Opens the file of a preview for the duration of a closure.
    ///
    /// - Parameters:
    ///   - id: The id of the preview.
    ///   - body: Gets the open PDF, whose pages are the faces of the plan, and the preview.
    /// - Returns: The result of the closure.
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
            // The job may have ended since; the next request makes a new preview.
            guard let open = try? await spool.open(name) else { throw Problem.noPreview }
            file = open
        }
        defer { close(file) }
        return try await body(file, entry.preview)
    }

    /// Opens the pages of which the sheets of a preview are made, for the duration of a closure.
    ///
    /// They are all pages of the document, also those that are not printed, as they lie on the paper of the preview.
    ///
    /// - Parameters:
    ///   - id: The id of the preview.
    ///   - body: Gets the open pages, and their facts.
    /// - Returns: The result of the closure.
    /// - Throws: `Problem` with `preview-not-found` or `document-not-found`, and what the closure throws.
    public nonisolated func withPages<Result: Sendable>(
        ofPreview id: String,
        _ body: @Sendable (Int32, DocumentFacts) async throws -> Result
    ) async throws -> Result {
        guard let document = await previews.use(id)?.preview.check.document else {
            throw Problem.noPreview
        }
        let (file, facts): (Int32, DocumentFacts)
        do {
            (file, facts) = try await pages.open(document)
        } catch is SpoolError {
            throw Problem.noDocument(document.id ?? "")
        } catch let error as PreparationError {
            throw Problem(error)
        }
        defer { close(file) }
        return try await body(file, facts)
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
        // A printer that is not listed, such as that of an old job, counts as a color printer.
        let printer = (try? await printers())?.first { $0.id == check.printer }
        let preview = SheetPreview(
            id: UUID().uuidString.lowercased(),
            check: check,
            printsColor: printer?.capabilities?.color ?? true
        )
        guard let preview else { throw Problem(.sheetsFailed, ["document": name]) }
        return preview
    }

    /// Finds or prepares the file that would be sent.
    private nonisolated func source(
        of preview: SheetPreview,
        ofJob label: String?,
        prepared: String?
    ) async throws -> SheetPreviews.Source {
        if let prepared, await isThere(.job(prepared)) { return .job(prepared) }
        guard let document = preview.check.document, let whole = preview.check.plan,
            let id = document.id
        else { throw Problem.noPreview }
        let plan = whole.ofOneCopy
        if plan.isFulfilled(by: document) {
            close(try await open(document: id, ofJob: label))
            return .document(id)
        }
        let name = "preview-\(preview.id).pdf"
        let preparer = preparer
        do {
            let (input, pages) = try await pages.open(document)
            defer { close(input) }
            try await spool.make(name, lasting: .passing) { output in
                guard !plan.isFulfilled(by: pages) else {
                    return try Spool.copy(input, into: output)
                }
                try await preparer.prepare(plan, of: input, document: pages, into: output)
            }
        } catch let error as SpoolError where error.code == .missing {
            guard let label else { throw Problem.noDocument(id) }
            throw Problem(.jobDocumentNotFound, ["job": label])
        } catch let error as PreparationError {
            guard !error.mayPass else { throw Problem(error) }
            throw Problem(.sheetsFailed, error.parameters)
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
            throw Problem(.jobDocumentNotFound, ["job": label])
        }
    }

    /// Removes the files of previews that have not been used for ``Configuration/keepUnused``.
    nonisolated func removeOldPreviews() async {
        for name in await previews.forgetUnused(since: configuration.keepUnused) {
            await spool.remove(name)
        }
        await pages.forgetUnused(since: configuration.keepUnused)
    }
}

extension Problem {
    static let noPreview = Problem(.previewNotFound)
}
