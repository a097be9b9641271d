internal import ProofKit

/// A request, in parts that can be mutated separately.
struct Sample: Sendable {
    var method: String
    var path: String
    var query: [String] = []
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// Whether its reply is an endless stream.
    var isStream = false

    init(_ method: String, _ path: String, _ query: String..., body: String? = nil) {
        self.method = method
        self.path = path
        self.query = query
        if let body {
            self.body = Array(body.utf8)
            headers = [("Content-Type", "application/json")]
        }
    }

    /// Whether a server may reject the head as too large or malformed, and then reads nothing after it.
    var mayBeRejected: Bool {
        let target = path.utf8.count + query.reduce(0) { $0 + $1.utf8.count }
        let values = headers.map(\.value.utf8.count)
        return target > 15_000 || headers.count > 80 || values.contains { $0 > 15_000 }
            || !(path + query.joined()).utf8.allSatisfy { (0x21..<0x7F).contains($0) }
    }

    /// The bytes of the request.
    ///
    /// - Parameter isLast: Whether it is the last request on its connection.
    /// - Returns: The bytes.
    func bytes(isLast: Bool) -> [UInt8] {
        let target = query.isEmpty ? path : path + "?" + query.joined(separator: "&")
        var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if isLast { head += "Connection: close\r\n" }
        if !body.isEmpty || ["POST", "PUT", "PATCH"].contains(method) {
            head += "Content-Length: \(body.count)\r\n"
        }
        return Array((head + "\r\n").utf8) + body
    }
}

/// The valid requests of all routes, from which mutated ones are made.
struct Samples: Sendable {
    /// The resources that the requests name.
    struct Resources: Sendable {
        var document: String
        /// A text, which the service lays out.
        var text: String
        var job: Int
        var preview: String
        var printer: String
    }

    /// The requests that cost little.
    let cheap: [Sample]
    /// The requests that start a program or write to the disk.
    let costly: [Sample]
    /// The requests whose replies are endless streams.
    let streams: [Sample]

    init(_ resources: Resources) {
        let ticket = """
            {"pages":"1-","copies":2,"sides":"one-sided","media":"iso_a4_210x297mm","reverse":false,\
            "numberUp":1,"priority":50,"color":"monochrome","quality":"normal","scaling":"auto",\
            "orientation":"portrait","collate":true,"pageSet":"all","attributes":{"print-scaling":"fit"},\
            "finishings":["none"],"outputBin":"face-up","source":"main","holdUntil":"2099-01-01T00:00:00Z"}
            """
        let held = #"{"holdUntil":"2099-01-01T00:00:00Z","copies":1}"#
        let (id, printer) = (resources.document, resources.printer)
        func question(_ ticket: String, _ more: String = "") -> String {
            #"{"document":"\#(id)","printer":"\#(printer)","defaults":["\#(printer)"],"ticket":\#(ticket)\#(more)}"#
        }
        var submission = Sample(
            "POST",
            "/v1/jobs",
            body: question(held, #","name":"fuzz","pin":null,"whenPossible":true"#)
        )
        submission.headers.append(("Idempotency-Key", "fuzz-\(resources.job)"))
        var upload = Sample("POST", "/v1/documents", "name=fuzz.pdf", "type=application/pdf")
        upload.body = Array("%PDF-1.4\nno more than this".utf8)
        upload.headers = [("Idempotency-Key", "fuzz-document")]
        var beginning = Sample("POST", "/v1/availability", "name=a.pdf", "size=9")
        beginning.body = Array("%PDF-1.4\n".utf8)
        cheap = [
            Sample("GET", "/v1/status"), Sample("GET", "/v1/openapi.json"),
            Sample("GET", "/v1/printers"), Sample("GET", "/v1/printers/\(printer)"),
            Sample("PUT", "/v1/printers/default", body: #"{"printer":"\#(printer)"}"#),
            Sample("GET", "/v1/availability", "type=application/pdf"), beginning,
            Sample("POST", "/v1/options", body: #"{"document":"\#(id)","printer":"\#(printer)"}"#),
            Sample("POST", "/v1/check", body: question(ticket)),
            Sample("POST", "/v1/check", body: question(held, #","pin":"1234""#)), submission,
            Sample("GET", "/v1/presets"), Sample("GET", "/v1/presets/fuzz%20%E5%B0%8F"),
            Sample("PUT", "/v1/presets/fuzz%20%E5%B0%8F", body: #"{"ticket":{"copies":2}}"#),
            Sample("DELETE", "/v1/presets/fuzz"),
            Sample("POST", "/v1/check", body: question(ticket, #","preset":"fuzz 小""#)),
            Sample("GET", "/v1/jobs", "all=true", "printer=\(printer)"), Sample("GET", "/v1/jobs"),
            Sample("GET", "/v1/jobs/\(resources.job)"), Sample("GET", "/v1/jobs/\(printer)-1"),
            Sample("POST", "/v1/jobs/\(resources.job)/cancel"),
            Sample("DELETE", "/v1/documents/\(id)"),
            Sample("POST", "/v1/documents/\(id)/unlock", body: #"{"password":"secret"}"#),
            Sample("GET", "/v1/previews/\(resources.preview)/faces/9", "size=64"),
            Sample("GET", "/v1/documents/\(id)/pages/9/preview", "size=64"),
        ]
        costly = [
            upload, Sample("POST", "/v1/previews", body: question(ticket)),
            Sample("GET", "/v1/previews/\(resources.preview)/faces/1", "size=32"),
            Sample("POST", "/v1/jobs/\(resources.job)/preview"),
            Sample("GET", "/v1/jobs/\(resources.job)/preview", "face=1", "size=32"),
            Sample("GET", "/v1/documents/\(id)/pages/1/preview", "size=32"),
        ]
        var events = Sample("GET", "/v1/events", "job=\(resources.job)")
        events.headers = [("Last-Event-ID", "1")]
        streams = [
            events, Sample("GET", "/v1/events"), Sample("GET", "/v1/availability/events"),
            Sample("GET", "/v1/printers/events"),
        ].map { sample in
            var stream = sample
            stream.isStream = true
            return stream
        }
    }
}
