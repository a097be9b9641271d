import CLinux
import Foundation
import PreviewModel
import ProofKit
import QuickPreview
import SandboxTrials
import Testing

struct `A zygote` {
    @Test(arguments: RendererFamily.allCases)
    func `ends with its children when the previewer is gone`(
        family: RendererFamily
    ) async throws {
        var pair: [Int32] = [-1, -1]
        try #require(unsafe clinux_message_sockets(&pair) == 0)
        let zygote = try start(family, control: pair[1])
        close(pair[1])
        guard case .ready(let readiness)? = receive(pair[0]) else {
            Issue.record("the zygote is not ready")
            return
        }
        #expect(readiness.family == family)

        // When it has a child that never ends,
        var (answers, statuses): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        try #require(unsafe clinux_message_sockets(&answers) == 0)
        try #require(unsafe clinux_message_sockets(&statuses) == 0)
        let document = unsafe open("/proc/self/exe", O_RDONLY)
        let payload = Trial.hang.payload
        let file = unsafe clinux_memory_file("trial")
        try #require(unsafe write(file, payload, payload.count) == payload.count)
        var message = RequestMessage(.card)
        message.payloadSize = UInt32(payload.count)
        let request = message.encoded()
        let descriptors = [document, answers[1], statuses[1], file]
        #expect(unsafe clinux_send_message(pair[0], request, request.count, descriptors, 4) == 0)
        for descriptor in descriptors { close(descriptor) }
        #expect(receive(statuses[0]) == .started)

        // and the last copy of our end of its socket closes, as it does when we die,
        close(pair[0])

        // then both are gone: the child held the other end of this socket.
        var end = pollfd(fd: answers[0], events: Int16(POLLIN), revents: 0)
        let patience = Duration.patience.wholeMilliseconds
        #expect(unsafe poll(&end, 1, patience) == 1, "waited in vain for the child to end")
        var status: Int32 = -1
        try await wait(for: "the zygote to end") {
            unsafe waitpid(zygote, &status, WNOHANG) == zygote
        }
        #expect(status == 0)
        close(answers[0])
        close(statuses[0])
    }

    @Test(arguments: [
        "qpreview-zygote", "qpreview-zygote-plain", "qpreview-zygote-page",
        "qpreview-zygote-pdfium", "qpreview-zygote-sheets",
    ])
    func `refuses to be started by hand`(name: String) throws {
        for arguments in [[], ["office"], ["plain", "plain"]] {
            let ended = try execute(program(name), arguments)
            #expect(ended.code == 64)
            #expect(ended.errors.contains("\(name) is started by other programs. Use qpreview."))
        }
    }

    /// Each library is mapped anew into every child, and unmapped when it ends.
    @Test func `of plain pictures links little`() throws {
        let libraries = try run("ldd", program("qpreview-zygote-plain")).split(separator: "\n")
        #expect(libraries.contains { $0.contains("libjpeg") })
        #expect(libraries.count < 30, "\(libraries)")
        for name in ["poppler", "qpdf", "cairo", "fontconfig", "libglib"] {
            #expect(!libraries.contains { $0.contains(name) }, "\(name)")
        }
    }

    @Test func `of what is printed links nothing that draws pages`() throws {
        let libraries = try run("ldd", program("qpreview-zygote-sheets")).split(separator: "\n")
        #expect(libraries.contains { $0.contains("libqpdf") })
        #expect(libraries.count < 35, "\(libraries)")
        for name in ["poppler", "cairo", "fontconfig", "libglib", "libvips"] {
            #expect(!libraries.contains { $0.contains(name) }, "\(name)")
        }
    }

    /// Its libraries are loaded for each page.
    @Test func `of single pages links what draws them`() throws {
        let libraries = try run("ldd", program("qpreview-zygote-page")).split(separator: "\n")
        #expect(libraries.contains { $0.contains("libpoppler-glib") })
        for name in ["qpdf", "gnutls", "libtag", "nettle", "libvips", "pango"] {
            #expect(!libraries.contains { $0.contains(name) }, "\(name)")
        }
    }

    private func start(_ family: RendererFamily, control: Int32) throws -> pid_t {
        let path = try program("qpreview-zygote-trials")
        var arguments = unsafe [
            strdup(path), strdup(family.traits.argument), nil,
        ]
        let library = PreviewerConfiguration.usualPDFium.map { "\(PDFiumVariable.path)=\($0)" }
        var environment = unsafe [library.flatMap { unsafe strdup($0) }, nil]
        defer {
            for index in unsafe arguments.indices { unsafe free(arguments[index]) }
            for index in unsafe environment.indices { unsafe free(environment[index]) }
        }
        var process: pid_t = 0
        try #require(
            unsafe clinux_spawn_helper(path, &arguments, &environment, control, &process) == 0
        )
        return process
    }

    private func receive(_ socket: Int32) -> StatusMessage? {
        var bytes = [UInt8](repeating: 0, count: StatusMessage.size)
        var count = 0
        let length = unsafe clinux_receive_message(socket, &bytes, bytes.count, nil, 0, &count)
        return length == bytes.count ? StatusMessage(decoding: bytes) : nil
    }
}
