import FoundationEssentials
import PrintModel
import ProofKit

extension HTTPReply {
    /// The problem document in the reply; `nil` for a success.
    var problem: Problem? {
        isSuccess ? nil : try? WireFormat.decode(Problem.self, from: Data(body))
    }

    /// Decodes the content of a success; `nil` where it is of another type.
    func success<Value: Decodable>(_ type: Value.Type) -> Value? {
        isSuccess ? try? value(type) : nil
    }
}
