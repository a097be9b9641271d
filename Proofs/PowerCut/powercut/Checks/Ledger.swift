import FoundationEssentials
import PrintModel

/// The acknowledgments of the service, in the order of the recording; a power failure must not
/// revoke any.
struct Ledger: Sendable {
    /// An acknowledgment of the service.
    enum Entry: Sendable {
        case document(DocumentFacts)
        case job(PrintJob)
        /// A printer has the whole document of a job; from now on no power cut may make the service send
        /// it again.
        case sent(submission: String)
        /// A client has asked to delete a document; from now on it may be missing.
        case unwanted(document: String)
    }

    /// A document, and its state since the last reply.
    struct Document: Sendable {
        var facts: DocumentFacts
        /// The hashes that it may have: an unacknowledged change may already be on disk.
        var hashes: Set<String>
    }

    /// The acknowledgments by step of the recording.
    private let acknowledged: [Int: Entry]
    private let hashes: [String: [(step: Int, hash: String)]]
    /// The documents that a client has asked to delete.
    ///
    /// The recorder notes a reply after it was written, so that the request of a quick client may be
    /// noted before the reply that it follows.
    private var unwanted: Set<String> = []
    /// The acknowledged documents.
    private(set) var documents: [String: Document] = [:]
    /// The acknowledged jobs, as the last reply described them.
    private(set) var jobs: [JobID: PrintJob] = [:]
    /// The submissions whose documents printers have.
    private(set) var sent: Set<String> = []
    /// The total number of replies.
    let count: Int

    /// Creates an empty ledger.
    init() {
        (acknowledged, hashes, count) = ([:], [:], 0)
    }

    /// Parses all replies in a recording, without applying them.
    init(_ recording: Recording) {
        var acknowledged: [Int: Entry] = [:]
        var hashes: [String: [(step: Int, hash: String)]] = [:]
        var streams: [UInt64: [UInt8]] = [:]
        for (step, event) in recording.steps.enumerated() {
            switch event {
            case .socket(let node, let bytes):
                streams[node, default: []] += bytes
                guard let body = Self.answer(&streams[node, default: []]),
                    let heard = Self.acknowledged(body)
                else { continue }
                acknowledged[step] = heard
                if case .document(let facts) = heard, let id = facts.id, let hash = facts.sha256 {
                    hashes[id, default: []].append((step, hash))
                }
            case .note(let words):
                let words = words.split(separator: " ")
                if words.first == "unwanted", let id = words.last {
                    acknowledged[step] = .unwanted(document: String(id))
                } else if words.first == "sent", let id = words.last {
                    acknowledged[step] = .sent(submission: String(id))
                }
            default: continue
            }
        }
        (self.acknowledged, self.hashes, count) = (acknowledged, hashes, acknowledged.count)
    }

    /// Advances to a step; returns whether a client received a reply with it.
    mutating func take(step: Int) -> Bool {
        guard let heard = acknowledged[step] else { return false }
        take(heard)
        if case .document(let facts) = heard, let id = facts.id {
            let later = (hashes[id] ?? []).filter { $0.step >= step }.map(\.hash)
            documents[id]?.hashes = Set(later)
        }
        return true
    }

    /// Applies an acknowledgment.
    mutating func take(_ heard: Entry) {
        switch heard {
        case .document(let facts):
            guard let id = facts.id, !unwanted.contains(id) else { return }
            documents[id] = Document(facts: facts, hashes: Set([facts.sha256].compactMap { $0 }))
        case .job(let job):
            if let id = job.id { jobs[id] = job }
        case .sent(let submission):
            sent.insert(submission)
        case .unwanted(let document):
            unwanted.insert(document)
            documents[document] = nil
        }
    }

    /// Removes the next complete reply from a stream; returns its body if it reports success.
    private static func answer(_ stream: inout [UInt8]) -> [UInt8]? {
        guard let end = stream.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: stream[..<end.lowerBound], as: UTF8.self).lowercased()
            .split(separator: "\r\n")
        let length =
            lines.lazy.filter { $0.hasPrefix("content-length:") }
            .compactMap { Int($0.dropFirst(15).drop { $0 == " " }) }.first ?? 0
        guard stream.count - end.upperBound >= length else { return nil }
        let body = Array(stream[end.upperBound..<end.upperBound + length])
        stream.removeFirst(end.upperBound + length)
        return lines.first?.hasPrefix("http/1.1 2") == true ? body : nil
    }

    private static func acknowledged(_ body: [UInt8]) -> Entry? {
        // Replies of other kinds acknowledge no data.
        if let job = try? WireFormat.decode(PrintJob.self, from: Data(body)) { return .job(job) }
        if let facts = try? WireFormat.decode(DocumentFacts.self, from: Data(body)) {
            return facts.id == nil ? nil : .document(facts)
        }
        return nil
    }
}
