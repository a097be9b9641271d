import FoundationEssentials
import Glibc
import ProofKit
import Synchronization

/// `ippeveprinter` waits without end for the document of a job that it has, and takes no other job meanwhile. Printers that
/// people have give such a job up after their `multiple-operation-time-out`; the lab does that here.
extension EvePrinters {
    /// How long a printer waits for a document, in RFC 8011 between one minute and four.
    private static let timeout: Duration = .seconds(60)

    /// The rest of requests for `ipptool`, after what all have.
    private static let operations = [
        "Get-Jobs": """
        ATTR keyword requested-attributes job-id,job-state-reasons
        DISPLAY job-id
        DISPLAY job-state-reasons
        """,
        "Cancel-Job": """
        ATTR integer job-id $job
        ATTR name requesting-user-name root
        """,
    ]

    /// Gives up the jobs whose document has not come for long, and returns how many.
    func giveUpIncomplete() -> Int {
        var count = 0
        for (name, uri) in uris {
            // A printer that is off is asked again later.
            guard let reply = ask(uri, "Get-Jobs") else { continue }
            let numbers = reply.split(separator: "\n").compactMap { line -> Int? in
                let fields = line.split(separator: ",", maxSplits: 1)
                guard fields.count == 2, fields[1].contains("job-data-insufficient") else {
                    return nil
                }
                return Int(fields[0])
            }
            let late = incomplete.withLock { incomplete -> [Int] in
                let known = incomplete[name] ?? [:]
                let now = ContinuousClock.now
                let seen = numbers.map { ($0, known[$0] ?? now) }
                incomplete[name] = Dictionary(seen) { first, _ in first }
                return seen.filter { now - $0.1 > Self.timeout }.map(\.0)
            }
            for number in late where ask(uri, "Cancel-Job", job: number) != nil { count += 1 }
        }
        return count
    }

    /// Sends a request, and returns what `ipptool` prints of the reply; `nil` where it did not succeed.
    private func ask(_ uri: String, _ operation: String, job: Int = 0) -> String? {
        let path = "\(folder.path)/\(operation).test"
        let text = """
            {
            OPERATION \(operation)
            GROUP operation-attributes-tag
            ATTR charset attributes-charset utf-8
            ATTR naturalLanguage attributes-natural-language en
            ATTR uri printer-uri $uri
            \(Self.operations[operation] ?? "")
            STATUS successful-ok
            }

            """
        guard (try? Data(text.utf8).write(to: URL(filePath: path))) != nil else { return nil }
        let words = [
            "/usr/bin/ipptool", "-T", "5", "-c", "-d", "job=\(job)", uri, path,
        ]
        let files = "\(folder.path)/\(operation)"
        let program = try? node.perform {
            try RunningProgram(
                words,
                environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
                files: files
            )
        }
        guard let program else { return nil }
        try? waitBlocking(for: "\(words)") { program.endingIfEnded() != nil }
        guard let end = program.endingIfEnded(), end.code == 0 else { return nil }
        return end.output
    }
}
