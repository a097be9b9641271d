import Foundation
import Glibc
import ProofKit
import Testing

/// `qpreview serve` at work, and the pipes to it.
final class Server {
    private let process = Process()
    private let (requests, answers) = (Pipe(), Pipe())
    private var waiting = Data()

    init() throws {
        process.executableURL = URL(fileURLWithPath: try program("qpreview"))
        process.arguments = ["serve"]
        process.environment = patientEnvironment
        process.standardInput = requests
        process.standardOutput = answers
        try process.run()
    }

    var identifier: Int32 { process.processIdentifier }

    func ask(_ lines: String...) throws {
        let text = lines.map { $0 + "\n" }.joined()
        try requests.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    func ask(_ object: [String: Any]) throws {
        let line = try JSONSerialization.data(withJSONObject: object)
        try ask(String(decoding: line, as: UTF8.self))
    }

    /// The next answer.
    func answer() throws -> [String: Any] {
        while true {
            if let newline = waiting.firstIndex(of: 0x0A) {
                let line = Data(waiting[..<newline])
                waiting = Data(waiting[(newline + 1)...])
                return try #require(
                    JSONSerialization.jsonObject(with: line) as? [String: Any],
                    "\(String(decoding: line, as: UTF8.self))"
                )
            }
            var ready = pollfd(
                fd: answers.fileHandleForReading.fileDescriptor,
                events: Int16(POLLIN),
                revents: 0
            )
            let patience = Duration.patience.wholeMilliseconds
            try #require(unsafe poll(&ready, 1, patience) > 0, "waited in vain for an answer")
            let more = answers.fileHandleForReading.availableData
            try #require(!more.isEmpty, "the server has ended")
            waiting += more
        }
    }

    /// Ends the input; the exit code.
    func end() throws -> Int32 {
        try requests.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }
}

struct `The program qpreview as a server` {
    @Test func `answers each request, and reports malformed ones`() async throws {
        try await withFixtures { fixtures in
            let pdf = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let broken = try fixtures.write("%PDF-1.4", as: "broken.pdf")
            let server = try Server()
            try server.ask(["id": 1, "op": "info", "path": pdf])
            let info = try server.answer()
            #expect(info["id"] as? Int == 1 && info["op"] as? String == "info")
            #expect(info["ok"] as? Bool == true && info["pages"] as? Int == 6)
            #expect(info["type"] as? String == "application/pdf" && info["note"] is NSNull)

            let output = fixtures.path("page.png")
            let wanted: [String: Any] = [
                "id": "a \"b\"", "op": "thumbnail", "path": pdf, "page": 2, "size": 100,
                "output": output,
            ]
            try server.ask(wanted)
            let drawn = try server.answer()
            #expect(drawn["id"] as? String == "a \"b\"" && drawn["ok"] as? Bool == true)
            #expect(drawn["width"] as? Int == 100 && drawn["output"] as? String == output)
            let header = try run("vipsheader", output)
            #expect(header.contains("100x67 uchar"), "\(header)")

            // Bad lines, and requests that cannot be done.
            let long =
                "{\"id\":3,\"op\":\"info\",\"path\":\"\(String(repeating: "x", count: 70_000))\"}"
            let cases: [(String, Int?, String)] = [
                ("nonsense", nil, "invalid-request"), ("[1]", nil, "invalid-request"),
                ("{\"id\":2,\"op\":\"dance\"}", 2, "invalid-request"),
                (long, nil, "invalid-request"),
                ("{\"id\":4,\"op\":\"info\"}", 4, "invalid-request"),
                ("{\"id\":5,\"op\":\"info\",\"path\":\"/nowhere\"}", 5, "unreadable"),
                ("{\"id\":6,\"op\":\"thumbnail\",\"path\":\"/a\"}", 6, "invalid-request"),
                ("{\"id\":7,\"op\":\"cancel\"}", 7, "no-such-request"),
            ]
            for (line, id, code) in cases {
                try server.ask(line, "")
                let answer = try server.answer()
                #expect(answer["id"] as? Int == id, "\(line.prefix(80)): \(answer)")
                #expect(answer["ok"] as? Bool == false && answer["code"] as? String == code)
                #expect((answer["message"] as? String)?.isEmpty == false)
            }
            for (path, place, code) in [
                (broken, output, "damaged"), (pdf, "/nowhere/a.png", "output-failed"),
            ] {
                try server.ask(["id": 8, "op": "thumbnail", "path": path, "output": place])
                #expect(try server.answer()["code"] as? String == code)
            }
            let card: [String: Any] = [
                "id": 9, "op": "thumbnail", "path": broken, "output": output, "card": true,
                "size": 64, "scale": 2,
            ]
            try server.ask(card)
            let shown = try server.answer()
            #expect(shown["width"] as? Int == 128 && shown["type"] as? String == "application/pdf")
            #expect(try server.end() == 0)
        }
    }

    @Test func `stops a canceled request, and continues with the others`()
        async throws
    {
        try await withFixtures { fixtures in
            // Noise of many octaves: minutes of work, for which there is time.
            let slow = try fixtures.write(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f" x="0" y="0" \
                width="1" height="1"><feTurbulence baseFrequency="0.5" numOctaves="9"/></filter>\
                \(String(repeating: "<rect width=\"4000\" height=\"4000\" filter=\"url(#f)\"/>", count: 50))\
                </svg>
                """,
                as: "slow.svg"
            )
            let png = try fixtures.png()
            let output = fixtures.path("out.png")
            let server = try Server()
            try server.ask([
                "id": 1, "op": "thumbnail", "path": slow, "size": 2000, "output": output,
            ])
            try await wait(for: "a child that draws") {
                forks(of: server.identifier).contains { !children(of: $0).isEmpty }
            }
            try server.ask(["id": 1, "op": "thumbnail", "path": png, "output": output])
            #expect(try server.answer()["code"] as? String == "invalid-request")
            try server.ask("{\"id\":1,\"op\":\"cancel\"}")
            let ended = try [server.answer(), server.answer()]
            let ways = ended.map { $0["op"] as? String }
            #expect(Set(ways) == ["thumbnail", "cancel"])
            for answer in ended {
                let isCancel = answer["op"] as? String == "cancel"
                #expect(answer["ok"] as? Bool == isCancel && answer["id"] as? Int == 1)
                #expect(answer["code"] as? String == (isCancel ? nil : "canceled"))
            }
            try await wait(for: "the end of the child") {
                forks(of: server.identifier).allSatisfy { children(of: $0).isEmpty }
            }
            #expect(!FileManager.default.fileExists(atPath: output))
            try server.ask(["id": 1, "op": "thumbnail", "path": png, "output": output])
            #expect(try server.answer()["ok"] as? Bool == true)
            let helpers = forks(of: server.identifier)
            #expect(try server.end() == 0)
            for helper in helpers { #expect(kill(helper, 0) != 0, "a helper is left") }
        }
    }
}

struct `The program qpreview in a terminal` {
    /// Runs it on a terminal of its own; what it wrote there, and its exit code.
    private func show(_ variables: String, _ file: String) throws -> Ended {
        let command =
            "stty rows 20 cols 60; \(variables) '\(try program("qpreview"))' show '\(file)'"
        return try execute("script", ["-qec", command, "/dev/null"], input: "/dev/null")
    }

    @Test func `shows a picture in a way that the terminal supports`() async throws {
        try await withFixtures { fixtures in
            let png = try fixtures.png(width: 600, height: 600)
            let blocks = try show("NO_COLOR= TERM=xterm-256color COLORTERM=truecolor", png)
            #expect(blocks.code == 0)
            #expect(blocks.output.contains("\u{1B}[38;2;"), "colours")
            // 18 rows of 20 pixels each leave room for 36 columns of 10.
            #expect(blocks.output.unicodeScalars.count { $0 == "\n" } == 18)
            let kitty = try show("TERM=xterm-kitty", png)
            #expect(kitty.output.contains("\u{1B}_Ga=T,f=100,c=36,r=18,q=2,m="))
            let sixels = try show("TERM=mlterm", png)
            #expect(sixels.output.contains("\u{1B}P0;1;0q\"1;1;360;360"))
            let dumb = try show("TERM=dumb", png)
            #expect(dumb.code == 64 && dumb.output.contains("no terminal"))
        }
    }

    @Test func `shows a card with the reason if there is no picture`() async throws {
        try await withFixtures { fixtures in
            let broken = try fixtures.write("%PDF-1.4", as: "broken.pdf")
            let ended = try show("TERM=xterm-kitty", broken)
            #expect(ended.code == 4)
            #expect(ended.output.contains("\u{1B}_Ga=T,f=100,c=36,r=18,"))
            #expect(ended.output.contains("damaged"))
        }
    }
}
