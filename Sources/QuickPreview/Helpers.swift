import PreviewModel
import Synchronization

/// The zygotes of a previewer: one per family, started when first needed, and again when it dies.
final class Helpers: Sendable {
    private struct State {
        var running: [RendererFamily: Helper] = [:]
        var closed = false
    }

    private let path: String?
    private let state = Mutex(State())

    init(path: String?) { self.path = path }

    /// The zygote of a family.
    ///
    /// Blocks while it starts.
    func helper(_ family: RendererFamily) throws(PreviewError) -> Helper {
        // Under the lock, so that two requests at once start one.
        try state.withLock { state throws(PreviewError) in
            guard !state.closed else {
                throw PreviewError(.unavailable, "The previewer has been closed.")
            }
            if let helper = state.running[family] { return helper }
            guard let path = ZygoteLocation.find(path) else {
                throw PreviewError(
                    .unavailable,
                    "The preview helper qpreview-zygote is not installed: it is neither beside this "
                        + "program nor in ../libexec/printcenter, and QPREVIEW_ZYGOTE names none."
                )
            }
            let helper = try Helper(family, path: path)
            state.running[family] = helper
            return helper
        }
    }

    /// The process of a family's zygote, if it has been started.
    func process(_ family: RendererFamily) -> Int32? {
        state.withLock { $0.running[family]?.process }
    }

    /// Forgets a zygote that has died, or that does not answer.
    func discard(_ helper: Helper) {
        state.withLock { state in
            for (family, running) in state.running where running === helper {
                state.running[family] = nil
            }
        }
        helper.end()
    }

    /// Ends all zygotes; none is started any more.
    func close() {
        let helpers = state.withLock { state in
            state.closed = true
            defer { state.running = [:] }
            return Array(state.running.values)
        }
        for helper in helpers { helper.end() }
    }
}
