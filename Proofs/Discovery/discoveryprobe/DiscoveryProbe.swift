import FoundationEssentials
import Glibc
import PrintCenter
import PrintModel
import ProofKit

/// Browses for printers in a process of its own, and reports what it finds.
///
/// libdbus reads the address of the bus once in a process, so a test that starts several labs, or
/// none, needs several processes.
@main
struct DiscoveryProbe {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let number = Int(arguments[2]) else {
            print("discoveryprobe watch SECONDS | cycle COUNT")
            exit(64)
        }
        switch arguments[1] {
        case "watch": try await watch(for: .seconds(number))
        default: await cycle(number)
        }
    }

    /// Prints each snapshot as a line of JSON.
    private static func watch(for time: Duration) async throws {
        let browser = ServiceBrowser()
        let start = ContinuousClock.now
        browser.start()
        let reader = Task {
            for await announcements in browser.snapshots() {
                let line = AnnouncementLine(announcements, after: ContinuousClock.now - start)
                try print(line.json)
                fflush(nil)
            }
        }
        try await Task.sleep(for: time)
        await browser.stop()
        reader.cancel()
        try await reader.value
    }

    /// Starts and stops a browser so many times, each time until it has found a printer or why it
    /// finds none, and prints the numbers of descriptors and threads before and after.
    private static func cycle(_ count: Int) async {
        let browser = ServiceBrowser()
        // The first rounds load libraries, and start the threads of the pool.
        for _ in 1...5 { await findOnce(browser) }
        let before = resources()
        for _ in 1...count { await findOnce(browser) }
        print(before.descriptors, before.threads, resources().descriptors, resources().threads)
    }

    private static func findOnce(_ browser: ServiceBrowser) async {
        browser.start()
        for await announcements in browser.snapshots()
        where !announcements.services.isEmpty || announcements.problem != nil { break }
        await browser.stop()
    }

    private static func resources() -> (descriptors: Int, threads: Int) {
        func count(_ folder: String) -> Int {
            // Without /proc the test fails, as it should.
            (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? -1
        }
        return (count("/proc/self/fd"), count("/proc/self/task"))
    }
}
