import Glibc
import ProofKit
import Signals
import Testing

@Suite(.serialized) struct `Signals of a process` {
    /// A window's change of size has no effect where nothing handles it: a lost one ends nothing but this test.
    @Test func `arrive as soon as a handler is there`() async throws {
        for _ in 0..<100 {
            let (stream, continuation) = AsyncStream<Int32>.makeStream()
            let handler = SignalHandler(for: [SIGWINCH]) { continuation.yield($0) }
            kill(getpid(), SIGWINCH)
            let arrival = Task { await stream.first { _ in true } }
            let guardian = Task {
                // Time: a guard; the signal is lost.
                try await Task.sleep(for: .patience)
                continuation.finish()
            }
            #expect(await arrival.value == SIGWINCH)
            guardian.cancel()
            handler.stop()
        }
    }
}
