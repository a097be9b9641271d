import Hummingbird
import PrintCenter
import PrintModel

/// Operations on jobs in the queue.
///
/// Each of them is idempotent: a client that loses the response repeats the request.
extension API {
    func verbs(_ v1: inout Routes) {
        v1.post("jobs/:id/hold") { request, context in
            let job = try await printing.hold(try context.text("id"))
            return try JSON.response(job.inWords(of: request.language))
        }
        v1.post("jobs/:id/release") { request, context in
            let job = try await printing.release(try context.text("id"))
            return try JSON.response(job.inWords(of: request.language))
        }
        v1.post("jobs/:id/move") { request, context in
            let label = try context.text("id")
            let wish = try await JSON.body(MoveRequest.self, request)
            let job = try await printing.move(label, to: wish.printer)
            return try JSON.response(job.inWords(of: request.language))
        }
        v1.post("jobs/:id/priority") { request, context in
            let label = try context.text("id")
            let wish = try await JSON.body(PriorityRequest.self, request)
            guard PriorityRequest.range.contains(wish.priority) else {
                throw Problem.badPriority(wish.priority)
            }
            let job = try await printing.setPriority(label, wish.priority)
            return try JSON.response(job.inWords(of: request.language))
        }
        v1.post("jobs/:id/authenticate") { request, context in
            let label = try context.text("id")
            let wish = try await JSON.body(AuthenticateRequest.self, request)
            let job = try await printing.authenticate(label, wish)
            return try JSON.response(job.inWords(of: request.language))
        }
        v1.post("printers/:id/authenticate") { request, context in
            let name = try context.text("id")
            let wish = try await JSON.body(AuthenticateRequest.self, request)
            let printer = try await printing.authenticate(printer: name, wish)
            return try JSON.response(printer.inWords(of: request.language))
        }
        v1.post("jobs/:id/reprint") { request, context in
            let label = try context.text("id")
            let empty = ReprintRequest()
            let wish = try await JSON.body(ReprintRequest.self, request, ifEmpty: empty)
            let job = try await printing.reprint(
                label,
                wish,
                key: try request.idempotencyKey
            )
            return try JSON.response(job.inWords(of: request.language), status: .created)
        }
        v1.post("jobs/cancel") { request, _ in
            let wish = try await JSON.body(CancelRequest.self, request, ifEmpty: CancelRequest())
            let jobs = try await printing.cancelAll(
                on: wish.printer,
                force: wish.force == true,
                language: request.language
            )
            return try await JSON.array(jobs)
        }
    }
}
