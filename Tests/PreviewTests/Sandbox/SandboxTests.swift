import CForbiddenActs
import CLinux
import CSandbox
import Foundation
import QuickPreview
import Testing

/// The acts that a malicious document must not have its parser do, in children of all families.
@Suite(.timeLimit(.patience(10)))
struct `The sandbox of a child` {
    /// One helper for all acts of a family, and a child for each.
    @Test(arguments: RendererFamily.allCases)
    func `forbids every operation`(family: RendererFamily) async throws {
        try await withScene { scene in
            try await withTrials { previewer in
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
        try await withScene { scene in
            try await withTrials(["QPREVIEW_TRIAL_OMITS=\(missing.name)"]) { previewer in
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
        try await withFixtures { fixtures in
            let path =
                try family == .pdf
                ? fixtures.write(PDFMaker.report.text, as: "report.pdf") : fixtures.png()
            try await withTrials(["QPREVIEW_TRIAL_LACKS=\(layer.rawValue)"]) { previewer in
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
            let chinese = documents.words(in: .simplifiedChinese).split(separator: "、")
            #expect(chinese.count == documents.description.split(separator: ", ").count)
            #expect(previewer.statistics.helper(.pdf) == .confined(documents))
            #expect(previewer.statistics.helper(.images) == .notStarted)
            #expect(try await previewer.confinement(of: .images).memoryMebibytes == 2048)
        }
    }

    @Test func `names the call that it forbids`() async throws {
        try await withScene { scene in
            try await withTrials { previewer in
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
            try await withTrials { previewer in
                let thread = Act(FORBIDDEN_THREAD, "a thread")
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
            try await withTrials { previewer in
                let fonts = Act(FORBIDDEN_LIST_FOLDER, "list fonts", name: "/usr/share/fonts")
                let documents = try await scene.attempt(fonts, .pdf, previewer)
                #expect(documents == "0")
                let images = try await scene.attempt(fonts, .images, previewer)
                #expect(images != "0")
                // Queries about fonts succeed, though not in the kernel.
                for act in [FORBIDDEN_STAT_FILE, FORBIDDEN_ACCESS_FILE] {
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
            FORBIDDEN_STAT_FILE, FORBIDDEN_STAT_AS_OPEN, FORBIDDEN_STATX_FILE,
            FORBIDDEN_ACCESS_FILE, FORBIDDEN_PLACE_FILE,
        ]
        try await withScene { scene in
            try await withTrials { previewer in
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
        let act = Act(FORBIDDEN_MANY_THREADS, "many threads")
        try await withScene { scene in
            try await withTrials { previewer in
                for family in families {
                    let outcome = try await scene.attempt(act, family, previewer)
                    #expect(outcome == "forbidden-call: clone", "\(family)")
                }
            }
        }
    }

    /// Whether a file can be opened shows in the error for one that does not exist.
    @Test func `lets only helpers that draw text open fonts`() async throws {
        let act = Act(FORBIDDEN_READ_FILE, "a font", name: "/usr/share/fonts/none.svg")
        try await withScene { scene in
            try await withTrials { previewer in
                let images = try await scene.attempt(act, .images, previewer)
                #expect(images == "\(-EACCES)")
                let documents = try await scene.attempt(act, .pdf, previewer)
                #expect(documents == "\(-ENOENT)")
            }
        }
    }

    @Test func `lets a child that is asked for a drawing read nothing else`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.png()
            try await withPreviewer { previewer in
                try await withFile(path) { file in
                    let reply = try await previewer.perform(
                        .info,
                        of: file,
                        name: "a.svg",
                        family: .text
                    ) { $0.isDrawing = true }
                    #expect(reply.answer.info.width == nil)
                    #expect(reply.answer.info.problem != nil)
                }
            }
        }
    }
}

extension Act {
    static var socket: Act { Act(FORBIDDEN_TCP_CONNECT, "a connection by TCP") }
}

/// A forbidden act.
struct Act: CustomTestStringConvertible, Sendable {
    /// The argument of the act.
    enum Object: Sendable { case nothing, port, socket, abstractSocket, file, newFile, program }

    let act: forbidden_act
    let name: String
    let object: Object
    /// The path of the argument, where it is outside the scene.
    var path: String?

    init(_ act: forbidden_act, _ name: String, _ object: Object = .nothing) {
        self.act = act
        self.name = name
        self.object = object
    }

    init(_ act: forbidden_act, _ what: String, name path: String) {
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
        Act(FORBIDDEN_TCP_CONNECT, "a connection by TCP", .port),
        Act(FORBIDDEN_UDP_SEND, "a word by UDP", .port),
        Act(FORBIDDEN_UNIX_CONNECT, "a connection to a socket", .socket),
        Act(
            FORBIDDEN_ABSTRACT_CONNECT,
            "a connection to a socket without a file",
            .abstractSocket
        ),
        Act(FORBIDDEN_READ_FILE, "reading passwords", name: "/etc/passwd"),
        Act(FORBIDDEN_READ_FILE, "reading a user's file", .file),
        Act(FORBIDDEN_READ_FILE, "reading its own environment", name: "/proc/self/environ"),
        Act(FORBIDDEN_LIST_FOLDER, "listing home", name: "/root"),
        Act(FORBIDDEN_CREATE_FILE, "making a file", .newFile),
        Act(FORBIDDEN_WRITE_FILE, "writing a file", .file),
        Act(FORBIDDEN_TRUNCATE_FILE, "emptying a file", .file),
        Act(FORBIDDEN_UNLINK_FILE, "removing a file", .file),
        Act(FORBIDDEN_LINK_FILE, "linking a file", .file),
        Act(FORBIDDEN_EXECUTE, "starting a program"),
        Act(FORBIDDEN_FORK, "forking"),
        Act(FORBIDDEN_NEW_NAMESPACE_THREAD, "forking into a namespace"),
        Act(FORBIDDEN_KILL_PARENT, "a signal to the parent"),
        Act(FORBIDDEN_READ_PARENT, "reading the parent's memory"),
        Act(FORBIDDEN_TRACE_PARENT, "tracing the parent"),
        Act(FORBIDDEN_TRACE_ME, "being traced"),
        Act(FORBIDDEN_WRITABLE_CODE, "memory for code and data"),
        Act(FORBIDDEN_CODE_FROM_DATA, "making data code"),
        Act(FORBIDDEN_USER_NAMESPACE, "a namespace of users"),
        Act(FORBIDDEN_IO_URING, "io_uring"),
        Act(FORBIDDEN_MOUNT, "mounting"),
        Act(FORBIDDEN_BPF, "bpf"),
        Act(FORBIDDEN_KEYS, "keys"),
        Act(FORBIDDEN_TYPE_INTO_TERMINAL, "typing into a terminal"),
        Act(FORBIDDEN_FILE_BY_HANDLE, "a file by its handle"),
        Act(FORBIDDEN_SIGNAL_BY_FILE, "a signal by a file"),
        Act(FORBIDDEN_CATCH_FORBIDDEN, "catching what the filter sends"),
        Act(FORBIDDEN_OTHER_ABI, "a call of the x32 ABI"),
        Act(FORBIDDEN_USERFAULTFD, "userfaultfd"),
        Act(FORBIDDEN_PERF, "perf events"),
        Act(FORBIDDEN_CHANGE_LIMIT, "changing a limit"),
        Act(FORBIDDEN_FILL_MEMORY_FILE, "more output than asked for"),
        Act(FORBIDDEN_MANY_DESCRIPTORS, "many descriptors"),
        Act(FORBIDDEN_MAP_MUCH, "much memory"),
        Act(FORBIDDEN_GAIN_RIGHTS, "rights of another user", .program),
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

    private static func acts(_ acts: forbidden_act...) -> [Act] {
        Act.all.filter { acts.contains($0.act) }
    }

    static let all = [
        MissingLayer(
            name: "filter",
            family: .pdf,
            passing: acts(
                FORBIDDEN_UDP_SEND,
                FORBIDDEN_FORK,
                FORBIDDEN_TRACE_ME,
                FORBIDDEN_SIGNAL_BY_FILE,
                FORBIDDEN_CATCH_FORBIDDEN,
                FORBIDDEN_CHANGE_LIMIT
            ),
            // The other layers still apply.
            stillRefused: acts(
                FORBIDDEN_TCP_CONNECT,
                FORBIDDEN_READ_FILE,
                FORBIDDEN_CREATE_FILE,
                FORBIDDEN_EXECUTE,
                FORBIDDEN_WRITABLE_CODE,
                FORBIDDEN_CODE_FROM_DATA
            )
        ),
        MissingLayer(
            name: "landlock",
            family: .pdf,
            passing: acts(FORBIDDEN_READ_FILE).filter { $0.object == .file },
            stillRefused: acts(FORBIDDEN_CREATE_FILE, FORBIDDEN_TCP_CONNECT)
        ),
        MissingLayer(
            name: "limits",
            family: .images,
            passing: acts(
                FORBIDDEN_MAP_MUCH,
                FORBIDDEN_MANY_DESCRIPTORS,
                FORBIDDEN_FILL_MEMORY_FILE
            )
        ),
        // An act that two layers refuse passes only without both.
        MissingLayer(
            name: "filter,code",
            family: .pdf,
            passing: acts(FORBIDDEN_WRITABLE_CODE, FORBIDDEN_CODE_FROM_DATA)
        ),
        MissingLayer(
            name: "filter,landlock",
            family: .images,
            passing: acts(
                FORBIDDEN_TCP_CONNECT,
                FORBIDDEN_UNIX_CONNECT,
                FORBIDDEN_ABSTRACT_CONNECT,
                FORBIDDEN_WRITE_FILE,
                FORBIDDEN_EXECUTE,
                FORBIDDEN_KILL_PARENT
            ),
            // A set-user-id program gains nothing.
            stillRefused: changesUser ? acts(FORBIDDEN_GAIN_RIGHTS) : []
        ),
        MissingLayer(
            name: "filter,landlock,privileges,capabilities",
            family: .pdf,
            // Where new privileges are allowed, it does.
            passing: changesUser ? acts(FORBIDDEN_GAIN_RIGHTS) : []
        ),
    ]
}
