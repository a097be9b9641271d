import FoundationEssentials
import PrintModel

/// Something that a client wants of the service, and keeps asking for until it is answered.
final class Errand {
    enum Kind: CaseIterable {
        /// A document that goes out as it is, to a printer that can be asked.
        case plain
        /// The same, to one that only the scheduler can talk to.
        case unasked
        /// One that is sent anew, and then printed.
        case received
        /// One whose pages are placed two to a sheet.
        case sheets
        /// One whose first try the scheduler takes in with the wrong size.
        case odd
        /// One that is held, and canceled before anybody else knows of it.
        case canceledEarly
        /// One that is canceled when it may be anywhere.
        case canceledLate
        /// One that is sent, and forgotten.
        case forgotten
        /// One that is encrypted, and printed without its encryption.
        case unlocked
        /// One that is held, moved, put before others and let go, each of it when the answer comes.
        case moved
        /// A look at all jobs, those of other programs too.
        case list
    }

    /// What the client knows of its job.
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
    /// The number under which the job was acknowledged.
    private(set) var job: Int?
    /// The state of the job when its cancel was acknowledged.
    private(set) var canceledIn: JobState?
    /// Whether a cancel was asked for, answered or not.
    private(set) var wantsCancel = false
    private var keys: [String: String] = [:]
    private let forgetsKeys: Bool

    init(_ kind: Kind, name: String, forgetsKeys: Bool) throws {
        self.kind = kind
        self.name = name
        self.forgetsKeys = forgetsKeys
        bytes =
            switch kind {
            case .unlocked: try Self.lockedSample()
            case .sheets, .moved: Paper.pdf(pages: 4, mark: name)
            case .received, .forgotten: Paper.pdf(pages: 1, mark: name)
            default: Self.sharedBytes
            }
    }

    /// The document of all errands without one of their own.
    static let sharedBytes = Paper.pdf(pages: 1, mark: "shared")

    private var hasOwnDocument: Bool {
        [.received, .sheets, .forgotten, .unlocked, .moved].contains(kind)
    }

    private static func lockedSample() throws -> [UInt8] {
        let folder = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
        return [UInt8](try Data(contentsOf: URL(filePath: folder + "/samples/locked.pdf")))
    }

    var isDone: Bool {
        if case .done = progress { return true }
        return false
    }

    /// Whether a paper must come out that is the document byte for byte.
    var isSentAsItIs: Bool { kind != .sheets && kind != .unlocked && kind != .moved }

    /// What is done to a job that is moved, in this order; each may be said twice.
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
        }
    }

    /// Goes on with what is known; call it until ``isDone``.
    ///
    /// - Throws: `Client.Lost` where the service has gone: the errand goes on with the next one.
    func go(_ client: Client, shared: String?) throws {
        while !isDone { try step(client, shared) }
    }

    private func step(_ client: Client, _ shared: String?) throws {
        switch progress {
        case .nothing where kind == .list:
            _ = try client.request("GET", "/v1/jobs?all=true")
            progress = .done
        case .nothing:
            if !hasOwnDocument, let shared {
                progress = .document(shared)
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
            let number = try submit(client, id)
            job = job ?? number
            let isCanceled = kind == .canceledEarly || kind == .canceledLate
            progress = isCanceled ? .job(number) : kind == .moved ? .verb(number, 0) : .done
        case .verb(_, Self.verbs.count): progress = .done
        case .verb(let number, let index):
            let (verb, body) = Self.verbs[index]
            let path = "/v1/jobs/\(number)/\(verb)"
            let answer = try client.request("POST", path, body: Array(body.utf8))
            // The answer of a release may have been lost, and the job be printed in the meantime.
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

    /// Sends a document, and returns its id.
    static func send(_ bytes: [UInt8], key: String, _ client: Client) throws -> String {
        let answer = try client.request(
            "POST",
            "/v1/documents?name=test.pdf",
            key: key,
            body: bytes
        )
        guard answer.status == 201, let id = try answer.value(DocumentFacts.self).id else {
            throw Trouble("\(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        }
        return id
    }

    private func submit(_ client: Client, _ document: String) throws -> Int {
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
        try expect(answer, 201)
        guard let id = try answer.value(PrintJob.self).id else { throw Trouble("no number") }
        return id.rawValue
    }

    /// The same for each try, but for a client that forgets: those jobs come twice.
    private func key(_ what: String) -> String {
        if forgetsKeys { return UUID().uuidString }
        if let key = keys[what] { return key }
        let key = UUID().uuidString.lowercased()
        keys[what] = key
        return key
    }

    private func expect(_ answer: Client.Answer, _ statuses: Int...) throws {
        try expect(answer, statuses)
    }

    private func expect(_ answer: Client.Answer, _ statuses: [Int]) throws {
        guard statuses.contains(answer.status) else {
            let text = String(decoding: answer.body, as: UTF8.self)
            throw Trouble("\(name), a \(kind) errand: \(answer.status) \(text)")
        }
    }
}
