import CLinux
import CSandbox
import Glibc
import PreviewModel

/// The walls around a child, raised before it reads the first byte of a document.
///
/// The zygote stands behind the wider ones itself, once it is warm, and its children inherit them: no new
/// privileges, no capabilities, no writable code, no files but those to draw with, no system calls but
/// those of the table and of forking. Each child then adds its own: limits, and a narrower filter.
struct Confinement {
    /// What the walls amount to.
    let level: ConfinementLevel
    private let family: RendererFamily
    private let switches: TestSwitches
    private let hasFolders: Bool

    /// Why no wall could be raised.
    struct Missing: Error {
        let refusal: StatusMessage.Refusal
    }

    /// The address space of a child, in MiB.
    private static func memory(_ family: RendererFamily) -> UInt32 {
        switch family {
        case .images, .codecs, .video: 2048
        case .documents, .text, .postscript, .plain: 1024
        }
    }

    /// The most bytes of a document that is written: more than any that is printed has.
    private static let outputLimit: UInt64 = 4 << 30

    /// Raises the zygote's own walls.
    ///
    /// Whatever it has to open or start comes before; of files there are only those in `folders` after it.
    init(_ family: RendererFamily, reading folders: [String]) throws(Missing) {
        let switches = TestSwitches()
        self.family = family
        self.switches = switches
        hasFolders = !folders.isEmpty
        let landlock = Int(csandbox_landlock_version())
        guard landlock > 0, !switches.lacks("landlock") else { throw Missing(refusal: .landlock) }
        guard csandbox_has_filters() != 0, !switches.lacks("filter") else {
            throw Missing(refusal: .filter)
        }
        guard clinux_limit(CLINUX_CORE_DUMP, 0, 0) == 0,
            clinux_limit(CLINUX_LOCKED_MEMORY, 0, 0) == 0, !switches.lacks("limits")
        else { throw Missing(refusal: .limits) }

        if !switches.without("privileges") {
            guard csandbox_no_new_privileges() == 0 else { throw Missing(refusal: .filter) }
        }
        if !switches.without("capabilities") { _ = csandbox_drop_capabilities() }
        // An older kernel has no such switch; the filter says the same.
        let refusesCode = !switches.without("code") && csandbox_refuse_writable_code() == 0
        if !switches.without("landlock") {
            guard Self.restrict(to: folders) else { throw Missing(refusal: .landlock) }
        }
        if !switches.without("filter") {
            guard csandbox_watch_ends() == 0,
                csandbox_filter(CSANDBOX_FORKING.rawValue) == 0
            else { throw Missing(refusal: .filter) }
        }
        level = ConfinementLevel(
            landlock: landlock,
            refusesWritableCode: refusesCode,
            memoryMebibytes: Int(Self.memory(family))
        )
    }

    private static func restrict(to folders: [String]) -> Bool {
        let copies = unsafe folders.map { unsafe strdup($0) }
        defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
        let strings = unsafe copies.map { unsafe UnsafePointer($0) }
        return unsafe csandbox_restrict_files(strings, strings.count) == 0
    }

    /// Raises the walls of a child.
    ///
    /// From here on a document may be read.
    func confine(_ request: RequestMessage) -> Bool {
        let rights = rights(request)
        // Landlock is inherited; what opens no fonts is left no files at all.
        if rights & CSANDBOX_FILES.rawValue == 0, hasFolders, !switches.without("landlock") {
            guard Self.restrict(to: []) else { return false }
        }
        return switches.without("filter") || csandbox_filter(rights) == 0
    }

    /// Limits what a child may use.
    func limit(_ request: RequestMessage) -> Bool {
        guard !switches.without("limits") else { return true }
        let processor = UInt64(max(1, request.processorSeconds))
        let usual = Self.memory(family)
        let mebibytes = request.memoryMebibytes == 0 ? usual : request.memoryMebibytes
        let memory = UInt64(mebibytes) << 20
        // The soft limit of processor time is a second earlier, so that its own signal tells what it was.
        return clinux_limit(CLINUX_PROCESSOR_SECONDS, processor, processor + 1) == 0
            && clinux_limit(CLINUX_ADDRESS_SPACE, memory, memory) == 0
            && clinux_limit(CLINUX_DESCRIPTORS, 64, 64) == 0
            && clinux_limit(CLINUX_FILE_SIZE, written(request), written(request)) == 0
        // No core and no locked memory are inherited.
    }

    /// The most bytes that a file may have that is written for the request.
    private func written(_ request: RequestMessage) -> UInt64 {
        if request.operation.writes { return Self.outputLimit }
        let picture = self.picture(request)
        switch request.operation {
        case .glance: return max(picture, UInt64(SizeLimit.quickPicture))
        // With a password comes a document that is written without its encryption.
        case .thumbnail where request.payloadSize > 0: return max(picture, Self.decrypted())
        case .thumbnail: return max(picture, UInt64(SizeLimit.embeddedPicture))
        default: return picture
        }
    }

    /// The most bytes that the pixels of an answer can have; no page of them is there before it is written.
    func picture(_ request: RequestMessage) -> UInt64 {
        guard !switches.without("limits") else { return 1 << 30 }
        #if DEBUG
        if request.operation == .actForTesting { return 1 << 16 }
        #endif
        return request.operation.draws ? UInt64(request.pixels) * UInt64(request.pixels) * 4 : 0
    }

    /// The most bytes that the document can have without its encryption: little more than with it, and all
    /// of them are memory.
    private static func decrypted() -> UInt64 {
        var status = stat()
        guard unsafe fstat(Place.document, &status) == 0, status.st_size >= 0 else { return 0 }
        let room = UInt64(SizeLimit.embeddedPicture)
        return min(UInt64(status.st_size), decryptedLimit - room) + room
    }

    /// As much as such a document may use of memory otherwise.
    private static let decryptedLimit = UInt64(memory(.documents)) << 20

    /// What the filter lets pass beside the usual.
    private func rights(_ request: RequestMessage) -> UInt32 {
        var rights: UInt32 = 0
        if opensFonts(request) { rights |= CSANDBOX_FILES.rawValue }
        if startsThreads { rights |= CSANDBOX_THREADS.rawValue }
        return rights
    }

    /// Whether a child may open fonts and their like, as PDFs need that do not bring them.
    ///
    /// A name says nothing here. Of the families of pixels, a document is read so only once its bytes have
    /// shown, in a child that may not, that it is a drawing; and then as nothing else.
    private func opensFonts(_ request: RequestMessage) -> Bool {
        let isOfPixels = [.images, .codecs, .video, .plain].contains(family)
        return !isOfPixels || (family == .images && request.isDrawing)
    }

    /// Whether a document is a drawing whose letters take fonts that this child may not open.
    func lacksFonts(for type: FileType, _ request: RequestMessage) -> Bool {
        family == .images && [.svg, .compressedSVG].contains(type) && !opensFonts(request)
    }

    /// Whether children start threads: libvips computes in threads of its own, even in one; Pango asks for
    /// fonts in one.
    var startsThreads: Bool { ![.documents, .postscript, .plain].contains(family) }
}

/// Walls that tests take away, one by one; in debug builds only.
private struct TestSwitches {
    #if DEBUG
    private let absent = Self.words("QPREVIEW_TEST_WITHOUT")
    private let missing = Self.words("QPREVIEW_TEST_LACKS")

    /// Whether to go on without a wall, so that what it refuses is seen to pass.
    func without(_ wall: String) -> Bool { absent.contains(wall) }

    /// Whether to behave as on a kernel that has no such wall.
    func lacks(_ wall: String) -> Bool { missing.contains(wall) }

    private static func words(_ variable: String) -> [String] {
        guard let value = unsafe getenv(variable) else { return [] }
        return unsafe String(cString: value).split(separator: ",").map(String.init)
    }
    #else
    func without(_ wall: String) -> Bool { false }
    func lacks(_ wall: String) -> Bool { false }
    #endif
}
