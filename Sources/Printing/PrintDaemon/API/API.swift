import Failpoints
import Glibc
import Hummingbird
import PrintCenter
import PrintModel
import QuickPreview

/// The HTTP API.
struct API: Sendable {
    let printing: PrintService
    let previewer: Previewer
    let activity: Activity
    let readers: EventReaders
    /// The connections of others, on all listeners.
    let strangers: Strangers
    let socket: String
    /// The time that a reader of events may fall behind.
    let patience: Duration
    let stop: @Sendable () -> Void
    /// Opens the page for the browser.
    let openPage: @Sendable (PageRequest) async throws -> PageAddress
    /// Says whether a browser has come to the page.
    let pageVisit: @Sendable (String) async -> PageVisit

    /// Dispatches requests by path.
    var responder: RouterResponder<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        router.add(middleware: Bookkeeping(activity: activity))
        router.add(middleware: Problems())
        let v1 = router.group("v1")
        for route in routes {
            v1.on(RouterPath(route.path), method: route.method) { request, context in
                try await route.respond(to: request, context)
            }
        }
        return router.buildResponder()
    }

    /// All routes below `/v1/`.
    var routes: [Route] {
        var v1 = Routes()
        service(&v1)
        printers(&v1)
        availability(&v1)
        documents(&v1)
        jobs(&v1)
        verbs(&v1)
        previews(&v1)
        presets(&v1)
        hosts(&v1)
        v1.get("events", query: ["job", "limit", "reader"]) { request, _ in
            try await events(request)
        }
        return v1.all
    }

    private func service(_ v1: inout Routes) {
        v1.get("status") { request, _ in
            var active = 0
            var trouble: Problem?
            do {
                active = try await printing.activeJobs()
            } catch let error as StoreError where error.code == .unreachable {
                // The service runs all the same, and this is what is asked.
                trouble = Problem(error)
                trouble?.parameters?["reads"] = "true"
            }
            return try JSON.response(
                ServiceStatus(
                    pid: getpid(),
                    socket: socket,
                    version: projectVersion,
                    activeJobs: active,
                    previews: PreviewStatus(previewer.statistics, in: request.language),
                    settingsProblem: printing.settingsProblem?.message(in: request.language),
                    obeysDocumentRestrictions: printing.obeysDocumentRestrictions,
                    discoveryProblem: printing.discoveryProblem?.message(in: request.language),
                    databaseProblem: trouble?.inWords(of: request.language).detail,
                    watched: readers.watched,
                    notifications: printing.notifications,
                    database: printing.database,
                    documents: printing.documentsFolder
                )
            )
        }
        v1.get("metrics") { _, _ in
            var metrics = try await printing.metrics()
            strangers.write(to: &metrics)
            return Response(
                status: .ok,
                headers: [.contentType: MetricsText.type],
                body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text))
            )
        }
        v1.put("notifications") { request, _ in
            let wish = try await JSON.body(NotificationRequest.self, request)
            try printing.setNotifications(wish.notifications)
            return try JSON.response(NotificationRequest(notifications: printing.notifications))
        }
        v1.post("stop") { _, _ in
            stop()
            return Response(status: .accepted)
        }
        v1.post("page") { request, _ in
            let wish = try await JSON.body(PageRequest.self, request, ifEmpty: PageRequest())
            return try JSON.response(try await openPage(wish))
        }
        v1.get("page/:visit") { _, context in
            try JSON.response(await pageVisit(try context.text("visit")))
        }
        v1.get("openapi.json") { _, _ in
            JSON.response(json: OpenAPI.document)
        }
    }

    private func printers(_ v1: inout Routes) {
        v1.get("printers") { request, _ in
            let language = request.language
            return try JSON.response(
                try await printing.printers().map { $0.inWords(of: language) }
            )
        }
        v1.get("printers/:id") { request, context in
            let id = try context.text("id")
            let printers = try await printing.printers()
            switch PrinterChoice.choose(named: id, among: printers) {
            case .success(let printer):
                return try JSON.response(printer.inWords(of: request.language))
            case .failure(let obstacle):
                throw Problem(noPrinter: obstacle.inWords(of: request.language))
            }
        }
        v1.put("printers/default") { request, _ in
            let choice = try await JSON.body(DefaultPrinterRequest.self, request)
            let printer = try await printing.setDefaultPrinter(choice.printer)
            return try JSON.response(printer?.inWords(of: request.language))
        }
        v1.post("printers") { request, _ in
            let wish = try await JSON.body(AddPrinterRequest.self, request)
            let printer = try await printing.addPrinter(wish)
            return try JSON.response(printer.inWords(of: request.language), status: .created)
        }
        v1.delete("printers/:id") { request, context in
            let printer = try await printing.removePrinter(try context.text("id"))
            return try JSON.response(printer.inWords(of: request.language))
        }
        v1.put("printers/:id/direct") { request, context in
            let id = try context.text("id")
            let wish = try await JSON.body(DirectRequest.self, request)
            let printer = try await printing.setDirect(id, wish.direct)
            return try JSON.response(printer.inWords(of: request.language))
        }
        v1.post("printers/:id/trust") { request, context in
            let printer = try await printing.trust(try context.text("id"))
            return try JSON.response(printer.inWords(of: request.language))
        }
        v1.post("printers/:id/identify") { request, context in
            let printer = try await printing.identify(try context.text("id"))
            return try JSON.response(printer.inWords(of: request.language))
        }
        v1.post("options") { request, _ in
            let question = try await JSON.body(OptionsRequest.self, request)
            return try JSON.response(try await printing.options(question))
        }
        v1.post("check") { request, _ in
            let question = try await JSON.body(CheckRequest.self, request)
            let answer = try await printing.check(question)
            return try JSON.response(answer.inWords(of: request.language))
        }
    }

    private func jobs(_ v1: inout Routes) {
        let filters: Set = ["all", "printer", "user", "since", "until", "limit", "after"]
        v1.get("jobs", query: filters) { request, _ in
            let query = request.uri.queryParameters
            let filter = JobFilter(
                all: try request.flag("all"),
                printer: query["printer"].map { PrinterID(rawValue: String($0)) },
                user: query["user"].map { String($0) },
                since: try request.date("since"),
                until: try request.date("until")
            )
            let page = JobPage(
                limit: try request.limit(),
                after: try request.number("after").map { JobID(rawValue: $0) }
            )
            let list = printing.jobList(filter, page: page, language: request.language)
            var response = try await JSON.array(list)
            if let remaining = try await list.remaining() {
                response.headers[.remaining] = "\(remaining)"
            }
            return response
        }
        v1.post("jobs", query: ["name", "type"]) { request, _ in try await submit(request) }
        v1.get("jobs/:id") { request, context in
            let details = try await printing.details(try context.text("id"))
            return try JSON.response(details.inWords(of: request.language))
        }
        v1.post("jobs/:id/cancel") { request, context in
            let wish = try await JSON.body(
                JobCancelRequest.self,
                request,
                ifEmpty: JobCancelRequest()
            )
            let label = try context.text("id")
            let job = try await printing.cancel(label, force: wish.force == true)
            failpoint(.answerCancel)
            return try JSON.response(job.inWords(of: request.language))
        }
    }
}
