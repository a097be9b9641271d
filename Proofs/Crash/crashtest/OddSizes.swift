import IPP
import Synchronization

/// Reports a wrong `job-k-octets` for the first try of jobs with such a name, as if the document had arrived truncated.
final class OddSizes: Sendable {
    private let first = Mutex<[String: Int]>([:])

    func changed(_ reply: IPPMessage, _ operation: IPPOperation) -> IPPMessage {
        guard operation == .getJobAttributes else { return reply }
        var reply = reply
        for index in reply.groups.indices where reply.groups[index].tag == .job {
            let group = reply.groups[index]
            guard group["job-name"]?.string?.hasSuffix("-odd") == true,
                let uuid = group["job-uuid"]?.string, let id = group["job-id"]?.integer,
                first.withLock({ $0[uuid, default: id] }) == id
            else { continue }
            first.withLock { $0[uuid] = id }
            reply.groups[index].attributes.removeAll { $0.name == "job-k-octets" }
            reply.groups[index].attributes.append(IPPAttribute("job-k-octets", .integer(77)))
        }
        return reply
    }
}
