import CLinux
import CSandbox
import Foundation
import QuickPreview
import Testing

/// The acts that a malicious document must not have its parser do, in children of all families.
@Suite(.timeLimit(.minutes(10)))
struct `The sandbox of a child` {
    /// One helper for all acts of a family, and a child for each.
    @Test(arguments: RendererFamily.allCases)
    func `forbids every operation`(family: RendererFamily) async throws {
        try await withScene { scene in
            try await withPreviewer { previewer in
                for act in Act.all {
                    let outcome = try await scene.attempt(act, family, previewer)
                    #expect(act.isRefusal(outcome), "\(act.name) in \(family): \(outcome)")
                    #expect(scene.isUntouched, "\(act.name) in \(family)")
                    #expect(previewer.statistics.helperDeaths == 0, "\(act.name) in \(family)")
                }
            }
        }
    }

    /// Each layer alone refuses something: without it, and with all others, an act passes.
    @Test(arguments: MissingLayer.all)
    func `needs all of its layers`(missing: MissingLayer) async throws {
        var configuration = PreviewerConfiguration()
        configuration.helperEnvironment = ["QPREVIEW_TEST_WITHOUT=\(missing.name)"]
        try await withScene { scene in
            try await withPreviewer(configuration) { previewer in
                for act in missing.passing {
                    let outcome = try await scene.attempt(act, missing.family, previewer)
                    #expect(outcome == "0", "\(act.name) without \(missing.name): \(outcome)")
                }
                for act in missing.stillRefused {
                    let outcome = try await scene.attempt(act, missing.family, previewer)
                    #expect(outcome != "0", "\(act.name) without \(missing.name) passes")
                }
            }
        }
    }

    @Test(arguments: ConfinementLevel.Layer.allCases, RendererFamily.allCases)
    func `turns previews off where a layer is missing`(
        layer: ConfinementLevel.Layer,
        family: RendererFamily
    ) async throws {
        var configuration = PreviewerConfiguration()
        configuration.helperEnvironment = ["QPREVIEW_TEST_LACKS=\(layer.rawValue)"]
        try await withFixtures { fixtures in
            let path =
                try family == .pdf
                ? fixtures.write(PDFMaker.report.text, as: "report.pdf") : fixtures.png()
            try await withPreviewer(configuration) { previewer in
                let error = await #expect(throws: PreviewError.self) {
                    _ = try await thumbnail(previewer, path)
                }
                #expect(error?.code == .unconfined)
                #expect(error?.message.contains(layer.words) == true)
                let refusal = await #expect(throws: PreviewError.self) {
                    _ = try await previewer.confinement(of: family)
                }
                #expect(refusal == error)
                let statistics = previewer.statistics
                let known = statistics.helper(family == .pdf ? .pdf : .images)
                #expect(known == error.map { .off($0) })
                #expect(statistics.classes == ["unavailable": 1])
            }
        }
    }

    @Test func `reports its layers`() async throws {
        try await withPreviewer { previewer in
            let documents = try await previewer.confinement(of: .pdf)
            #expect(documents.landlock == csandbox_landlock_version())
            #expect(documents.memoryMebibytes == 1024)
            #expect(documents.description.hasPrefix("Landlock \(documents.landlock), a filter"))
            #expect(previewer.statistics.helper(.pdf) == .confined(documents))
            #expect(previewer.statistics.helper(.images) == .notStarted)
            #expect(try await previewer.confinement(of: .images).memoryMebibytes == 2048)
        }
    }

    @Test func `names the call that it forbids`() async throws {
        try await withScene { scene in
            try await withPreviewer { previewer in
                let outcome = try await scene.attempt(.socket, .pdf, previewer)
                #expect(outcome == "forbidden-call: socket")
                #expect(previewer.statistics.classes == ["forbidden-call": 1])
                guard case .forbiddenCall(let call)? = previewer.statistics.ends.keys.first else {
                    Issue.record("no forbidden call is counted")
                    return
                }
                #expect(unsafe String(cString: csandbox_call_name(call)) == "socket")
            }
        }
    }

    @Test func `lets only some families start threads`() async throws {
        try await withScene { scene in
            try await withPreviewer { previewer in
                let thread = Act(CSANDBOX_ACT_THREAD, "a thread")
                let images = try await scene.attempt(thread, .images, previewer)
                #expect(images == "0")
                let outcome = try await scene.attempt(thread, .pdf, previewer)
                // The C library blocks all signals meanwhile, so the call is not reported.
                #expect(outcome == "forbidden-call: unknown")
            }
        }
    }

    /// Drawing text needs fonts.
    @Test func `lets fonts be read, and nothing else`() async throws {
        try await withScene { scene in
            try await withPreviewer { previewer in
                let fonts = Act(CSANDBOX_ACT_LIST_FOLDER, "list fonts", name: "/usr/share/fonts")
                let documents = try await scene.attempt(fonts, .pdf, previewer)
                #expect(documents == "0")
                let images = try await scene.attempt(fonts, .images, previewer)
                #expect(images != "0")
                // Queries about fonts succeed, though not in the kernel.
                for act in [CSANDBOX_ACT_STAT_FILE, CSANDBOX_ACT_ACCESS_FILE] {
                    let look = Act(act, "look at fonts", name: "/usr/share/fonts")
                    #expect(try await scene.attempt(look, .pdf, previewer) == "0")
                    #expect(try await scene.attempt(look, .images, previewer) == "\(-EACCES)")
                }
            }
        }
    }

    /// A filter sees only the address of a name, whatever the flags say.
    @Test(arguments: RendererFamily.allCases)
    func `reveals nothing about a file that may not be read`(family: RendererFamily) async throws {
        let acts = [
            CSANDBOX_ACT_STAT_FILE, CSANDBOX_ACT_STAT_AS_OPEN, CSANDBOX_ACT_STATX_FILE,
            CSANDBOX_ACT_ACCESS_FILE, CSANDBOX_ACT_PLACE_FILE,
        ]
        try await withScene { scene in
            try await withPreviewer { previewer in
                for act in acts {
                    let look = Act(act, "a look at a user's file", .file)
                    let outcome = try await scene.attempt(look, family, previewer)
                    #expect(outcome == "\(-EACCES)", "\(act) in \(family)")
                }
            }
        }
    }

    /// No resource limit counts the threads of a single process.
    @Test func `bounds the number of threads`() async throws {
        let families = [RendererFamily.images, .text, .rareImages, .video]
        let act = Act(CSANDBOX_ACT_MANY_THREADS, "many threads")
        try await withScene { scene in
            try await withPreviewer { previewer in
                for family in families {
                    let outcome = try await scene.attempt(act, family, previewer)
                    #expect(outcome == "forbidden-call: clone", "\(family)")
                }
            }
        }
    }

    /// Whether a file can be opened shows in the error for one that does not exist.
    @Test func `depends on the bytes of a document, not on its name`() async throws {
        let act = Act(CSANDBOX_ACT_READ_FILE, "a font", name: "/usr/share/fonts/none.svg")
        try await withScene { scene in
            try await withPreviewer { previewer in
                let images = try await scene.attempt(act, .images, previewer)
                #expect(images == "\(-EACCES)")
                let documents = try await scene.attempt(act, .pdf, previewer)
                #expect(documents == "\(-ENOENT)")
            }
        }
    }

    @Test func `lets a child with fonts read a drawing, and nothing else`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.png()
            try await withPreviewer { previewer in
                try await withFile(path) { file in
                    let reply = try await previewer.perform(
                        .info,
                        of: file,
                        name: "a.svg",
                        family: .images
                    ) { $0.isDrawing = true }
                    #expect(reply.answer.info.width == nil)
                    #expect(reply.answer.info.problem != nil)
                }
            }
        }
    }
}

extension Act {
    static var socket: Act { Act(CSANDBOX_ACT_TCP_CONNECT, "a connection by TCP") }
}

/// A forbidden act.
struct Act: CustomTestStringConvertible, Sendable {
    /// The argument of the act.
    enum Object: Sendable { case nothing, port, socket, abstractSocket, file, newFile, program }

    let act: csandbox_act
    let name: String
    let object: Object
    /// The path of the argument, where it is outside the scene.
    var path: String?

    init(_ act: csandbox_act, _ name: String, _ object: Object = .nothing) {
        self.act = act
        self.name = name
        self.object = object
    }

    init(_ act: csandbox_act, _ what: String, name path: String) {
        self.init(act, what)
        self.path = path
    }

    var testDescription: String { name }

    /// Whether an outcome is a refusal: an error number that only the sandbox returns, or the end of the child.
    func isRefusal(_ outcome: String) -> Bool {
        let refusals = [EACCES, EPERM, ENOMEM, EMFILE, ENOSYS, EFBIG].map { "\(-$0)" }
        return refusals.contains(outcome) || outcome.hasPrefix("forbidden-call")
    }

    static let all: [Act] = [
        Act(CSANDBOX_ACT_TCP_CONNECT, "a connection by TCP", .port),
        Act(CSANDBOX_ACT_UDP_SEND, "a word by UDP", .port),
        Act(CSANDBOX_ACT_UNIX_CONNECT, "a connection to a socket", .socket),
        Act(
            CSANDBOX_ACT_ABSTRACT_CONNECT,
            "a connection to a socket without a file",
            .abstractSocket
        ),
        Act(CSANDBOX_ACT_READ_FILE, "reading passwords", name: "/etc/passwd"),
        Act(CSANDBOX_ACT_READ_FILE, "reading a user's file", .file),
        Act(CSANDBOX_ACT_READ_FILE, "reading its own environment", name: "/proc/self/environ"),
        Act(CSANDBOX_ACT_LIST_FOLDER, "listing home", name: "/root"),
        Act(CSANDBOX_ACT_CREATE_FILE, "making a file", .newFile),
        Act(CSANDBOX_ACT_WRITE_FILE, "writing a file", .file),
        Act(CSANDBOX_ACT_TRUNCATE_FILE, "emptying a file", .file),
        Act(CSANDBOX_ACT_UNLINK_FILE, "removing a file", .file),
        Act(CSANDBOX_ACT_LINK_FILE, "linking a file", .file),
        Act(CSANDBOX_ACT_EXECUTE, "starting a program"),
        Act(CSANDBOX_ACT_FORK, "forking"),
        Act(CSANDBOX_ACT_NEW_NAMESPACE_THREAD, "forking into a namespace"),
        Act(CSANDBOX_ACT_KILL_PARENT, "a signal to the parent"),
        Act(CSANDBOX_ACT_READ_PARENT, "reading the parent's memory"),
        Act(CSANDBOX_ACT_TRACE_PARENT, "tracing the parent"),
        Act(CSANDBOX_ACT_TRACE_ME, "being traced"),
        Act(CSANDBOX_ACT_WRITABLE_CODE, "memory for code and data"),
        Act(CSANDBOX_ACT_CODE_FROM_DATA, "making data code"),
        Act(CSANDBOX_ACT_USER_NAMESPACE, "a namespace of users"),
        Act(CSANDBOX_ACT_IO_URING, "io_uring"),
        Act(CSANDBOX_ACT_MOUNT, "mounting"),
        Act(CSANDBOX_ACT_BPF, "bpf"),
        Act(CSANDBOX_ACT_KEYS, "keys"),
        Act(CSANDBOX_ACT_TYPE_INTO_TERMINAL, "typing into a terminal"),
        Act(CSANDBOX_ACT_FILE_BY_HANDLE, "a file by its handle"),
        Act(CSANDBOX_ACT_SIGNAL_BY_FILE, "a signal by a file"),
        Act(CSANDBOX_ACT_CATCH_FORBIDDEN, "catching what the filter sends"),
        Act(CSANDBOX_ACT_OTHER_ABI, "a call of the x32 ABI"),
        Act(CSANDBOX_ACT_USERFAULTFD, "userfaultfd"),
        Act(CSANDBOX_ACT_PERF, "perf events"),
        Act(CSANDBOX_ACT_CHANGE_LIMIT, "changing a limit"),
        Act(CSANDBOX_ACT_FILL_MEMORY_FILE, "more output than asked for"),
        Act(CSANDBOX_ACT_MANY_DESCRIPTORS, "many descriptors"),
        Act(CSANDBOX_ACT_MAP_MUCH, "much memory"),
        Act(CSANDBOX_ACT_GAIN_RIGHTS, "rights of another user", .program),
    ]
}

/// A layer that is left out, and the acts that then pass.
struct MissingLayer: CustomTestStringConvertible, Sendable {
    let name: String
    let family: RendererFamily
    let passing: [Act]
    var stillRefused: [Act] = []

    var testDescription: String { "without \(name)" }

    /// Whether a test can create a set-user-id program: as root, on a file system that allows it.
    private static var changesUser: Bool {
        var status = statvfs()
        guard getuid() == 0, unsafe statvfs("/tmp", &status) == 0 else { return false }
        return status.f_flag & UInt(ST_NOSUID) == 0
    }

    private static func acts(_ acts: csandbox_act...) -> [Act] {
        Act.all.filter { acts.contains($0.act) }
    }

    static let all = [
        MissingLayer(
            name: "filter",
            family: .pdf,
            passing: acts(
                CSANDBOX_ACT_UDP_SEND,
                CSANDBOX_ACT_FORK,
                CSANDBOX_ACT_TRACE_ME,
                CSANDBOX_ACT_SIGNAL_BY_FILE,
                CSANDBOX_ACT_CATCH_FORBIDDEN,
                CSANDBOX_ACT_CHANGE_LIMIT
            ),
            // The other layers still apply.
            stillRefused: acts(
                CSANDBOX_ACT_TCP_CONNECT,
                CSANDBOX_ACT_READ_FILE,
                CSANDBOX_ACT_CREATE_FILE,
                CSANDBOX_ACT_EXECUTE,
                CSANDBOX_ACT_WRITABLE_CODE,
                CSANDBOX_ACT_CODE_FROM_DATA
            )
        ),
        MissingLayer(
            name: "landlock",
            family: .pdf,
            passing: acts(CSANDBOX_ACT_READ_FILE).filter { $0.object == .file },
            stillRefused: acts(CSANDBOX_ACT_CREATE_FILE, CSANDBOX_ACT_TCP_CONNECT)
        ),
        MissingLayer(
            name: "limits",
            family: .images,
            passing: acts(
                CSANDBOX_ACT_MAP_MUCH,
                CSANDBOX_ACT_MANY_DESCRIPTORS,
                CSANDBOX_ACT_FILL_MEMORY_FILE
            )
        ),
        // An act that two layers refuse passes only without both.
        MissingLayer(
            name: "filter,code",
            family: .pdf,
            passing: acts(CSANDBOX_ACT_WRITABLE_CODE, CSANDBOX_ACT_CODE_FROM_DATA)
        ),
        MissingLayer(
            name: "filter,landlock",
            family: .images,
            passing: acts(
                CSANDBOX_ACT_TCP_CONNECT,
                CSANDBOX_ACT_UNIX_CONNECT,
                CSANDBOX_ACT_ABSTRACT_CONNECT,
                CSANDBOX_ACT_WRITE_FILE,
                CSANDBOX_ACT_EXECUTE,
                CSANDBOX_ACT_KILL_PARENT
            ),
            // A set-user-id program gains nothing.
            stillRefused: changesUser ? acts(CSANDBOX_ACT_GAIN_RIGHTS) : []
        ),
        MissingLayer(
            name: "filter,landlock,privileges,capabilities",
            family: .pdf,
            // Where new privileges are allowed, it does.
            passing: changesUser ? acts(CSANDBOX_ACT_GAIN_RIGHTS) : []
        ),
    ]
}
