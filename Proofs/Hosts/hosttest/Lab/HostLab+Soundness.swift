import Glibc
import PrintModel
import ProofKit

extension HostLab {
    /// Waits until all hosts run, and know each other to be alive.
    func waitUntilSound() throws {
        var found = ""
        do {
            try waitBlocking(for: "sound hosts", limit: .patience * 3, every: .milliseconds(50)) {
                found = hosts.map { "\($0.name) \($0.isReady) \($0.startFailure)" }.description
                guard hosts.allSatisfy(\.isReady) else { return false }
                // A host that has just come back may not reply yet.
                guard let known = try? hosts[0].knownHosts() else { return false }
                found += known.map { " \($0.name) \($0.state)" }.joined()
                return known.count { $0.state == .alive } == hosts.count
            }
        } catch {
            throw ProofError("\(error): \(found)")
        }
    }
}
