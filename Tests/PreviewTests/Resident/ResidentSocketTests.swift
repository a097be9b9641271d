import CLinux
import Foundation
import Glibc
import ProofKit
import Testing

@testable import QuickPreview

@Suite(.serialized) struct `The socket of the shared helper` {
    private func step(
        _ operation: RequestMessage.Operation,
        pixels: UInt32 = 64,
        payload: Int = 0
    ) -> [UInt8] {
        var message = RequestMessage(operation, name: "a.png")
        message.pixels = pixels
        message.payloadSize = UInt32(payload)
        var request = ResidentRequest(.step)
        request.step = message.encoded()
        return request.encoded()
    }

    /// The helper serves a well-behaved client.
    private func serves(_ helper: ResidentHelper, _ png: String) throws {
        let client = try RawClient(helper)
        let file = unsafe open(png, O_RDONLY)
        defer { close(file) }
        client.send(step(.thumbnail), [file])
        let reply = try #require(try client.reply())
        #expect(reply.answer.message?.outcome == .done && reply.file != nil)
    }

    @Test func `refuses what is not a request, politely, and serves on`() async throws {
        try await withResident { helper, fixtures in
            let png = try fixtures.png()
            try serves(helper, png)
            let before = helper.descriptors
            let file = unsafe open(png, O_RDONLY)
            defer { close(file) }
            var other = step(.info)
            other[4] = 9
            var cut = step(.info)
            cut.removeLast(10)
            let info = ResidentRequest(.info).encoded()
            let refused: [([UInt8], [Int32], ResidentAnswer.Kind)] = [
                ([1, 2, 3], [file], .invalid),
                (Array(repeating: 0xFF, count: 2048), [file], .invalid),
                (Array(repeating: 0, count: 60_000), [file], .invalid),
                (cut, [file], .invalid),
                (step(.info) + [0], [file], .invalid),
                (other, [file], .otherVersion),
                (info, [], .invalid),
                (info, [file, file], .invalid),
                (info, [file, file, file, file, file], .invalid),
                (step(.info), [file, file], .invalid),
                (step(.thumbnail, pixels: 9000), [file], .invalid),
                (step(.prepareSheets, payload: 9), [file, file, file], .invalid),
                (step(.makePages, payload: 9), [file, file], .invalid),
            ]
            for (index, (bytes, files, kind)) in refused.enumerated() {
                let client = try RawClient(helper)
                client.send(bytes, files)
                let reply = try #require(try client.reply(), "\(index)")
                #expect(reply.answer.kind == kind, "\(index)")
                #expect(try client.reply() == nil, "\(index)")
            }
            try serves(helper, png)
            // It keeps a file for pictures, and the socket that tells of the child that had it.
            try await wait(for: "the descriptors to be closed") { helper.descriptors <= before + 2 }
        }
    }

    @Test func `uses a descriptor only for what its program may do with it`() async throws {
        try await withResident { helper, fixtures in
            let png = try fixtures.png()
            let text = try fixtures.write("words", as: "notes.txt")
            var pipe: [Int32] = [0, 0]
            unsafe _ = clinux_pipe(&pipe)
            var pair: [Int32] = [0, 0]
            unsafe _ = clinux_message_sockets(&pair)
            let onlyPath: Int32 = 0o10_000_000
            let useless = [
                pipe[0], pair[0], unsafe open(png, O_WRONLY), unsafe open(png, onlyPath),
                unsafe open(fixtures.folder.path, onlyPath), unsafe open("/dev/zero", O_RDONLY),
            ]
            defer { for file in useless + [pipe[1], pair[1]] { close(file) } }
            for (index, file) in useless.enumerated() {
                let client = try RawClient(helper)
                client.send(step(.info), [file])
                let reply = try #require(try client.reply())
                #expect(reply.answer.error?.code == .unreadable, "\(index)")
            }
            // A folder is good for some requests, and refused by others.
            let folder = unsafe open(fixtures.folder.path, O_RDONLY | O_DIRECTORY)
            let client = try RawClient(helper)
            client.send(step(.info), [folder])
            #expect(try client.reply()?.answer.error?.code == .unreadable)
            client.send(ResidentRequest(.info).encoded(), [folder])
            #expect(try client.reply()?.answer.facts?.isFolder == true)
            close(folder)
            // A file that the program may only read is not written.
            let document = unsafe open(text, O_RDONLY)
            let layout = PageLayout.a4.encoded()
            let payload = try #require(ResidentFile())
            #expect(payload.write(layout))
            let target = try fixtures.write("precious", as: "precious")
            let output = unsafe open(target, O_RDONLY)
            client.send(
                step(.makePages, payload: layout.count),
                [document, payload.number, output]
            )
            #expect(try client.reply()?.answer.error?.code == .outputFailed)
            #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
            // A payload of another size than the message says.
            client.send(step(.makePages, payload: 7), [document, payload.number, payload.number])
            #expect(try client.reply()?.answer.error?.code == .unreadable)
            close(document)
            close(output)
            try serves(helper, png)
        }
    }

    /// Noise of many octaves: minutes of work.
    private func slow(_ fixtures: Fixtures) throws -> String {
        try fixtures.write(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f" x="0" y="0" \
            width="1" height="1"><feTurbulence baseFrequency="0.5" numOctaves="9"/></filter>\
            \(String(repeating: "<rect width=\"4000\" height=\"4000\" filter=\"url(#f)\"/>", count: 50))\
            </svg>
            """,
            as: "slow.svg"
        )
    }

    @Test func `ends the work of a client that cancels, or goes away`() async throws {
        try await withResident { helper, fixtures in
            let png = try fixtures.png()
            let file = unsafe open(try slow(fixtures), O_RDONLY)
            defer { close(file) }
            var request = ResidentRequest(.thumbnail)
            request.name = "slow.svg"
            request.size = 2000
            request.number = 7
            let client = try RawClient(helper)
            client.send(request.encoded(), [file])
            try await wait(for: "a child that draws") { !helper.children.isEmpty }
            var cancel = ResidentRequest(.cancel)
            cancel.number = 7
            client.send(cancel.encoded())
            #expect(try client.reply()?.answer.error?.code == .canceled)
            try await wait(for: "the children to be gone") { helper.children.isEmpty }
            // The connection serves on.
            client.send(request.encoded(), [file])
            try await wait(for: "a child that draws") { !helper.children.isEmpty }
            // A second request at the same time is refused, and ends the first.
            client.send(request.encoded(), [file])
            #expect(try client.reply()?.answer.kind == .invalid)
            try await wait(for: "the children to be gone") { helper.children.isEmpty }
            var leaving: RawClient? = try RawClient(helper)
            leaving?.send(request.encoded(), [file])
            try await wait(for: "a child that draws") { !helper.children.isEmpty }
            leaving = nil
            try await wait(for: "the children to be gone") { helper.children.isEmpty }
            try serves(helper, png)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `ends in time whatever its clients wait for`(signal: Int32) async throws {
        try await withFixtures { fixtures in
            let helper = try await ResidentHelper(in: fixtures.path("run"))
            let file = unsafe open(try slow(fixtures), O_RDONLY)
            defer { close(file) }
            let silent = try RawClient(helper)
            let waiting = try RawClient(helper)
            var request = ResidentRequest(.thumbnail)
            request.name = "slow.svg"
            request.size = 2000
            waiting.send(request.encoded(), [file])
            try await wait(for: "a child that draws") { !helper.children.isEmpty }
            // Nothing of it reads or ends any more.
            for process in forks(of: helper.identifier) { kill(process, SIGSTOP) }
            helper.signal(signal)
            #expect(try await helper.end() == 0)
            #expect(!FileManager.default.fileExists(atPath: helper.socket))
            withExtendedLifetime((silent, waiting)) {}
        }
    }

    @Test func `bounds the connections of a program`() async throws {
        try await withResident { helper, fixtures in
            let png = try fixtures.png()
            try serves(helper, png)
            let before = helper.descriptors
            var idle = try (0..<64).map { _ in try RawClient(helper) }
            let more = try RawClient(helper)
            #expect(try more.reply()?.answer.kind == .busy)
            #expect(try more.reply() == nil)
            // qpreview is another program: it has connections of its own.
            let ended = try execute(
                "env",
                helper.variables + [try program("qpreview"), "info", png]
            )
            #expect(ended.code == 0)
            #expect(idle.count == 64)
            idle = []
            try await wait(for: "the end of the connections") { helper.descriptors <= before }
            try serves(helper, png)
        }
    }
}
