import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// A printer that was added by its address, and for which an administrator makes a queue.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `A name that was added` {
    private static let shared = Result {
        try RunningLab(printers: "office", program: Programs.lab)
    }

    @Test func `stays one of the printer with its queue, over a restart, and its jobs print`()
        throws
    {
        let lab = try Self.shared.get()
        let device = try OddDevice(OddPrinter(name: "cellar"))
        defer { device.close() }
        try withService(in: lab) { service in
            let body = #"{"address":"\#(device.uri)","name":"cellar"}"#
            #expect(try service.post("/v1/printers", body).status == 201)
            let document = try service.document(Papers.pdf(pages: 2))
            let request = """
                {"document":"\(document.id ?? "")","printer":"cellar","ticket":{},"hold":true}
                """
            let held = try service.post("/v1/jobs", request)
            let id = try #require(held.value(PrintJob.self).id, "\(held.text)")

            defer { _ = try? lab.run("lpadmin", "-x", "upstairs") }
            try lab.run("lpadmin", "-p", "upstairs", "-E", "-v", device.uri, "-m", "raw")
            service.end()
            try service.serve()
            try waitBlocking(for: "the queue") {
                // Until it is listed, there is no such printer.
                let queue = try? service.get("/v1/printers/upstairs").value(Printer.self)
                return queue?.aliases == [PrinterID(rawValue: "cellar")]
            }
            let named = try service.get("/v1/printers/cellar").value(Printer.self)
            #expect(named.id.rawValue == "upstairs")
            let other = try service.print(Papers.pdf(pages: 1), on: "cellar", name: "through")
            #expect(try service.job(other).printer.rawValue == "upstairs")
            for name in ["cellar", "upstairs"] {
                let jobs = try service.get("/v1/jobs?all=true&printer=\(name)")
                #expect(try jobs.value([PrintJob].self).map(\.id) == [id, other], "\(name)")
            }
            #expect(try service.post("/v1/jobs/\(id)/release", "{}").status == 200)
            try service.wait(for: id, toBe: .completed)
            try service.wait(for: other, toBe: .completed)
            #expect(try service.job(id).route == .direct)
            #expect(device.received.count { $0.document != nil } == 2)
        }
    }

    @Test func `keeps the key of its printer, also with the queue, until somebody trusts another`()
        throws
    {
        let lab = try Self.shared.get()
        let device = try OddDevice(OddPrinter(name: "vault", quirks: [.tls]))
        defer { device.close() }
        try withService(in: lab) { service in
            let body = #"{"address":"\#(device.uri)","name":"vault"}"#
            #expect(try service.post("/v1/printers", body).status == 201)
            let document = try service.document(Papers.pdf(pages: 1))
            let request = """
                {"document":"\(document.id ?? "")","printer":"vault","ticket":{},"hold":true}
                """
            let held = try service.post("/v1/jobs", request)
            let id = try #require(held.value(PrintJob.self).id, "\(held.text)")

            defer { _ = try? lab.run("lpadmin", "-x", "safe") }
            try lab.run("lpadmin", "-p", "safe", "-E", "-v", device.uri, "-m", "raw")
            try waitBlocking(for: "the queue") {
                let queue = try? service.get("/v1/printers/safe").value(Printer.self)
                return queue?.aliases == [PrinterID(rawValue: "vault")]
            }
            try device.changeKey()
            try waitBlocking(for: "the service to see the other key") {
                try service.get("/v1/printers/safe").value(Printer.self).reasons.map(\.code)
                    == [.printerIdentityChanged]
            }
            #expect(try service.post("/v1/jobs/\(id)/release", "{}").status == 200)
            try waitBlocking(for: "the job to say why it waits") {
                try service.job(id).reasons.map(\.code) == [.printerIdentityChanged]
            }
            #expect(device.received.isEmpty)
            #expect(try service.post("/v1/printers/vault/trust", "{}").status == 200)
            try service.wait(for: id, toBe: .completed)
            #expect(device.received.count { $0.document != nil } == 1)
            // The key that was trusted is the one that counts now.
            try device.changeKey()
            try waitBlocking(for: "the service to see the third key") {
                try service.get("/v1/printers/safe").value(Printer.self).reasons.map(\.code)
                    == [.printerIdentityChanged]
            }
        }
    }
}
