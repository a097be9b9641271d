import FoundationEssentials
import PrintLab
import ProofKit
import Synchronization
import Testing

/// Adds the logs and jobs of the running services to each issue, so that the log of a test run explains it.
enum LiveReport {
    private struct Entry {
        let service: ObjectIdentifier
        let log: String
        let socket: String
        let schedulerLog: String
    }

    private static let entries = Mutex<[Entry]>([])
    /// The report of the services of a test that throws an error, which becomes an issue only after
    /// they have ended.
    private static let kept = Mutex("")

    /// Reports a service from now on.
    static func add(_ service: TestService) {
        remove(service)
        let entry = Entry(
            service: ObjectIdentifier(service),
            log: service.folder + "/log",
            socket: service.socket,
            schedulerLog: service.lab.folder.schedulerLog
        )
        entries.withLock { $0.append(entry) }
    }

    /// Reports a service no longer.
    static func remove(_ service: TestService) {
        let id = ObjectIdentifier(service)
        entries.withLock { $0.removeAll { $0.service == id } }
    }

    /// Keeps what is known now for the next issue.
    static func keep() {
        let report = running()
        kept.withLock { $0 = report }
    }

    /// What is known of the services that run now, or ran when an error was thrown.
    fileprivate static func current() -> String {
        let before = kept.withLock { kept in
            defer { kept = "" }
            return kept
        }
        return before.isEmpty ? running() : before
    }

    private static func running() -> String {
        entries.withLock(\.self).map { entry in
            let client = HTTPClient(socket: entry.socket)
            let jobs = try? client.request("GET", "/v1/jobs?all=true").text
            let files = [entry.log, entry.schedulerLog].compactMap {
                KeptLogs.keep($0, of: Test.current?.name)
            }
            return """
                jobs: \(jobs ?? "the service does not reply")
                whole logs: \(files.joined(separator: ", "))
                \(KeptLogs.lastWords(in: text(of: entry.log)))
                log of the service:
                \(end(of: entry.log, lines: 40))
                log of the scheduler:
                \(end(of: entry.schedulerLog, lines: 40))
                """
        }.joined(separator: "\n")
    }

    private static func end(of file: String, lines count: Int) -> String {
        text(of: file).split(separator: "\n").suffix(count).joined(separator: "\n")
    }

    /// The text of a file; empty where there is none.
    static func text(of file: String) -> String {
        // There may be none yet.
        let data = (try? Data(contentsOf: URL(filePath: file))) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }
}

extension Trait where Self == IssueHandlingTrait {
    /// Adds what ``LiveReport`` knows to each issue.
    static var explained: Self {
        .compactMapIssues { issue in
            // A suite hands the trait down to its tests, so an issue comes here twice.
            guard !issue.comments.contains(where: { $0.rawValue.hasPrefix("jobs: ") }) else {
                return issue
            }
            let report = LiveReport.current()
            guard !report.isEmpty else { return issue }
            var issue = issue
            issue.comments.append(Comment(rawValue: report))
            return issue
        }
    }
}
