/// The counts of jobs that went straight to a printer, and their required values.
package struct DirectTally: Sendable {
    /// What fails while jobs are printed.
    package enum Failure: String, Sendable, CaseIterable {
        /// The service is killed.
        case service
        /// The printer is switched off, and on again.
        case printer
        /// The network ends in the middle of a document, and comes back; at times the service is
        /// killed meanwhile.
        case network
    }

    let failure: Failure
    let printer: String
    let wanted: Int
    var failures = 0
    /// The states of the newest job at the moment of the failure.
    var states: [String: Int] = [:]
    var jobs = 0
    /// Completed jobs that the printer received once, and as a whole.
    var completed = 0
    var canceled = 0
    /// Failed jobs with the reason `delivery-uncertain`.
    var uncertain = 0
    /// Jobs among ``uncertain`` that the printer received.
    var uncertainReceived = 0
    /// Failures of the network after which the printer had to be switched off and on: it waited for a
    /// connection whose other end was gone.
    var restarts = 0
    /// Jobs that are missing, completed without paper, or failed for another reason.
    var lost = 0
    /// Jobs that the printer received more than once.
    var twice = 0
    /// Jobs called completed of which a copy was cut off.
    var cut = 0
    /// Copies that were cut off, whatever their jobs are called.
    ///
    /// When the service is killed, the kernel resets its connection, so that no printer prints them.
    /// Where the network or the printer fails, no reset arrives.
    var cutCopies = 0
    /// The faults, as sentences.
    package var complaints: [String] = []
    var seconds = 0

    init(_ failure: Failure, of printer: String, wanted: Int) {
        (self.failure, self.printer, self.wanted) = (failure, printer, wanted)
    }

    /// Whether every count has its required value.
    package var isGood: Bool {
        // After a few failures, all jobs may be in doubt.
        failures >= wanted && (completed > 0 || wanted < 10) && lost == 0 && twice == 0 && cut == 0
            && (failure != .service || cutCopies == 0) && completed + canceled + uncertain == jobs
            && complaints.isEmpty
    }

    /// A table of the counts.
    package var table: String {
        let states = states.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let rows: [(String, Int, String)] =
            [
                ("jobs acknowledged", jobs, "> 0"),
                ("  completed: received once, and whole", completed, wanted < 10 ? "" : "> 0"),
                ("  canceled, as wished", canceled, ""),
                ("  in doubt, and said to be", uncertain, ""),
                ("    of these received, never twice", uncertainReceived, ""),
                ("lost", lost, "0"),
                ("received twice", twice, "0"),
                ("cut off, but called completed", cut, "0"),
                ("cut off, in doubt or not", cutCopies, failure == .service ? "0" : ""),
            ] + (failure == .network ? [("printers switched off and on", restarts, "")] : [])
        let lines = rows.map { name, count, goal in
            let gap = String(repeating: " ", count: 46 - name.count - "\(count)".count)
            return "\(name)\(gap)\(count)  \(goal)"
        }
        let title =
            "\(printer): \(failures) failures of the \(failure.rawValue) (>= \(wanted)), \(seconds) s"
        return ([title, "  newest job then: " + states.joined(separator: ", ")] + lines)
            .joined(separator: "\n") + (isGood ? "" : "\nNOT MET")
    }
}
