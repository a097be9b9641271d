import PrintCenter
import PrintModel

/// The hosts of the queue.
extension API {
    func hosts(_ v1: inout Routes) {
        v1.get("hosts") { _, _ in
            try JSON.response(try await printing.hosts())
        }
        for (verb, isDraining) in [("drain", true), ("return", false)] {
            v1.post("hosts/:name/\(verb)") { _, context in
                let name = try context.text("name")
                return try JSON.response(try await printing.setDraining(isDraining, host: name))
            }
        }
        v1.delete("hosts/:name") { _, context in
            try JSON.response(try await printing.removeHost(try context.text("name")))
        }
    }
}
