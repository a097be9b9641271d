import Dispatch
import FoundationEssentials
import PrintModel
import ProofKit

/// The requests of clients in one run: documents of several kinds, jobs, cancellations, and others.
struct Workload: Sendable {
    /// The amount of work.
    enum Size: Sendable {
        /// Each kind of request once.
        case small
        /// Several documents and jobs, some concurrent, and a kill in between.
        case mixed
        /// So many jobs that SQLite checkpoints its log into the database meanwhile.
        case long
    }

    let size: Size
    let seed: UInt64
    /// An encrypted PDF, and its password.
    let locked: (bytes: [UInt8], password: String)
    /// Whether to wait until all jobs have ended.
    var waits = true

    /// Runs the workload.
    func run(_ client: Client) throws {
        var chance = SeededGenerator(seed: seed)
        try everyKind(client, &chance)
        if size == .small { return }
        try several(client, count: 3, &chance)
        if size == .mixed {
            try client.kill()
            try several(client, count: 2, &chance)
        } else {
            for _ in 0..<40 { try printed(client, &chance) }
        }
        try client.waitForEnds()
    }

    /// Sends each kind of request once.
    private func everyKind(_ client: Client, _ chance: inout SeededGenerator) throws {
        guard let document = try client.upload(Self.pdf(pages: 3), name: "three.pdf") else {
            return
        }
        // With two pages per sheet, the service makes a new PDF for the job.
        _ = try client.submit(document, PrintTicket(numberUp: 2))
        let held = try client.submit(document, Self.held)
        if let held { try client.cancel(held) }
        if let secret = try client.upload(locked.bytes, name: "locked.pdf") {
            try client.unlock(secret, password: locked.password)
        }
        if let unwanted = try client.upload(Self.pdf(pages: 1), name: "unwanted.pdf") {
            try client.discard(unwanted)
        }
        try printed(client, &chance)
        if size == .small, waits { try client.waitForEnds() }
    }

    /// Sends a document of random size, and prints it.
    private func printed(_ client: Client, _ chance: inout SeededGenerator) throws {
        let bytes = Self.pdf(pages: 1, padding: chance.next(below: 9000))
        guard let document = try client.upload(bytes, name: "one.pdf") else { return }
        _ = try client.submit(document, PrintTicket(copies: 1 + chance.next(below: 3)))
    }

    /// Sends documents and jobs from several clients concurrently, and cancels some jobs at once.
    private func several(_ client: Client, count: Int, _ chance: inout SeededGenerator) throws {
        let plans = (0..<count).map { _ in chance.next(below: 3) }
        let paddings = (0..<count).map { _ in chance.next(below: 40_000) }
        let failures = Failures()
        DispatchQueue.concurrentPerform(iterations: count) { index in
            do {
                let bytes = Self.pdf(pages: 2, padding: paddings[index])
                guard let document = try client.upload(bytes, name: "two.pdf") else { return }
                let ticket = [PrintTicket(), PrintTicket(numberUp: 2), Self.held][plans[index]]
                guard let job = try client.submit(document, ticket) else { return }
                if plans[index] == 2 { try client.cancel(job) }
            } catch {
                failures.add(error)
            }
        }
        if let first = failures.first { throw first }
    }

    /// A ticket that keeps the job in the service, so that a cancellation ends it at once.
    private static let held = PrintTicket(holdUntil: Date(timeIntervalSince1970: 4_000_000_000))

    /// Creates a PDF with distinct A4 pages, and padding in bytes.
    static func pdf(pages: Int, padding: Int = 0) -> [UInt8] {
        let pages = (1...pages).map { page in
            MinimalPDF.Page(content: "\(40 * page) 100 200 300 re f")
        }
        return MinimalPDF(pages: pages, comment: String(repeating: "x", count: padding)).bytes
    }
}
