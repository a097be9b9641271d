import FoundationEssentials
import Glibc
import PrintModel
import ProofKit

/// The ids of the documents that most scenarios share.
struct SharedDocuments {
    var small: String?
    var large: String?
    var raster: String?
}

/// A sequence of requests, each of which a client repeats until the service acknowledges it.
final class Scenario {
    enum Kind: CaseIterable {
        /// A document that is sent unchanged, to a printer that reports its jobs.
        case plain
        /// A document that is sent unchanged, to a printer that only the scheduler can reach; straight, to
        /// one that gets a job together with its document.
        case unasked
        /// A document that the client uploads and then prints.
        case received
        /// A document with two pages per sheet.
        case sheets
        /// A document whose first submission the scheduler stores with a wrong size.
        case odd
        /// A job that is held, and canceled before it reaches the scheduler.
        case canceledEarly
        /// A job that is canceled at any stage.
        case canceledLate
        /// A job that the client submits and forgets.
        case forgotten
        /// An encrypted document that is printed decrypted.
        case unlocked
        /// A job that is held, moved, reordered, and released, each after the previous reply.
        case moved
        /// A request for all jobs, including those of other programs.
        case list
        // Straight to printers only.
        /// A document that takes several packets.
        case large
        /// Such a document, to a printer whose sides come out while it arrives.
        case streamed
        /// Such a document, to a printer that breaks off the first connection and keeps the job open.
        case cutShort
        /// A job whose printer does not reply to the first Create-Job.
        case unanswered
        /// A job whose printer has Create-Job and no Send-Document.
        case halved
        /// A job on a printer that is switched off and on from time to time.
        case restarted
        /// A document of which the service makes a raster file of several packets.
        case raster
    }

    /// The client's knowledge of its job.
    enum Progress {
        case nothing
        case document(String)
        case unlocked(String)
        case job(Int)
        case verb(Int, Int)
        case done
    }

    let kind: Kind
    let name: String
    let bytes: [UInt8]
    private(set) var progress = Progress.nothing
    /// The ID with which the job was acknowledged.
    private(set) var job: Int?
    /// The state of the job when its cancel was acknowledged.
    private(set) var canceledIn: JobState?
    /// Whether a cancellation was requested, acknowledged or not.
    private(set) var wantsCancel = false
    /// How often the job was refused because its printer had not replied in time.
    private var refusals = 0
    private var keys: [String: String] = [:]
    private let forgetsKeys: Bool

    init(_ kind: Kind, name: String, forgetsKeys: Bool) throws {
        self.kind = kind
        self.name = name
        self.forgetsKeys = forgetsKeys
        bytes =
            switch kind {
            case .unlocked: try Repository.sample("locked.pdf")
            case .sheets, .moved: MinimalPDF(emptyPages: 4, comment: name).bytes
            case .received, .forgotten: MinimalPDF(emptyPages: 1, comment: name).bytes
            case .large, .streamed, .cutShort: Self.largeBytes
            case .raster: Self.rasterBytes
            default: Self.sharedBytes
            }
    }

    /// The document of all scenarios that have none of their own.
    static let sharedBytes = MinimalPDF(emptyPages: 1, comment: "shared").bytes

    static let largePages = 4
    /// The document of all scenarios with a large one: four pages, of which each takes 50 kB.
    static let largeBytes: [UInt8] = {
        let content = "%" + String(repeating: "x", count: 50_000)
        let pages = Array(repeating: MinimalPDF.Page(content: content), count: largePages)
        return MinimalPDF(pages: pages, comment: "large").bytes
    }()

    /// The document of raster files: two pages of gray squares, which no raster file can compress.
    static let rasterBytes: [UInt8] = {
        var chance = SeededGenerator(seed: 23)
        let pages = (0..<rasterPages).map { _ in
            let squares = (0..<4000).map { _ in
                let gray = Double(chance.next(below: 100)) / 100
                return "\(gray) g \(chance.next(below: 590)) \(chance.next(below: 840)) 4 4 re f"
            }
            return MinimalPDF.Page(content: squares.joined(separator: "\n"))
        }
        return MinimalPDF(pages: pages, comment: "raster").bytes
    }()

    static let rasterPages = 2

    /// The shared document that it prints.
    private func document(of shared: SharedDocuments) -> String? {
        switch kind {
        case .large, .streamed, .cutShort: shared.large
        case .raster: shared.raster
        default: hasOwnDocument ? nil : shared.small
        }
    }

    private var hasOwnDocument: Bool {
        [.received, .sheets, .forgotten, .unlocked, .moved].contains(kind)
    }

    var isDone: Bool {
        if case .done = progress { return true }
        return false
    }

    /// Whether the output must equal the document byte for byte.
    var isSentAsItIs: Bool { ![.sheets, .unlocked, .moved, .raster].contains(kind) }

    /// The operations on a moved job, in order; each may be repeated.
    private static let verbs = [
        ("priority", #"{"priority":80}"#), ("move", #"{"printer":"office"}"#), ("hold", ""),
        ("release", ""),
    ]

    var printer: String {
        switch kind {
        case .plain, .received, .odd, .list, .forgotten: "office"
        case .unasked, .canceledEarly: "plain"
        case .sheets, .unlocked, .moved: "sheets"
        case .canceledLate: "slow"
        case .large, .unanswered: "office"
        case .streamed: "stream"
        case .halved: "half"
        case .cutShort: "keeping"
        case .restarted: "restless"
        case .raster: "raster"
        }
    }

    /// Performs the next steps; call it until ``isDone``.
    ///
    /// - Throws: `UnixSocket.Failure` where the service has ended: the next one continues the scenario.
    func go(_ client: HTTPClient, shared: SharedDocuments) throws {
        while !isDone { try step(client, shared) }
    }

    private func step(_ client: HTTPClient, _ shared: SharedDocuments) throws {
        switch progress {
        case .nothing where kind == .list:
            _ = try client.request("GET", "/v1/jobs?all=true")
            progress = .done
        case .nothing:
            if let id = document(of: shared) {
                progress = .document(id)
            } else {
                progress = .document(try Self.send(bytes, key: key("document"), client))
            }
        case .document(let id) where kind == .forgotten:
            let answer = try client.request("DELETE", "/v1/documents/\(id)")
            try expect(answer, 204, 404)
            progress = .done
        case .document(let id) where kind == .unlocked:
            let body = Array(#"{"password":"sesame"}"#.utf8)
            try expect(try client.request("POST", "/v1/documents/\(id)/unlock", body: body), 200)
            progress = .unlocked(id)
        case .document(let id), .unlocked(let id):
            guard let number = try submit(client, id) else { return }
            job = job ?? number
            let isCanceled = kind == .canceledEarly || kind == .canceledLate
            progress = isCanceled ? .job(number) : kind == .moved ? .verb(number, 0) : .done
        case .verb(_, Self.verbs.count): progress = .done
        case .verb(let number, let index):
            let (verb, body) = Self.verbs[index]
            let path = "/v1/jobs/\(number)/\(verb)"
            let answer = try client.request("POST", path, body: Array(body.utf8))
            // The reply to a release may have been lost, and the job printed meanwhile.
            try expect(answer, verb == "release" ? [200, 409] : [200])
            progress = .verb(number, index + 1)
        case .job(let number):
            wantsCancel = true
            let answer = try client.request("POST", "/v1/jobs/\(number)/cancel")
            try expect(answer, 200, 409)
            if answer.status == 200 { canceledIn = try answer.value(PrintJob.self).state }
            progress = .done
        case .done: break
        }
    }

    /// Uploads a document, and returns its ID.
    static func send(_ bytes: [UInt8], key: String, _ client: HTTPClient) throws -> String {
        let answer = try client.request(
            "POST",
            "/v1/documents?name=test.pdf",
            key: key,
            body: bytes
        )
        guard answer.status == 201, let id = try answer.value(DocumentFacts.self).id else {
            throw ProofError("\(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        }
        return id
    }

    /// Submits the job, and returns its ID; `nil` where it has to be submitted again.
    private func submit(_ client: HTTPClient, _ document: String) throws -> Int? {
        var ticket = "{}"
        if kind == .sheets || kind == .moved { ticket = #"{"numberUp":2}"# }
        if kind == .canceledEarly { ticket = #"{"holdUntil":"2199-01-01T00:00:00Z"}"# }
        let body =
            #"{"document":"\#(document)","printer":"\#(printer)","ticket":\#(ticket),"name":"\#(name)","hold":\#(kind == .moved)}"#
        let answer = try client.request(
            "POST",
            "/v1/jobs",
            key: key("job"),
            body: Array(body.utf8)
        )
        let text = String(decoding: answer.body, as: UTF8.self)
        if answer.status == 409, text.contains("printer-unreachable"), refusals < 100 {
            // A printer that has to share the processors may reply too late.
            refusals += 1
            usleep(100_000)
            return nil
        }
        try expect(answer, 201)
        guard let id = try answer.value(PrintJob.self).id else { throw ProofError("no number") }
        return id.rawValue
    }

    /// The key is the same for each attempt, except for a client that forgets: its jobs are
    /// submitted twice.
    private func key(_ what: String) -> String {
        if forgetsKeys { return UUID().uuidString }
        if let key = keys[what] { return key }
        let key = UUID().uuidString.lowercased()
        keys[what] = key
        return key
    }

    private func expect(_ answer: HTTPReply, _ statuses: Int...) throws {
        try expect(answer, statuses)
    }

    private func expect(_ answer: HTTPReply, _ statuses: [Int]) throws {
        guard statuses.contains(answer.status) else {
            let text = String(decoding: answer.body, as: UTF8.self)
            throw ProofError("\(name), the scenario \(kind): \(answer.status) \(text)")
        }
    }
}
