internal import Dispatch
package import PrintModel
import Synchronization

/// Finds the printers that announce themselves by DNS-SD, through the Avahi daemon.
///
/// ```swift
/// let browser = ServiceBrowser()
/// browser.start()
/// for await announcements in browser.snapshots() { … }
/// await browser.stop()
/// ```
/// It browses for `_ipp._tcp` and `_ipps._tcp` in the daemon's default domain, and reports each
/// service once it is resolved. A service that says goodbye goes at once; a changed TXT record,
/// port, or address is noticed within a few seconds. A printer that is switched off without a
/// goodbye stays until its records expire, so only a request to it shows whether it is there.
///
/// All of Avahi's objects live on one thread between ``start()`` and ``stop()``.
package final class ServiceBrowser: Sendable {
    private let feed = AnnouncementFeed()
    private let run = Mutex<BrowserRun?>(nil)
    private let familiar = Familiar()

    /// Creates a browser, which does nothing before ``start()``.
    package init() {}

    deinit {
        run.withLock { $0?.waker.stop() }
        feed.finish()
    }

    /// The latest snapshot; empty and unsettled while the browser does not run.
    package var announcements: Announcements { feed.latest }

    /// Starts to browse; does nothing if the browser runs already.
    package func start() {
        run.withLock { run in
            if run == nil { run = BrowserRun(feed, familiar) }
        }
    }

    /// Names the printers that were there before, which the number of others cannot keep out.
    package func know(_ names: Set<String>) { familiar.names.withLock { $0 = names } }

    /// Stops browsing, and returns once all memory, descriptors, and the thread are given back.
    ///
    /// A call of the daemon that it does not answer delays that by up to 25 seconds.
    package func stop() async {
        let current = run.withLock { $0.take() }
        await current?.stop()
    }

    /// The latest snapshot and each later one, also after another ``start()``.
    ///
    /// A slow reader skips superseded snapshots.
    package func snapshots() -> AsyncStream<Announcements> { feed.snapshots() }
}

/// The names of printers that were there before.
private final class Familiar: Sendable {
    let names = Mutex<Set<String>>([])
}

/// The time from a start to a stop of a ``ServiceBrowser``.
private final class BrowserRun: Sendable {
    private enum End {
        case pending([CheckedContinuation<Void, Never>])
        case reached
    }

    let waker = AvahiWaker()
    private let end = Mutex(End.pending([]))

    init(_ feed: AnnouncementFeed, _ familiar: Familiar) {
        let token = feed.begin()
        // A queue of its own, and so a thread of its own while the loop blocks it.
        DispatchQueue(label: "printcenter.discovery").async { [self] in
            var loop = BrowserLoop(
                familiar: { familiar.names.withLock { $0 } },
                publish: { feed.publish($0, by: token) }
            )
            loop.run(until: waker)
            feed.end(token)
            reachEnd()
        }
    }

    /// Ends the loop, and waits for it.
    func stop() async {
        waker.stop()
        await withCheckedContinuation { continuation in
            let isOver = end.withLock { end in
                guard case .pending(let waiting) = end else { return true }
                end = .pending(waiting + [continuation])
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    private func reachEnd() {
        let last = end.withLock { end in
            defer { end = .reached }
            return end
        }
        guard case .pending(let waiting) = last else { return }
        for continuation in waiting { continuation.resume() }
    }
}
