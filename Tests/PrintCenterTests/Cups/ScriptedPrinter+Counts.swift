import IPP
import PrintLab

extension ScriptedPrinter {
    /// The IPP messages of all requests so far.
    var messages: [IPPMessage] { requests.map(\.message) }
    /// What their HTTP heads said.
    var heads: [String] { requests.map(\.head) }
}
