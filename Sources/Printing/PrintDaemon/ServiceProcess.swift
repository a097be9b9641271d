import FoundationEssentials
import Glibc
import Logging
import NIOCore
import PrintCenter
import PrintModel
import QuickPreview
import ServiceLifecycle
import UnixSignals

/// The process of the service from its start to its end.
struct ServiceProcess: Sendable {
    let settings: ServiceSettings
    let folders: ServiceFolders

    func run(_ readiness: Readiness) async throws {
        umask(0o077)
        var log = Logger(label: "printcenterd") { StreamLogHandler.standardError(label: $0) }
        log.logLevel = .notice
        let previewer = Previewer(
            configuration: PreviewerConfiguration(
                crashRecord: PreviewerConfiguration.usualCrashRecord
            )
        )
        let printing = try await open(previewer, log)
        let activity = Activity()
        let readers = EventReaders()
        let (stops, stop) = AsyncStream<Void>.makeStream()
        let strangers = Strangers()
        let door = PageDoor(
            limits: settings.limits,
            idle: settings.pageIdle,
            wait: settings.pageWait,
            socket: settings.paths.socket,
            activity: activity,
            strangers: strangers,
            log: log
        )
        let api = API(
            printing: printing,
            previewer: previewer,
            activity: activity,
            readers: readers,
            strangers: strangers,
            socket: settings.paths.socket,
            patience: settings.limits.patience,
            stop: { stop.yield() },
            openPage: { try await door.open($0) },
            pageVisit: { await door.visit($0) }
        )
        await door.serve(api)

        let server = APIServer(
            place: folders.handed.map { .handed($0) } ?? .path(settings.paths.socket),
            api: api,
            limits: settings.limits,
            log: log,
            isServing: {
                folders.protectSocket()
                folders.claim()
                readiness.report(["ready"])
            }
        )

        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(service: DeliveryService(printing: printing)),
                    .init(service: door),
                    .init(
                        service: DesktopStarter(
                            printing: printing,
                            readers: readers,
                            socket: settings.paths.socket,
                            patience: settings.patience,
                            log: log
                        )
                    ),
                    .init(service: server),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint, .sighup],
                logger: log
            )
        )
        let idle = settings.idle
        let latestEnd = LatestEnd(removing: folders.ownSocket)
        let watch = Task {
            await waitForEnd(stops, idle, activity, printing)
            latestEnd.begin()
            await group.triggerGracefulShutdown()
        }
        defer { withExtendedLifetime(latestEnd) { watch.cancel() } }
        do {
            try await group.run()
        } catch let error as IOError where !readiness.hasReported {
            let why = unsafe strerror(error.errnoCode).map { unsafe String(cString: $0) }
            throw StartProblem(
                .socketNotCreated,
                path: settings.paths.socket,
                errno: error.errnoCode,
                why ?? "error \(error.errnoCode)"
            )
        }
        folders.removeSocket()
        await previewer.close()
    }

    private func open(_ previewer: Previewer, _ log: Logger) async throws -> PrintService {
        do {
            var configuration = PrintService.Configuration(
                stateFolder: settings.paths.state,
                user: settings.user
            )
            configuration.settingsFolder = settings.paths.settings
            configuration.environment = ProcessInfo.processInfo.environment
            configuration.patience = settings.patience
            return try await PrintService(
                configuration: configuration,
                preparer: PreviewPreparer(previewer: previewer),
                log: log
            )
        } catch is StoreNewerError {
            throw StartProblem(.queueNewer, ["path": settings.paths.state])
        } catch let problem as DatabaseProblem {
            throw StartProblem(problem)
        } catch let error as StoreLostError {
            throw StartProblem(
                .queueLost,
                ["path": settings.paths.state, "documents": "\(error.documents)"]
            )
        } catch {
            let isDamaged = (error as? StoreError)?.code == .damaged
            throw StartProblem(
                isDamaged ? .queueDamaged : .queueFailed,
                ["path": settings.paths.state, "detail": "\(error)"]
            )
        }
    }

    /// Returns when a client asks the service to stop, or when it has been idle for a while.
    private func waitForEnd(
        _ stops: AsyncStream<Void>,
        _ idle: Duration,
        _ activity: Activity,
        _ printing: PrintService
    ) async {
        await withTaskGroup { group in
            group.addTask {
                for await _ in stops { return }
            }
            group.addTask {
                while !Task.isCancelled {
                    // Canceled when a client asks the service to stop.
                    try? await Task.sleep(for: min(idle, .seconds(1)))
                    guard let time = activity.idleTime, time >= idle else { continue }
                    // An unreadable store may contain jobs: stay.
                    let hasJobs = try? await printing.hasActiveJobs()
                    if hasJobs == false, activity.idleTime != nil { return }
                }
            }
            await group.next()
            group.cancelAll()
        }
    }
}

/// Delivers jobs to their printers for as long as the service runs.
private struct DeliveryService: Service {
    let printing: PrintService

    func run() async throws {
        await cancelWhenGracefulShutdown {
            // It ends by cancellation only.
            try? await printing.run()
        }
    }
}

/// Serves the API to the programs of the user for as long as the service runs.
private struct APIServer: Service {
    /// The time for responses in progress at its end; readers of events do not keep the service alive.
    private static let grace = Duration.seconds(2)

    let place: Listener.Place
    let api: API
    let limits: ConnectionLimits
    let log: Logger
    /// Called once connections are accepted.
    let isServing: @Sendable () -> Void

    func run() async throws {
        let listener = try await Listener(
            at: place,
            responder: api.responder,
            limits: limits,
            strangers: api.strangers,
            grace: Self.grace,
            log: log
        )
        isServing()
        await listener.run()
    }
}
