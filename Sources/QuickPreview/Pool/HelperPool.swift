import PreviewModel
import Synchronization

/// The zygotes of a previewer: one per family, started when first needed, and again after it died, or when there are other
/// fonts.
final class HelperPool: Sendable {
    private struct State {
        var running: [RendererFamily: Helper] = [:]
        /// What ``FontChanges/number`` was before each was started.
        var fonts: [RendererFamily: Int] = [:]
        var known: [RendererFamily: PreviewStatistics.Helper] = [:]
        var deaths = 0
        var closed = false
    }

    /// Lets one thread at a time start the zygote of a family, without blocking other families.
    private final class Gate: Sendable {
        let starting = Mutex(())
    }

    private let gates = Dictionary(
        uniqueKeysWithValues: RendererFamily.allCases.map { ($0, Gate()) }
    )
    private let path: String?
    private let environment: [String]
    private let pdfium: String?
    private let fonts: FontChanges
    private let state = Mutex(State())
    /// The memory files for pictures.
    let pictures = LentPictures()

    /// Creates an empty pool; zygotes will run the program at `path`, with `environment` added to theirs.
    ///
    /// Without the path of PDFium, poppler draws all PDFs.
    init(
        path: String?,
        environment: [String] = [],
        pdfium: String? = nil,
        fonts: FontChanges = FontChanges(in: FontChanges.usualFolders)
    ) {
        self.path = path
        self.environment = environment
        self.pdfium = pdfium
        self.fonts = fonts
    }

    /// The families of optional helpers that are not to be asked: not installed, or unable to start.
    var missing: Set<RendererFamily> {
        let known = state.withLock(\.known)
        return Set(
            [RendererFamily.pdfium, .sheets].filter { family in
                if family == .pdfium, pdfium == nil { return true }
                if case .off? = known[family] { return true }
                return false
            }
        )
    }

    private func environment(of family: RendererFamily) -> [String] {
        switch family {
        case .pdfium: environment + (pdfium.map { ["\(PDFiumVariable.path)=\($0)"] } ?? [])
        // Otherwise each child looks up the same functions of libqpdf: an eighth of its processor time.
        case .sheets: environment + ["LD_BIND_NOW=1"]
        default: environment
        }
    }

    /// Returns the zygote of a family.
    ///
    /// Blocks while the zygote starts.
    func helper(_ family: RendererFamily) throws(PreviewError) -> Helper {
        let fonts = family.traits.fonts == .never ? nil : fonts.number
        if let helper = try running(family, fonts) { return helper }
        guard let gate = gates[family] else { throw .systemLimit }
        // Under the lock, so that two concurrent requests start one zygote.
        return try gate.starting.withLock { _ throws(PreviewError) in
            if let helper = try running(family, fonts) { return helper }
            guard let path = ZygoteLocation.find(path, for: family) else {
                throw PreviewError(
                    .unavailable,
                    "The preview helper qpreview-zygote is not installed: it is neither beside this "
                        + "program, nor beside a qpreview in PATH, nor in /usr/local/libexec/printcenter, "
                        + "and QPREVIEW_ZYGOTE is not set.",
                    chinese: "未安装预览辅助程序 qpreview-zygote：本程序所在目录、PATH 中 qpreview 所在目录以及 "
                        + "/usr/local/libexec/printcenter 中都没有它，且未设置 QPREVIEW_ZYGOTE。"
                )
            }
            do throws(PreviewError) {
                let helper = try Helper(family, path: path, environment: environment(of: family))
                let isWanted = state.withLock { state in
                    guard !state.closed else { return false }
                    state.running[family] = helper
                    state.fonts[family] = fonts
                    state.known[family] = .confined(helper.readiness.confinement)
                    return true
                }
                guard isWanted else {
                    helper.end()
                    throw Self.closed
                }
                return helper
            } catch {
                if error != Self.closed { state.withLock { $0.known[family] = .off(error) } }
                throw error
            }
        }
    }

    private static let closed = PreviewError(
        .unavailable,
        "The previewer has been closed.",
        chinese: "预览器已关闭。"
    )

    /// The zygote of a family; `nil` where none runs that knows the fonts.
    ///
    /// One that does not know them ends with its last request.
    private func running(
        _ family: RendererFamily,
        _ fonts: Int?
    ) throws(PreviewError) -> Helper? {
        let (helper, outdated) = try state.withLock {
            state throws(PreviewError) -> (Helper?, Helper?) in
            guard !state.closed else { throw Self.closed }
            if state.fonts[family] == fonts { return (state.running[family], nil) }
            return (nil, state.running.removeValue(forKey: family))
        }
        // Its end is waited for, which others must not wait for: here, without the lock.
        return withExtendedLifetime(outdated) { helper }
    }

    /// Adds the states of the zygotes.
    func describe(_ statistics: inout PreviewStatistics) {
        let (known, deaths) = state.withLock { ($0.known, $0.deaths) }
        statistics.helperDeaths = deaths
        statistics.helpers = known
    }

    /// The process of a family's zygote; `nil` where it does not run.
    func process(_ family: RendererFamily) -> Int32? {
        state.withLock { $0.running[family]?.process }
    }

    /// What a family's zygote reported when it became ready; `nil` where it does not run.
    func readiness(_ family: RendererFamily) -> StatusMessage.Readiness? {
        state.withLock { $0.running[family]?.readiness }
    }

    /// Discards a zygote that died or does not respond.
    func discard(_ helper: Helper) {
        state.withLock { state in
            for (family, running) in state.running where running === helper {
                state.running[family] = nil
                state.deaths += 1
            }
        }
        helper.end()
    }

    /// Ends all zygotes; no other is started.
    func close() {
        let helpers = state.withLock { state in
            state.closed = true
            defer { state.running = [:] }
            return Array(state.running.values)
        }
        for helper in helpers { helper.end() }
    }
}
