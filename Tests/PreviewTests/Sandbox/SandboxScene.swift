import CForbiddenActs
import CLinux
import Foundation
import PreviewModel
import ProofKit
import QuickPreview
import SandboxTrials
import Testing

/// The arguments of forbidden acts: a listening port, sockets, files.
struct Scene {
    let folder: String
    private let listener: Int32
    private let receiver: Int32
    private let local: Int32
    private let abstract: Int32
    private let port: UInt16

    init() throws {
        // Short: the path of a socket has at most 107 bytes.
        let temporary = FileManager.default.temporaryDirectory.path
        var template = Array("\(temporary)/qw.XXXXXX".utf8CString)
        try #require(unsafe mkdtemp(&template) != nil)
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try "secret".write(toFile: "\(folder)/file", atomically: false, encoding: .utf8)
        (listener, port) = try Self.internet(SOCK_STREAM, port: 0)
        (receiver, _) = try Self.internet(SOCK_DGRAM, port: port)
        local = try Self.listen("\(folder)/socket", isAbstract: false)
        abstract = try Self.listen("\(folder)-socket", isAbstract: true)
        try Self.makeProgram("\(folder)/program")
        unsafe chmod(folder, 0o755)
    }

    func close() {
        for socket in [listener, receiver, local, abstract] { Glibc.close(socket) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Whether the file is what it was, and the folder holds nothing new.
    var isUntouched: Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return (try? String(contentsOfFile: "\(folder)/file", encoding: .utf8)) == "secret"
            && names.sorted() == ["file", "program", "socket"]
    }

    /// Has a child of a family try an act.
    ///
    /// Returns the result as a number, or the end of the child.
    func attempt(
        _ act: Act,
        _ family: RendererFamily,
        _ previewer: Previewer
    ) async throws -> String {
        let name = act.path ?? path(of: act.object)
        // Each act has a document of its own: one that ends its child three times is no longer opened.
        let document = unsafe clinux_memory_file("act")
        try #require(document >= 0, "no memory for a document")
        defer { Glibc.close(document) }
        let bytes = Array("\(act.name) \(name) \(family)".utf8)
        try #require(unsafe write(document, bytes, bytes.count) == bytes.count)
        do throws(PreviewError) {
            let number = act.object == .port ? UInt32(port) : 0
            let trial = Trial.act(act.act, number: number, name: name)
            let reply = try await previewer.perform(
                trial,
                of: document,
                name: "",
                family: family
            ) {
                // The file of a smaller picture is lent, and has its size without any limit.
                if act.act == FORBIDDEN_FILL_MEMORY_FILE { $0.pixels = 2056 }
            }
            return reply.answer.info.title ?? "nothing"
        } catch {
            guard error.code == .forbiddenCall else {
                return "\(error.code.rawValue): \(signal(previewer))"
            }
            let words = error.message.split(separator: "(")
            return "forbidden-call: \(words.last?.prefix { $0 != ")" } ?? "")"
        }
    }

    /// Has a process for one document try an act, with the layers that `variables` leave.
    ///
    /// Returns the result as a number, or the end of the process.
    func attemptAlone(
        _ act: Act,
        _ family: RendererFamily,
        _ variables: [String] = []
    ) throws -> String {
        let trial = Trial.act(
            act.act,
            number: act.object == .port ? UInt32(port) : 0,
            name: act.path ?? path(of: act.object)
        )
        var (control, answers): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        try #require(unsafe clinux_message_sockets(&control) == 0)
        try #require(unsafe clinux_message_sockets(&answers) == 0)
        let (document, payload) = unsafe (clinux_memory_file("act"), clinux_memory_file("trial"))
        let bytes = trial.payload
        try #require(unsafe write(payload, bytes, bytes.count) == bytes.count)
        var message = RequestMessage(.card)
        // The picture that the process may write has 64 KiB.
        message.pixels = 128
        message.payloadSize = UInt32(bytes.count)
        let request = message.encoded()
        let sent = [document, answers[1], payload]
        try #require(
            unsafe clinux_send_message(control[0], request, request.count, sent, 3) == 0
        )
        let process = try Self.start(family, variables, control: control[1])
        for descriptor in sent + control { Glibc.close(descriptor) }
        defer { Glibc.close(answers[0]) }
        var (answer, count) = ([UInt8](repeating: 0, count: AnswerMessage.sizeLimit), 0)
        let length = unsafe clinux_receive_message(
            answers[0],
            &answer,
            answer.count,
            nil,
            0,
            &count
        )
        var status: Int32 = 0
        try #require(unsafe waitpid(process, &status, 0) == process)
        if length > 0 {
            return AnswerMessage(decoding: Array(answer.prefix(length)))?.info.title ?? "nothing"
        }
        return status & 0x7F == SIGSYS ? "forbidden-call" : "end \(status)"
    }

    private static func start(
        _ family: RendererFamily,
        _ variables: [String],
        control: Int32
    ) throws -> pid_t {
        let path = try program("qpreview-zygote-trials")
        var arguments = unsafe [
            strdup(path), strdup(family.traits.argument), strdup("single"), nil,
        ]
        let library = PreviewerConfiguration.usualPDFium.map { "\(PDFiumVariable.path)=\($0)" }
        var environment =
            unsafe (variables + [library].compactMap { $0 }).map { unsafe strdup($0) } + [nil]
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

    private func signal(_ previewer: Previewer) -> String {
        for case .crashed(let signal) in previewer.statistics.ends.keys { return "\(signal)" }
        return ""
    }

    private func path(of object: Act.Object) -> String {
        switch object {
        case .nothing, .port: ""
        case .socket: "\(folder)/socket"
        case .abstractSocket: "\(folder)-socket"
        case .file: "\(folder)/file"
        case .newFile: "\(folder)/new"
        case .program: "\(folder)/program"
        }
    }

    private static func internet(
        _ kind: __socket_type,
        port: UInt16
    ) throws -> (socket: Int32, port: UInt16) {
        let socket = socket(AF_INET, Int32(kind.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        address.sin_port = port.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                unsafe bind(socket, general, length) == 0
                    && getsockname(socket, general, &length) == 0
            }
        }
        try #require(bound, "no port on loopback")
        if kind == SOCK_STREAM { Glibc.listen(socket, 8) }
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    private static func listen(_ name: String, isAbstract: Bool) throws -> Int32 {
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = (isAbstract ? [0] : []) + Array(name.utf8)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let length = socklen_t(2 + bytes.count)
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                unsafe bind(socket, general, length) == 0
            }
        }
        try #require(bound && Glibc.listen(socket, 8) == 0, "no socket at \(name)")
        return socket
    }

    /// A set-user-id copy of `test`, which belongs to the user `nobody`.
    private static func makeProgram(_ path: String) throws {
        try FileManager.default.copyItem(atPath: "/usr/bin/test", toPath: path)
        guard getuid() == 0 else { return }
        unsafe chown(path, 65534, 65534)
        unsafe chmod(path, 0o4755)
    }
}

func withScene(_ body: (Scene) async throws -> Void) async throws {
    let scene = try Scene()
    defer { scene.close() }
    try await body(scene)
}
