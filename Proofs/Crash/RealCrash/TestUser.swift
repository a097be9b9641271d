import FoundationEssentials
import Glibc
package import PrintCenterClient
package import PrintLab
import PrintModel
import ProofKit

/// A user with a queue in a lab, who prints as programs do: the client starts the service on
/// demand, and retries with the same key when a reply is lost.
package struct TestUser: Sendable {
    /// The folder of the lab.
    let lab: LabFolder
    package let client: PrintCenterClient
    /// The folder of the service's socket, state, and settings.
    let folder: String

    /// Creates a queue, without starting the service.
    ///
    /// - Parameter lab: The lab with the printers.
    /// - Throws: ``ProofError`` where something is missing.
    package init(in lab: RunningLab) throws {
        try self.init(in: lab.folder, environment: lab.environment)
    }

    /// Creates a queue in the lab in which this process runs, without starting the service.
    ///
    /// - Parameters:
    ///   - lab: The lab's folder.
    ///   - environment: The environment in the lab.
    /// - Throws: ``ProofError`` where something is missing.
    package init(in lab: LabFolder, environment: [String: String]) throws {
        self.lab = lab
        folder = try TemporaryFolder.make("user", in: lab.path)
        let environment = environment.merging([
            "PRINTCENTER_SOCKET": folder + "/run/socket",
            "XDG_STATE_HOME": folder + "/state",
            "XDG_CONFIG_HOME": folder + "/config",
            "PRINTCENTERD": BuiltPrograms.service,
            "QPREVIEW_ZYGOTE": BuiltPrograms.zygote,
        ]) { $1 }
        client = try PrintCenterClient(environment: environment)
    }

    /// The process of the service, which is started where none runs.
    func service() async throws -> pid_t {
        try await retry("the service starts") { try await client.status().pid }
    }

    /// Prints a sample document, and retries until the service acknowledges it.
    func submit(_ job: TestJob) async throws -> PrintJob {
        try await retry("'\(job.name)' is acknowledged") {
            let path =
                job.document.hasPrefix("/") ? job.document : "\(Repository.samples)/\(job.document)"
            let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw ProofError("\(path): errno \(errno)") }
            defer { close(file) }
            let document = try await client.send(file, name: job.name)
            let request = SubmissionRequest(
                document: document.id ?? "",
                printer: job.printer,
                ticket: job.ticket,
                name: job.name,
                whenPossible: true
            )
            return try await client.submit(request, key: job.key)
        }
    }

    /// Retries while the service or the scheduler is down; a refusal is an error.
    func retry<Answer: Sendable>(
        _ what: String,
        limit: Duration = .patience,
        _ body: () async throws -> Answer
    ) async throws -> Answer {
        let end = ContinuousClock.now + limit
        while true {
            do {
                return try await body()
            } catch let error as ClientError {
                let mayPass =
                    switch error.code {
                    case .serviceUnavailable, .badAnswer: true
                    case .problem(let problem):
                        // While the scheduler is down, no printer can be found.
                        [.schedulerUnreachable, .notPossible, .printerNotFound, .documentNotFound]
                            .contains(problem.code)
                    case .fileUnreadable, .tooManyPictures, .foreignSocket, .otherVersion,
                        .schedulerRefused:
                        false
                    }
                guard mayPass, ContinuousClock.now < end else {
                    throw ProofError("waited until \(what): \(error)")
                }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// The number of times that a printer received a job of this name.
    func received(_ name: String, by printer: String) throws -> Int {
        try ReceivedJob.all(from: printer, in: lab)
            .count { $0.attributes["job-name"] == .text(name) }
    }
}

/// A job to print.
struct TestJob: Sendable {
    var name: String
    /// The name of a sample, or an absolute path.
    var document: String
    var printer: String
    var ticket = PrintTicket()
    var key = SubmissionID.random()
    /// Whether to cancel it soon afterwards.
    var isUnwanted = false
}
