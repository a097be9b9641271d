import FoundationEssentials
import Glibc
package import PrintCenterClient
package import PrintLab
import PrintModel

/// What stands in the way of a run.
package struct Trouble: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// A person with a queue in a lab, who prints as programs do: the client starts the service when it
/// is needed, and asks again with the same key when an answer is lost.
package struct Desk: Sendable {
    package let lab: RunningLab
    package let client: PrintCenterClient
    /// The folder of the service's things.
    let folder: String
    private let samples: String

    /// Makes a queue; no service runs yet.
    ///
    /// - Parameters:
    ///   - lab: Where it prints.
    ///   - programs: The folder with `printcenterd` and `qpreview-zygote`.
    ///   - samples: The folder of the documents.
    /// - Throws: ``Trouble`` where something is missing.
    package init(in lab: RunningLab, programs: String, samples: String) throws {
        self.lab = lab
        self.samples = samples
        var bytes = Array("\(lab.folder.path)/desk-XXXXXX".utf8CString)
        // mkdtemp writes the name it found into the template.
        folder = unsafe bytes.withUnsafeMutableBufferPointer { buffer -> String in
            guard let start = buffer.baseAddress, let name = unsafe mkdtemp(start) else {
                return ""
            }
            return unsafe String(cString: name)
        }
        guard folder != "" else { throw Trouble("no folder in \(lab.folder.path)") }
        let environment = lab.environment.merging([
            "PRINTCENTER_SOCKET": folder + "/run/socket",
            "XDG_STATE_HOME": folder + "/state",
            "XDG_CONFIG_HOME": folder + "/config",
            "PRINTCENTERD": programs + "/printcenterd",
            "QPREVIEW_ZYGOTE": programs + "/qpreview-zygote",
        ]) { $1 }
        client = try PrintCenterClient(environment: environment)
    }

    /// The process of the service, which is started where none runs.
    func service() async throws -> pid_t {
        try await insist("the service starts") { try await client.status().pid }
    }

    /// Prints a document of the samples, until that is acknowledged.
    func submit(_ errand: Errand) async throws -> PrintJob {
        try await insist("'\(errand.name)' is acknowledged") {
            let file = unsafe open("\(samples)/\(errand.document)", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw Trouble("\(samples)/\(errand.document): errno \(errno)") }
            defer { close(file) }
            let document = try await client.send(file, name: errand.document)
            let request = SubmissionRequest(
                document: document.id ?? "",
                printer: errand.printer,
                ticket: errand.ticket,
                name: errand.name,
                whenPossible: true
            )
            return try await client.submit(request, key: errand.key)
        }
    }

    /// Asks again for as long as service or scheduler are away; what is refused is an error.
    func insist<Answer: Sendable>(
        _ what: String,
        limit: Duration = .seconds(60),
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
                        // With the scheduler away no printer can be found.
                        [.schedulerUnreachable, .notPossible, .printerNotFound, .documentNotFound]
                            .contains(problem.code)
                    case .fileUnreadable, .foreignSocket, .otherVersion, .schedulerRefused: false
                    }
                guard mayPass, ContinuousClock.now < end else {
                    throw Trouble("waited until \(what): \(error)")
                }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// How often a printer received a job of this name.
    func received(_ name: String, by printer: String) throws -> Int {
        try lab.received(by: printer).count { $0.attributes["job-name"] == .text(name) }
    }
}

/// One job to be printed.
struct Errand: Sendable {
    var name: String
    var document: String
    var printer: String
    var ticket = PrintTicket()
    var key = SubmissionID.random()
    /// Whether it is canceled soon after.
    var isUnwanted = false
}
