import Glibc
import ProofKit

extension HostLab {
    /// Whether one host at a time has the queue, because the service knows no others.
    var isSingle: Bool {
        guard let host = hosts.first(where: \.isReady) else { return false }
        guard let known = try? host.knownHosts() else { return false }
        return known.hosts == nil
    }

    /// Waits until all hosts run, and each has printers; or one of them, where the others have to wait for it.
    func waitUntilSound() throws {
        var found = ""
        do {
            try waitBlocking(for: "sound hosts", limit: .seconds(90), every: .milliseconds(50)) {
                found = hosts.map { "\($0.name) \($0.isReady) \($0.startFailure)" }.description
                guard let asked = hosts.first(where: \.isReady) else { return false }
                // A host that has just come back may not reply yet.
                guard let known = try? asked.knownHosts() else { return false }
                guard let known = known.hosts else { return true }
                found += " \(known)"
                let sound = known.filter { $0.state == "alive" && !$0.lanes.isEmpty }
                return hosts.allSatisfy(\.isReady) && sound.count == hosts.count
            }
        } catch {
            throw ProofError("\(error): \(found)")
        }
    }
}
