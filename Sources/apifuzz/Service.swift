internal import FoundationEssentials
internal import Glibc
internal import PrintModel

/// The service that is asked, as somebody sees it who asks properly.
struct Service: Sendable {
    /// Why it cannot be asked.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let socket: String

    /// Sends a request as it is, and reads its answer.
    func ask(_ sample: Sample) throws -> Answer {
        let wire = try Wire(to: socket)
        var heard: [UInt8] = []
        try wire.write(sample.bytes(isLast: true)) { heard += $0 }
        while true {
            if let answer = Answer.take(from: &heard)?.first { return answer }
            guard let next = try wire.read(within: 30_000) else {
                throw Failure(description: "\(sample.method) \(sample.path) is not answered")
            }
            heard += next
        }
    }

    /// The value in the answer to a request.
    func value<Value: Decodable>(_ sample: Sample, _ type: Value.Type) throws -> Value {
        let answer = try ask(sample)
        guard (200..<300).contains(answer.status) else {
            throw Failure(
                description:
                    "\(sample.method) \(sample.path): \(String(decoding: answer.body, as: UTF8.self))"
            )
        }
        return try WireFormat.decode(type, from: Data(answer.body))
    }

    func status() throws -> ServiceStatus {
        try value(Sample("GET", "/v1/status"), ServiceStatus.self)
    }

    /// Puts there what there is to ask for: a document, a job that is held for years, a preview.
    func prepare() throws -> Samples.Things {
        let printers = try value(Sample("GET", "/v1/printers"), [Printer].self)
        guard let printer = printers.first(where: { $0.capabilities != nil })?.id.rawValue else {
            throw Failure(description: "there is no printer to ask about")
        }
        var upload = Sample("POST", "/v1/documents", "name=fuzz.pdf")
        upload.body = Self.paper
        let document = try value(upload, DocumentFacts.self).id ?? ""
        let job = Sample("POST", "/v1/jobs", body: Self.submission(document, printer))
        let id = try value(job, PrintJob.self).id?.rawValue ?? 0
        let sheets = Sample(
            "POST",
            "/v1/previews",
            body: #"{"document":"\#(document)","printer":"\#(printer)","ticket":{}}"#
        )
        let preview = try value(sheets, SheetPreview.self).id
        return Samples.Things(document: document, job: id, preview: preview, printer: printer)
    }

    private static func submission(_ document: String, _ printer: String) -> String {
        #"{"document":"\#(document)","printer":"\#(printer)","ticket":{"holdUntil":"2099-01-01T00:00:00Z"}}"#
    }

    /// Cancels all jobs, so that their number has a bound.
    func tidy() throws {
        for job in try value(Sample("GET", "/v1/jobs"), [PrintJob].self) where job.external == nil {
            _ = try ask(Sample("POST", "/v1/jobs/\(job.label)/cancel"))
        }
    }

    /// A number of `/proc/PID/status` in KiB; `nil` where there is no such process.
    static func memory(_ name: String, of process: Int32) -> Int? {
        let path = URL(filePath: "/proc/\(process)/status")
        guard let text = try? String(contentsOf: path, encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) }
    }

    /// A page of A4.
    private static var paper: [UInt8] {
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>",
        ]
        var text = "%PDF-1.4\n"
        var table = "0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = String(text.utf8.count)
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text +=
            "xref\n0 \(objects.count + 1)\n\(table)trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\n"
            + "startxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }
}
