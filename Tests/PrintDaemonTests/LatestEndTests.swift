import Glibc
import ProofKit
import Testing

@testable import PrintDaemon

@Suite struct `The latest end of the service` {
    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `comes where every thread of its tasks hangs`(number: Int32) async {
        await #expect(processExitsWith: .exitCode(0)) { [number] in
            // Time: a guard; it ends the process by a signal, which is not what is expected
            alarm(UInt32(clamping: Duration.patience.components.seconds))
            let end = await LatestEnd(removing: nil, within: 1)
            for _ in 0..<1000 {
                Task.detached { while true { pause() } }
            }
            kill(getpid(), number)
            while true { pause() }
            withExtendedLifetime(end) {}
        }
    }
}
