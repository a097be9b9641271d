import ArgumentParser
import Glibc

/// Options of `lp` that are not part of a ticket.
struct LPHabits: ParsableArguments {
    @Flag(name: .customShort("s"), help: "Do not report queued jobs.")
    var silent = false

    @Option(
        name: .customShort("i"),
        help: ArgumentHelp(
            "Change a job in the queue, with -q, -H hold, -H resume, or -H restart.",
            valueName: "job"
        )
    )
    var job: String?

    @Flag(name: .customShort("c"), help: "Copy the file first; printq always does.")
    var copy = false

    @Flag(name: .customShort("E"), help: .hidden)
    var encrypt = false

    @Flag(name: .customShort("m"), help: .hidden)
    var mail = false

    @Option(name: .customShort("U"), help: .hidden)
    var user: String?

    /// A message for an unsupported option, with its replacement; `nil` if all are supported.
    var mistake: String? {
        if mail {
            return "printq sends no mail: to wait until the job is printed, use --wait."
        }
        if let user, user != Self.ownName {
            return "printq prints as yourself only, not as '\(user)': leave -U out."
        }
        return nil
    }

    private static var ownName: String? {
        // No other part of this program requires a user.
        guard let entry = unsafe getpwuid(getuid()) else { return nil }
        return unsafe String(cString: entry.pointee.pw_name)
    }
}
