import PrintModel
import Synchronization

/// Counts the connections that no listener took, because they are not the user's.
final class Strangers: Sendable {
    private let number = Atomic(0)

    /// How many there were.
    var count: Int { number.load(ordering: .relaxed) }

    /// Counts one.
    func add() { number.add(1, ordering: .relaxed) }

    /// Adds the number to the measurements of the service.
    func write(to text: inout MetricsText) {
        let name = "printcenter_refused_connections_total"
        text.begin(name, .counter, "Connections that were closed as those of other users.")
        text.add(name, count)
    }
}
