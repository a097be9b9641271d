package import CForbiddenActs

/// What a child does in place of its work, as a library under the control of a malicious document
/// would.
///
/// It travels as the payload of a request: of one for a card where the answer matters, and of one that
/// writes where the output does.
package enum Trial: Equatable, Sendable {
    /// Raises a signal.
    case raise(Int32)
    /// Calls `exit`.
    case exit(Int32)
    /// Waits forever.
    case hang
    /// Computes forever.
    case spin
    /// Uses all the memory that it gets.
    case exhaustMemory
    /// Answers, and writes the word `late` to its output after that.
    case writeLate
    /// Tries what the sandbox must refuse; the answer has the result as its title.
    case act(forbidden_act, number: UInt32 = 0, name: String = "")

    private static let mark = "trial"

    /// The payload of the request.
    package var payload: [UInt8] {
        let fields: [String] =
            switch self {
            case .raise(let signal): ["raise", "\(signal)"]
            case .exit(let code): ["exit", "\(code)"]
            case .hang: ["hang"]
            case .spin: ["spin"]
            case .exhaustMemory: ["exhaust-memory"]
            case .writeLate: ["write-late"]
            case .act(let act, let number, let name): ["act", "\(act.rawValue)", "\(number)", name]
            }
        return Array(([Self.mark] + fields).joined(separator: "\n").utf8)
    }

    /// Reads a payload; `nil` where it is not a trial.
    package init?(payload: [UInt8]) {
        let fields = String(decoding: payload, as: UTF8.self)
            .split(separator: "\n", maxSplits: 4, omittingEmptySubsequences: false)
        guard fields.count > 1, fields[0] == Self.mark else { return nil }
        let numbers = fields.dropFirst(2).map { Int32($0) }
        switch (fields[1], numbers.first ?? nil) {
        case ("raise", let signal?): self = .raise(signal)
        case ("exit", let code?): self = .exit(code)
        case ("hang", _): self = .hang
        case ("spin", _): self = .spin
        case ("exhaust-memory", _): self = .exhaustMemory
        case ("write-late", _): self = .writeLate
        case ("act", let act?):
            guard fields.count == 5, let number = UInt32(fields[3]) else { return nil }
            self = .act(
                forbidden_act(rawValue: UInt32(bitPattern: act)),
                number: number,
                name: String(fields[4])
            )
        default: return nil
        }
    }
}
