import PrintCenterClient
import PrintModel

/// The jobs of a command that take so many sheets together that a person is asked first.
struct ManySheets {
    /// The fewest sheets that are asked about.
    static let least = 1000

    /// A job that may be queued.
    struct Job {
        var document: DocumentFacts
        var request: CheckRequest
    }

    let client: PrintCenterClient
    /// Whether a job is also queued for a printer that cannot print now.
    var mayWait = false

    /// The sheets of jobs together, and the number of jobs that take them; `nil` for fewer than are asked about.
    ///
    /// What keeps a job from being printed is said when it is submitted: it takes none here.
    func sheets(of jobs: [Job]) async throws -> (sheets: Int, jobs: Int)? {
        // Most jobs are so small that no printer has to be asked, which takes long where one is slow.
        let bounds = jobs.map { Self.bound($0) }
        if bounds.allSatisfy({ $0 != nil }), Self.sum(bounds.compactMap { $0 }) < Self.least {
            return nil
        }
        var sheets: [Int] = []
        for job in jobs { sheets.append(try await self.sheets(of: job)) }
        let sum = Self.sum(sheets)
        return sum < Self.least ? nil : (sum, sheets.count { $0 > 0 })
    }

    private static func sum(_ numbers: [Int]) -> Int {
        numbers.reduce(0) { $0.adding(clamping: $1) }
    }

    /// A number of sheets that a job does not exceed; `nil` if its options leave that open.
    private static func bound(_ job: Job) -> Int? {
        let ticket = job.request.ticket
        guard let pages = job.document.pages, job.document.layout == nil,
            job.request.preset == nil, ticket.pages == nil, ticket.poster == nil,
            ticket.attributes == nil
        else { return nil }
        return pages.multiplied(clamping: ticket.copies ?? 1)
    }

    private func sheets(of job: Job) async throws -> Int {
        do {
            let check = try await client.check(job.request)
            if let plan = check.plan { return plan.sheets ?? 0 }
            guard mayWait, check.obstacles.allSatisfy(\.mayPassByItself), let id = check.printer,
                let document = check.document
            else { return 0 }
            // As the service plans a job that waits.
            let printer = try await client.printer(id.rawValue)
            var ticket = job.request.ticket
            if let preset = job.request.preset {
                ticket = PresetUse(try await client.preset(preset), under: ticket).ticket
            }
            return Admission(printer: printer).plan(of: document, ticket: ticket).sheets ?? 0
        } catch is ClientError {
            return 0
        }
    }

    /// Asks whether so many sheets are meant, and says that nothing is queued if they are not.
    ///
    /// - Parameters:
    ///   - many: The sheets, and the number of files.
    ///   - name: What takes them; `nil` for several files.
    ///   - phrases: The messages.
    /// - Returns: Whether the answer is yes.
    static func areMeant(
        _ many: (sheets: Int, jobs: Int),
        of name: String?,
        _ phrases: Phrases
    ) -> Bool {
        let question =
            name.map { phrases.manySheetsQuestion($0, many.sheets) }
            ?? phrases.manySheetsQuestion(many.jobs, many.sheets)
        let answer = Secret.askOpenly(question) ?? ""
        if ["y", "yes", "是"].contains(answer.lowercased()) { return true }
        Terminal.say("printq: \(name.map { $0 + ": " } ?? "")\(phrases.declined)")
        return false
    }
}
