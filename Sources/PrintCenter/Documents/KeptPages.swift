import FoundationEssentials
import Hashing
import PrintModel

/// What the next start of the service has to know of pages in the spool, in a file beside them.
struct KeptPages: Codable, Sendable {
    /// That of the programs and the fonts that made the pages.
    var edition: String
    /// The facts of the document, with the pages.
    var facts: DocumentFacts
    /// The documents that have these pages, by their ids.
    var documents: Set<String>
    /// The size of the file with the pages.
    var size: Int
    /// The SHA-256 of the file with the pages, in hexadecimal.
    var sha256: String

    private static let suffix = ".laid"
    /// The largest file of this code, in bytes: the pages of a document may all have other sizes.
    private static let sizeLimit = 4 << 20

    /// The name of the file with the pages.
    static func file(_ name: String) -> String { "\(name).pages" }

    /// The name of the file beside it.
    static func record(_ name: String) -> String { name + suffix }

    /// Returns a name for all that the pages of a document depend on.
    ///
    /// - Parameters:
    ///   - document: Its facts, with or without pages.
    ///   - setup: The paper.
    ///   - edition: That of the programs and the fonts.
    /// - Returns: The name.
    static func key(of document: DocumentFacts, on setup: PageSetup, edition: String) -> String {
        let parts = document.parts?.map { Basis.Part(of: $0) }
        let basis = Basis(
            sha256: document.sha256 ?? document.id ?? "",
            document: Basis.Part(of: document),
            parts: parts,
            setup: setup,
            edition: edition
        )
        var hash = SHA256()
        hash.update(basis.encoded)
        return hash.finish()
    }

    /// What pages depend on.
    private struct Basis: Encodable {
        struct Part: Encodable {
            let name: String
            let type: String
            let layout: DocumentFacts.Layout?
            let size: Int
            let restriction: DocumentFacts.Restriction?

            init(of document: DocumentFacts) {
                (name, type, layout) = (document.name, document.type, document.layout)
                (size, restriction) = (document.size, document.restriction)
            }
        }

        let sha256: String
        let document: Part
        let parts: [Part]?
        let setup: PageSetup
        let edition: String

        var encoded: [UInt8] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            // Numbers that JSON has no words for are those of no other document.
            return (try? encoder.encode(self)).map { Array($0) }
                ?? Array("\(UInt64.random(in: 0 ... .max))".utf8)
        }
    }

    /// Writes the file beside the pages.
    func write(_ name: String, to spool: Spool) async throws {
        let bytes = Array(try JSONEncoder().encode(self))
        guard bytes.count <= Self.sizeLimit else { return }
        try await spool.make(Self.record(name), lasting: .passing) { output in
            try Spool.append(bytes, to: output)
        }
    }

    /// Returns what is written beside pages, and how long ago; what cannot be read is left out.
    static func all(in spool: Spool) async -> [(name: String, kept: KeptPages, age: Duration)] {
        var all: [(name: String, kept: KeptPages, age: Duration)] = []
        for name in (try? await spool.names()) ?? [] where name.hasSuffix(suffix) {
            guard let age = await spool.age(of: name),
                let bytes = try? await spool.bytes(of: name, atMost: sizeLimit),
                let kept = try? JSONDecoder().decode(KeptPages.self, from: Data(bytes))
            else { continue }
            // A clock may have been set back.
            all.append((String(name.dropLast(suffix.count)), kept, max(.zero, age)))
        }
        return all
    }
}
