import FoundationEssentials
import PrintModel

/// What clients were told, in the order of the recording: what no power cut may take back.
struct Ledger: Sendable {
    /// Something that a client has heard.
    enum Told: Sendable {
        case document(DocumentFacts)
        case job(PrintJob)
        /// A client wants a document gone; from now on it may be.
        case unwanted(document: String)
    }

    /// A document, and all that is told of it from the last answer on.
    struct Document: Sendable {
        var facts: DocumentFacts
        /// The hashes that it may have: a change that was not answered yet may be there already.
        var hashes: Set<String>
    }

    /// By the step of the recording.
    private let told: [Int: Told]
    private let hashes: [String: [(step: Int, hash: String)]]
    /// The documents that were answered.
    private(set) var documents: [String: Document] = [:]
    /// The jobs that were answered, as they were told last.
    private(set) var jobs: [JobID: PrintJob] = [:]
    /// How many answers there are in all.
    let count: Int

    /// A ledger in which nothing is written.
    init() {
        (told, hashes, count) = ([:], [:], 0)
    }

    /// Reads all answers of a recording; none is taken in yet.
    init(_ recording: Recording) {
        var told: [Int: Told] = [:]
        var hashes: [String: [(step: Int, hash: String)]] = [:]
        var streams: [UInt64: [UInt8]] = [:]
        for (step, event) in recording.steps.enumerated() {
            switch event {
            case .socket(let node, let bytes):
                streams[node, default: []] += bytes
                guard let body = Self.answer(&streams[node, default: []]),
                    let heard = Self.told(body)
                else { continue }
                told[step] = heard
                if case .document(let facts) = heard, let id = facts.id, let hash = facts.sha256 {
                    hashes[id, default: []].append((step, hash))
                }
            case .note(let words):
                let words = words.split(separator: " ")
                if words.first == "unwanted", let id = words.last {
                    told[step] = .unwanted(document: String(id))
                }
            default: continue
            }
        }
        (self.told, self.hashes, count) = (told, hashes, told.count)
    }

    /// Goes on to a step; whether a client heard something with it.
    mutating func take(step: Int) -> Bool {
        guard let heard = told[step] else { return false }
        take(heard)
        if case .document(let facts) = heard, let id = facts.id {
            let later = (hashes[id] ?? []).filter { $0.step >= step }.map(\.hash)
            documents[id]?.hashes = Set(later)
        }
        return true
    }

    /// Takes in what a client was told.
    mutating func take(_ heard: Told) {
        switch heard {
        case .document(let facts):
            guard let id = facts.id else { return }
            documents[id] = Document(facts: facts, hashes: Set([facts.sha256].compactMap { $0 }))
        case .job(let job):
            if let id = job.id { jobs[id] = job }
        case .unwanted(let document):
            documents[document] = nil
        }
    }

    /// The body of the next whole answer in a stream, if it says that something was done.
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

    private static func told(_ body: [UInt8]) -> Told? {
        // Answers of other kinds are no promises.
        if let job = try? WireFormat.decode(PrintJob.self, from: Data(body)) { return .job(job) }
        if let facts = try? WireFormat.decode(DocumentFacts.self, from: Data(body)) {
            return facts.id == nil ? nil : .document(facts)
        }
        return nil
    }
}
