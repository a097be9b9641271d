import Dispatch
import FoundationEssentials
import PrintModel

/// What clients do with a service in one run: documents of several kinds, jobs, cancels, and the rest.
struct Workload: Sendable {
    /// How much is done.
    enum Size: Sendable {
        /// Each kind of request once.
        case small
        /// Several documents and jobs, some at once, and a kill in between.
        case mixed
        /// So many jobs that the store moves its log into the database meanwhile.
        case long
    }

    let size: Size
    let seed: UInt64
    /// An encrypted PDF, and its password.
    let locked: (bytes: [UInt8], password: String)
    /// Whether it ends only when all jobs have.
    var waits = true

    /// Does it all.
    func run(_ client: Client) throws {
        var chance = Chance(seed: seed)
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

    /// Each kind of request once.
    private func everyKind(_ client: Client, _ chance: inout Chance) throws {
        guard let document = try client.upload(Self.pdf(pages: 3), name: "three.pdf") else {
            return
        }
        // Two on a sheet: a PDF of its own is made for it.
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

    /// A document of some size and its job.
    private func printed(_ client: Client, _ chance: inout Chance) throws {
        let bytes = Self.pdf(pages: 1, padding: chance.next(below: 9000))
        guard let document = try client.upload(bytes, name: "one.pdf") else { return }
        _ = try client.submit(document, PrintTicket(copies: 1 + chance.next(below: 3)))
    }

    /// Documents and jobs of several clients at once; some jobs are canceled as soon as they are there.
    private func several(_ client: Client, count: Int, _ chance: inout Chance) throws {
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

    /// A job that stays ours, so that a cancel ends it at once.
    private static let held = PrintTicket(holdUntil: Date(timeIntervalSince1970: 4_000_000_000))

    /// A PDF of some pages, A4, with so many bytes that nobody reads.
    static func pdf(pages: Int, padding: Int = 0) -> [UInt8] {
        var objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
        let kids = (0..<pages).map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
        objects.append("<< /Type /Pages /Kids [\(kids)] /Count \(pages) >>")
        for page in 1...pages {
            let content = "\(40 * page) 100 200 300 re f"
            objects.append("<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
            objects.append(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents \(1 + 2 * page) 0 R"
                    + " /Resources << >> >>"
            )
        }
        var text = "%PDF-1.4\n%" + String(repeating: "x", count: padding) + "\n"
        var table = "0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = String(text.utf8.count)
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text +=
            "xref\n0 \(objects.count + 1)\n\(table)"
            + "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }
}
