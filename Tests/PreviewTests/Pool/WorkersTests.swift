import FoundationEssentials
import Glibc
import ProofKit
import Synchronization
import Testing

@testable import QuickPreview

@Suite struct `Threads for blocking work` {
    private final class Counts: Sendable {
        let now = Mutex(0)
        let most = Mutex(0)
        let done = Atomic(0)
    }

    @Test(arguments: [true, false])
    func `do all of it, and are no more than the limit`(isPatient: Bool) async {
        let workers = Workers(limit: 4, isPatient: isPatient)
        let counts = Counts()
        await withTaskGroup { group in
            for _ in 0..<1000 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        workers.run {
                            let now = counts.now.withLock { now in
                                now += 1
                                return now
                            }
                            counts.most.withLock { $0 = max($0, now) }
                            sched_yield()
                            counts.now.withLock { $0 -= 1 }
                            counts.done.add(1, ordering: .relaxed)
                            continuation.resume()
                        }
                    }
                }
            }
        }
        #expect(counts.done.load(ordering: .relaxed) == 1000)
        #expect((1...4).contains(counts.most.withLock { $0 }))
    }

    @Test func `wait for the next work, and end without any`() async throws {
        let workers = Workers(limit: 4)
        func thread() async -> String {
            await withCheckedContinuation { continuation in
                workers.run {
                    let path = "/proc/thread-self"
                    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
                    continuation.resume(returning: "/proc/" + (link ?? ""))
                }
            }
        }
        let first = await thread()
        #expect(first.contains("/task/"))
        // It gives the result before it waits, so that another thread may begin meanwhile.
        try await wait(for: "the first thread to take more work") { await thread() == first }
        try await wait(for: "the end of the thread") { unsafe access(first, F_OK) != 0 }
        #expect(await thread().contains("/task/"), "another thread begins")
    }
}
