import PrintModel
import Synchronization

/// Who reads the events of jobs at this moment.
final class EventReaders: Sendable {
    private struct State {
        /// What each reader reads that shows it to a person; empty for all jobs.
        var persons: [Int: [JobID]] = [:]
        var desktops = 0
        var next = 0
    }

    private let state = Mutex(State())

    /// A reader, from ``begin(_:_:)`` to ``end(_:)``.
    struct Place: Sendable {
        fileprivate let number: Int
        fileprivate let reader: EventReader
    }

    /// Counts a reader of jobs; of all where none are named.
    func begin(_ reader: EventReader, _ jobs: [JobID]) -> Place {
        state.withLock { state in
            state.next += 1
            switch reader {
            case .person: state.persons[state.next] = jobs
            case .desktop: state.desktops += 1
            case .program: break
            }
            return Place(number: state.next, reader: reader)
        }
    }

    /// Ends a reader.
    func end(_ place: Place) {
        state.withLock { state in
            state.persons[place.number] = nil
            if place.reader == .desktop { state.desktops -= 1 }
        }
    }

    /// What is shown to a person.
    var watched: WatchedJobs {
        let persons = state.withLock { $0.persons }
        return WatchedJobs(
            all: persons.values.contains { $0.isEmpty },
            jobs: Set(persons.values.flatMap { $0 }).sorted { $0.rawValue < $1.rawValue }
        )
    }

    /// Whether a program tells the desktop about jobs.
    var hasDesktop: Bool { state.withLock { $0.desktops > 0 } }
}
