internal import FoundationEssentials
internal import Glibc
internal import PrintModel
internal import ProofKit

/// The service under test, as a client that sends valid requests sees it.
struct Service: Sendable {
    let socket: String

    /// Sends an unchanged request, and returns its reply.
    func ask(_ sample: Sample) throws -> HTTPReply {
        let wire = try UnixSocket(socket)
        var received: [UInt8] = []
        try wire.write(sample.bytes(isLast: true)) { received += $0 }
        while true {
            if let answer = HTTPReply.take(from: &received)?.first { return answer }
            guard let next = try wire.read() else {
                throw ProofError("\(sample.method) \(sample.path) is not answered")
            }
            received += next
        }
    }

    /// Decodes the reply to a request.
    func value<Value: Decodable>(_ sample: Sample, _ type: Value.Type) throws -> Value {
        let answer = try ask(sample)
        guard (200..<300).contains(answer.status) else {
            throw ProofError(
                "\(sample.method) \(sample.path): \(String(decoding: answer.body, as: UTF8.self))"
            )
        }
        return try WireFormat.decode(type, from: Data(answer.body))
    }

    func status() throws -> ServiceStatus {
        try value(Sample("GET", "/v1/status"), ServiceStatus.self)
    }

    /// Creates the resources that requests name: two documents, a job on hold, and a preview.
    func prepare() throws -> Samples.Resources {
        let printers = try value(Sample("GET", "/v1/printers"), [Printer].self)
        guard let printer = printers.first(where: { $0.capabilities != nil })?.id.rawValue else {
            throw ProofError("there is no printer to ask about")
        }
        var upload = Sample("POST", "/v1/documents", "name=fuzz.pdf")
        upload.body = MinimalPDF(emptyPages: 1).bytes
        let document = try value(upload, DocumentFacts.self).id ?? ""
        var text = Sample("POST", "/v1/documents", "name=fuzz.txt")
        text.body = Array("one\ntwo\n".utf8)
        let laidOut = try value(text, DocumentFacts.self).id ?? ""
        let job = Sample("POST", "/v1/jobs", body: Self.submission(document, printer))
        let id = try value(job, PrintJob.self).id?.rawValue ?? 0
        let sheets = Sample(
            "POST",
            "/v1/previews",
            body: #"{"document":"\#(document)","printer":"\#(printer)","ticket":{}}"#
        )
        let preview = try value(sheets, SheetPreview.self).id
        return Samples.Resources(
            document: document,
            text: laidOut,
            job: id,
            preview: preview,
            printer: printer
        )
    }

    private static func submission(_ document: String, _ printer: String) -> String {
        #"{"document":"\#(document)","printer":"\#(printer)","ticket":{"holdUntil":"2099-01-01T00:00:00Z"}}"#
    }

    /// Cancels all jobs, to bound their number.
    func cancelAllJobs() throws {
        for job in try value(Sample("GET", "/v1/jobs"), [PrintJob].self) where job.external == nil {
            _ = try ask(Sample("POST", "/v1/jobs/\(job.label)/cancel"))
        }
    }

    /// Reads a value of `/proc/PID/status`, in KiB; `nil` if there is no such process.
    static func memory(_ name: String, of process: Int32) -> Int? {
        let path = URL(filePath: "/proc/\(process)/status")
        guard let text = try? String(contentsOf: path, encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) }
    }
}
