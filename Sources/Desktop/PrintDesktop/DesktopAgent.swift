import FoundationEssentials
import Glibc
public import PrintCenterClient
import PrintModel
import SessionBus

/// Tells the desktop about jobs: notifications, the status icon, and the print dialog of confined programs.
///
/// It is a client of the service like any other, and there only while there is something to tell: it leaves when there are
/// no jobs, no notices on the screen, and no requests.
public actor DesktopAgent {
    /// The name on the session bus.
    public static let name = "org.printcenter.PrintCenter"
    /// The name on the session bus by which xdg-desktop-portal finds the print dialog.
    public static let portalName = "org.freedesktop.impl.portal.desktop.printcenter"
    static let path = "/org/printcenter/PrintCenter"
    static let interface = "org.printcenter.PrintCenter1"

    /// What a program of a desktop is started for.
    public struct Errand: Sendable {
        /// The socket of the service whose jobs are told.
        public var socket: String
        /// The event after which jobs are told.
        public var sequence: Int

        /// Creates an errand.
        public init(socket: String, sequence: Int) {
            (self.socket, self.sequence) = (socket, sequence)
        }
    }

    /// The time without anything to do after which it leaves.
    private static let idle = Duration.seconds(30)
    /// How much longer than usual the service may take.
    private static let patience = Patience.factor(in: ProcessInfo.processInfo.environment)
    /// The time without a job and without an event after which it reads no more.
    private static let silence = Duration.seconds(10) * patience
    /// The time that a notice waits for its picture: what it says is more urgent.
    private static let pictureTime = Duration.seconds(5) * patience
    /// The number of jobs that are read at once: those that follow are read when these have ended, or change.
    private static let page = 1000
    /// The time for which a notice that stays keeps it here, so that its buttons work.
    private static let presence = Duration.seconds(3600)

    /// Carries out the choices of the user.
    private let client: PrintCenterClient
    /// Reads jobs for notices and the icon; it starts no service that was stopped.
    private let reader: PrintCenterClient
    private let socket: String
    private let words: DesktopWords
    private let bus: BusConnection
    private let notifications: NotificationServer
    private var icon: StatusIcon?
    private var announcer: Announcer
    private var jobs: [JobID: PrintJob] = [:]
    private var following: Task<Void, Never>?
    private var requests = 0
    private var hasLostBus = false
    private var last = ContinuousClock.now
    private var lastEvent = ContinuousClock.now

    private init(client: PrintCenterClient, socket: String, bus: BusConnection) {
        (self.client, self.socket, self.bus) = (client, socket, bus)
        var reader = client
        reader.startsStopped = false
        self.reader = reader
        words = DesktopWords(language: client.language)
        announcer = Announcer(words: words)
        let folder = socket.lastIndex(of: "/").map { String(socket[..<$0]) } ?? "/tmp"
        notifications = NotificationServer(
            bus: bus,
            words: words,
            icon: Self.name,
            pictures: PictureFolder(path: folder)
        )
    }

    /// Runs until there is nothing more to tell.
    ///
    /// - Parameters:
    ///   - client: A client of the user's service.
    ///   - errand: What it is started for; `nil` where the bus has started it.
    /// - Returns: 0, or 69 where there is no session bus (`EX_UNAVAILABLE` of sysexits.h).
    public static func run(client: PrintCenterClient, errand: Errand?) async -> Int32 {
        do {
            let bus = try await BusConnection()
            let socket = errand?.socket ?? client.paths.socket
            let agent = DesktopAgent(client: client, socket: socket, bus: bus)
            await bus.serve { [weak agent] call in
                guard let agent else { throw BusError(.failed, "gone") }
                return try await agent.answer(call)
            }
            if let errand, try await isDone(errand, over: bus) { return 0 }
            guard try await bus.take(name: name) || errand == nil else {
                // It has been started between the two.
                if let errand { _ = try await isDone(errand, over: bus) }
                return 0
            }
            try await agent.run(errand)
            return 0
        } catch let error as BusError where error.name == .disconnected {
            return EX_UNAVAILABLE
        } catch {
            DesktopLog.write("\(error)")
            return EX_UNAVAILABLE
        }
    }

    /// Whether a program that the bus knows, or starts, does an errand.
    private static func isDone(_ errand: Errand, over bus: BusConnection) async throws -> Bool {
        do {
            let reply = try await bus.call(
                name,
                path,
                interface,
                "Follow",
                [.string(errand.socket), .int64(Int64(errand.sequence))]
            )
            return reply.first?.truth == true
        } catch let error as BusError where error.name == .serviceUnknown {
            return false
        }
    }

    private func run(_ errand: Errand?) async throws {
        icon = StatusIcon(words: words, icon: Self.name) { [weak self] item in
            await self?.chosen(item)
        }
        try await notifications.listen()
        // Another desktop's dialog may have the name already.
        _ = try await bus.take(name: Self.portalName)
        let listening = Task {
            for await signal in bus.signals { await took(signal) }
            hasLostBus = true
        }
        defer { listening.cancel() }
        if let errand { follow(after: errand.sequence) }
        while !hasLostBus {
            try await Task.sleep(for: .seconds(1))
            await remind()
            // What it was started for has ended before it could look.
            if jobs.isEmpty, ContinuousClock.now - lastEvent > Self.silence { following?.cancel() }
            let isShowing = await notifications.isShowing
            if isShowing, ContinuousClock.now - last < Self.presence { continue }
            if following == nil, requests == 0, ContinuousClock.now - last > Self.idle { break }
        }
        await notifications.leave()
    }

    // MARK: Calls

    private func answer(_ call: BusEvent) async throws -> [BusValue] {
        requests += 1
        defer {
            requests -= 1
            last = .now
        }
        switch (call.path, call.interface) {
        case (Self.path, Self.interface):
            guard call.member == "Follow", call.arguments.count == 2,
                let sequence = call.arguments[1].integer
            else { throw BusError(.unknownMethod, call.member) }
            guard call.arguments[0].text == socket else { return [.boolean(false)] }
            follow(after: sequence)
            return [.boolean(true)]
        case (PrintPortal.path, PrintPortal.interface):
            return try await PrintPortal(client: client) { [self] in try await open($0) }
                .answer(call)
        default: throw BusError(.unknownMethod, call.member)
        }
    }

    // MARK: Jobs

    /// Follows the jobs until there are none.
    private func follow(after sequence: Int) {
        guard following == nil else { return }
        lastEvent = .now
        following = Task {
            do {
                try await readJobs()
                let changes = reader.follow(
                    [],
                    as: .desktop,
                    after: sequence,
                    limit: Self.page
                )
                for try await job in changes {
                    await took([job])
                    if jobs.isEmpty { try await readJobs() }
                    if jobs.isEmpty { break }
                }
            } catch {
                DesktopLog.write("\(error)")
            }
            jobs = [:]
            await showIcon()
            following = nil
            last = .now
        }
    }

    /// Reads the first jobs.
    private func readJobs() async throws {
        await took(try await reader.jobs(JobFilter(), JobPage(limit: Self.page)).jobs)
    }

    private func took(_ some: [PrintJob]) async {
        lastEvent = .now
        // The list of jobs may be newer than the events that follow it.
        let news = some.filter { job in
            guard let id = job.id else { return false }
            return jobs[id].map { job.updatedAt >= $0.updatedAt } ?? true
        }
        guard !news.isEmpty else { return }
        for job in news {
            if let id = job.id { jobs[id] = job.state.isFinal ? nil : job }
        }
        await showIcon()
        let status = try? await reader.runningService()
        announcer.level = status?.notifications ?? .all
        for job in news {
            let isWatched = job.id.map { status?.watched?.contains($0) ?? false } ?? false
            await carryOut(announcer.take(job, isWatched: isWatched, now: .now))
        }
    }

    private func remind() async {
        guard announcer.isPending else { return }
        let watched = (try? await reader.runningService())?.watched
        await carryOut(announcer.due(at: .now) { watched?.contains($0) ?? false })
    }

    private func carryOut(_ changes: [Announcer.Change]) async {
        for change in changes {
            switch change {
            case .withdraw(let slot): await notifications.withdraw(slot)
            case .show(let notice):
                do {
                    try await notifications.show(notice, picture: await picture(of: notice.job))
                } catch {
                    DesktopLog.write("no notification: \(error)")
                }
            }
        }
    }

    /// The first sheet of a job; `nil` where it cannot be shown, or not soon.
    private func picture(of job: JobID) async -> [UInt8]? {
        let drawing = Task { [reader] in try await reader.jobPreview("\(job)", face: 1, size: 256) }
        let timer = Task {
            // Time: as long as a person may wait for what the notice says
            try await Task.sleep(for: Self.pictureTime)
            drawing.cancel()
        }
        defer { timer.cancel() }
        return try? await drawing.value
    }

    private func showIcon() async {
        let sorted = jobs.values.sorted { ($0.id?.rawValue ?? 0) < ($1.id?.rawValue ?? 0) }
        await icon?.show(sorted)
    }

    // MARK: The user

    private func took(_ signal: BusEvent) async {
        for event in await notifications.take(signal) {
            last = .now
            switch event {
            case .closed(let slot): announcer.closed(slot)
            case .pressed(let press): await pressed(press)
            }
        }
    }

    private func pressed(_ press: NotificationServer.Press) async {
        do {
            switch press.action {
            case .show: try await open(PageRequest(), activation: press.activation)
            case .again: try await client.reprint("\(press.job)")
            case .cancel: _ = try await client.cancel("\(press.job)")
            }
        } catch {
            DesktopLog.write("\(error)")
        }
    }

    private func chosen(_ item: StatusMenu.Item) async {
        switch item {
        case .open, .job: try? await open(PageRequest())
        case .cancelAll: try? await cancelAll()
        }
    }

    /// Cancels the jobs of the service, those that are not shown, too.
    private func cancelAll() async throws {
        var place = JobPage(limit: Self.page)
        while true {
            let (jobs, remaining) = try await client.jobs(JobFilter(), place)
            let ids = jobs.compactMap(\.id)
            // One that has ended meanwhile needs no cancel.
            for id in ids { _ = try? await client.cancel("\(id)") }
            guard let last = ids.last, remaining ?? 0 > 0 else { return }
            place.after = last
        }
    }

    private func open(_ request: PageRequest, activation: String? = nil) async throws {
        var request = request
        request.file = true
        let file = try await client.openPage(request).file
        let isOpen = await Task.detached {
            file.map { Browser.opens($0, activation: activation) } ?? false
        }.value
        guard isOpen else { throw BusError(.failed, "no browser could be opened") }
    }
}
