import CLinux
import CSandbox
import Glibc
import PreviewModel

/// The sandbox of a child, which it enters before it reads the first byte of a document.
///
/// The zygote enters the outer layers once it is warm, and its children inherit them: no new
/// privileges, no capabilities, no writable code, no files except fonts and similar data, and no
/// system calls except those in the table and those for forking. Each child then adds its own:
/// resource limits, and a narrower filter.
struct Confinement {
    /// The layers, as reported to the pool.
    let level: ConfinementLevel
    private let traits: RendererFamily.Traits
    private let gaps: ConfinementGaps
    private let hasFolders: Bool

    /// The reason why the sandbox is incomplete.
    struct Missing: Error {
        let refusal: StatusMessage.Refusal
    }

    /// The largest document that a child writes, in bytes: more than any that is printed.
    private static let outputLimit: UInt64 = 4 << 30

    /// Enters the layers of the zygote.
    ///
    /// The zygote must have opened and started everything it needs; afterwards it can open only
    /// files in `folders`.
    init(
        _ family: RendererFamily,
        reading folders: [String],
        gaps: ConfinementGaps
    ) throws(Missing) {
        traits = family.traits
        self.gaps = gaps
        hasFolders = !folders.isEmpty
        let landlock = Int(csandbox_landlock_version())
        guard landlock > 0, !gaps.lacks("landlock") else { throw Missing(refusal: .landlock) }
        guard csandbox_has_filters() != 0, !gaps.lacks("filter") else {
            throw Missing(refusal: .filter)
        }
        guard clinux_limit(CLINUX_CORE_DUMP, 0, 0) == 0,
            clinux_limit(CLINUX_LOCKED_MEMORY, 0, 0) == 0, !gaps.lacks("limits")
        else { throw Missing(refusal: .limits) }

        if !gaps.omits("privileges") {
            guard csandbox_no_new_privileges() == 0 else { throw Missing(refusal: .filter) }
        }
        if !gaps.omits("capabilities") { _ = csandbox_drop_capabilities() }
        // Older kernels lack this switch; the filter has the same effect.
        let refusesCode = !gaps.omits("code") && csandbox_refuse_writable_code() == 0
        if !gaps.omits("landlock") {
            guard Self.restrict(to: folders) else { throw Missing(refusal: .landlock) }
        }
        if !gaps.omits("filter") {
            guard csandbox_watch_ends() == 0,
                csandbox_filter(CSANDBOX_FORKING.rawValue) == 0
            else { throw Missing(refusal: .filter) }
        }
        level = ConfinementLevel(
            landlock: landlock,
            refusesWritableCode: refusesCode,
            memoryMebibytes: traits.memoryMebibytes
        )
    }

    private static func restrict(to folders: [String]) -> Bool {
        let copies = unsafe folders.map { unsafe strdup($0) }
        defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
        let strings = unsafe copies.map { unsafe UnsafePointer($0) }
        return unsafe csandbox_restrict_files(strings, strings.count) == 0
    }

    /// Enters the layers of a child.
    ///
    /// The child may read a document only after this succeeds.
    func confine(_ request: RequestMessage) -> Bool {
        let rights = rights(request)
        // Landlock is inherited; a child without fonts may open no files at all.
        if rights & CSANDBOX_FILES.rawValue == 0, hasFolders, !gaps.omits("landlock") {
            guard Self.restrict(to: []) else { return false }
        }
        if rights & CSANDBOX_SCRATCH.rawValue != 0 {
            // The first file is for the unpacked document.
            csandbox_scratch(
                ChildDescriptor.scratch + 1,
                Int32(clamping: scratchFiles(request)) - 1
            )
        }
        return gaps.omits("filter") || csandbox_filter(rights) == 0
    }

    /// The number of memory files that a child has besides those of its request.
    func scratchFiles(_ request: RequestMessage) -> Int {
        request.operation == .makePages ? traits.scratchFiles : 0
    }

    /// Limits the resources of a child.
    func limit(_ request: RequestMessage) -> Bool {
        guard !gaps.omits("limits") else { return true }
        let processor = UInt64(max(1, request.processorSeconds))
        let mebibytes = Int(request.memoryMebibytes)
        let memory = UInt64(clamping: mebibytes == 0 ? traits.memoryMebibytes : mebibytes) << 20
        // The soft limit of processor time is a second lower, so that SIGXCPU reports the reason.
        return clinux_limit(CLINUX_PROCESSOR_SECONDS, processor, processor + 1) == 0
            && clinux_limit(CLINUX_ADDRESS_SPACE, memory, memory) == 0
            && clinux_limit(CLINUX_DESCRIPTORS, 64, 64) == 0
            && clinux_limit(CLINUX_FILE_SIZE, written(request), written(request)) == 0
        // The limits for core dumps and locked memory are inherited.
    }

    /// The maximum size of a file that the child may write for a request, in bytes.
    private func written(_ request: RequestMessage) -> UInt64 {
        if request.operation == .makeRaster {
            return UInt64(clamping: RasterRequest.usualSizeLimit)
        }
        if request.operation == .makePages || request.operation == .joinPages {
            // Scratch files are memory, and each may become as large as the output.
            return UInt64(clamping: PageLayout.sizeLimit) / (scratchFiles(request) > 0 ? 2 : 1)
        }
        if isShort(request) { return UInt64(clamping: SheetLayout.shortOutput) }
        if request.operation.writes { return Self.outputLimit }
        let picture = self.picture(request)
        switch request.operation {
        case .embeddedThumbnail: return max(picture, UInt64(clamping: SizeLimit.embeddedThumbnail))
        // With a password, the child may write the decrypted document.
        case .thumbnail where request.payloadSize > 0: return max(picture, Self.decrypted())
        case .thumbnail: return max(picture, UInt64(clamping: SizeLimit.embeddedPicture))
        default: return picture
        }
    }

    /// Whether the child writes the finished PDF of a short document, in memory.
    private func isShort(_ request: RequestMessage) -> Bool {
        guard request.operation == .prepareSheets,
            clinux_seals(ChildDescriptor.output) >= 0
        else { return false }
        var status = stat()
        return unsafe fstat(ChildDescriptor.document, &status) == 0
            && status.st_size <= SheetLayout.shortDocument
    }

    /// The maximum size of the pixels in an answer, in bytes; the file is sparse until they are
    /// written.
    func picture(_ request: RequestMessage) -> UInt64 {
        guard !gaps.omits("limits") else { return 1 << 30 }
        return request.operation.draws ? UInt64(request.pixels) * UInt64(request.pixels) * 4 : 0
    }

    /// The maximum size of the decrypted document in bytes: little more than the encrypted one, all
    /// of it in memory.
    private static func decrypted() -> UInt64 {
        var status = stat()
        guard unsafe fstat(ChildDescriptor.document, &status) == 0, status.st_size >= 0 else {
            return 0
        }
        let room = UInt64(clamping: SizeLimit.embeddedPicture)
        return min(UInt64(clamping: status.st_size), decryptedLimit - room) + room
    }

    /// The maximum size of the decrypted document in bytes: the memory limit of the PDF family.
    private static let decryptedLimit =
        UInt64(clamping: RendererFamily.pdf.traits.memoryMebibytes) << 20

    /// The system calls that the filter allows in addition to the usual ones.
    private func rights(_ request: RequestMessage) -> UInt32 {
        var rights: UInt32 = 0
        // PDFs without embedded fonts, and all text, need fonts and their data.
        if traits.fonts == .always { rights |= CSANDBOX_FILES.rawValue }
        if traits.startsThreads { rights |= CSANDBOX_THREADS.rawValue }
        if scratchFiles(request) > 0 { rights |= CSANDBOX_SCRATCH.rawValue }
        return rights
    }

    /// Whether children start threads.
    var startsThreads: Bool { traits.startsThreads }
}
