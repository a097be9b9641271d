public import IPP
internal import Synchronization

/// A simulated print scheduler in this process, which manages jobs as CUPS does and prints them at
/// once.
///
/// It shares these traits with CUPS: a job created with the "job-uuid" of another one is a new job,
/// a job accepts a second document even after the last one and prints both, a held job waits for
/// its release, and only the owner may change a job. The script may replace any response, even with
/// a false one.
///
/// ```swift
/// let scheduler = try ScriptedScheduler(path: folder + "/cups.sock", queues: [.init("office", device: .ipp)])
/// defer { scheduler.close() }
/// ```
/// Clients find it by `CUPS_SERVER`. Call ``close()`` when done.
public final class ScriptedScheduler: Sendable {
    /// The kind of device that a queue prints to.
    public enum DeviceKind: Sendable {
        /// A scripted printer on loopback, which reports its jobs.
        case ipp
        /// A device that only the scheduler can communicate with.
        case other
    }

    /// A queue.
    public struct Queue: Sendable {
        /// The "printer-name".
        public var name: String
        /// The kind of device that it prints to.
        public var device: DeviceKind
        /// The time from the release of a job until its paper comes out.
        public var printingTime: Duration

        /// Creates a queue.
        ///
        /// - Parameters:
        ///   - name: The "printer-name".
        ///   - device: The kind of device that it prints to.
        ///   - printingTime: The time from the release of a job until its paper comes out.
        public init(_ name: String, device: DeviceKind = .ipp, printingTime: Duration = .zero) {
            self.name = name
            self.device = device
            self.printingTime = printingTime
        }
    }

    /// The output of a printer for one job.
    public struct Paper: Sendable {
        /// The "printer-name" of the queue.
        public let queue: String
        /// The "job-id" in the scheduler.
        public let job: Int
        /// The "job-uuid", if the job has one.
        public let uuid: String?
        /// The "job-name".
        public let name: String
        /// The documents, in order.
        public let documents: [[UInt8]]
        /// Whether the job's owner released it, rather than another user.
        public let isReleasedByOwner: Bool
    }

    /// A closure that replies to requests; the scheduler that it receives can provide the regular
    /// response.
    public typealias Script =
        @Sendable (ScriptedPrinter.Request, ScriptedScheduler) -> ScriptedPrinter.Answer

    private let truth: Mutex<ScriptedTruth>
    private let listener = Mutex<ScriptedPrinter?>(nil)
    private let devices: [ScriptedPrinter]

    /// The output of all printers so far, in order.
    public var papers: [Paper] { withTruth { $0.papers } }

    /// Listens on a Unix domain socket.
    ///
    /// - Parameters:
    ///   - path: An unused path; the caller removes the socket.
    ///   - queues: The queues; each one with an IPP device gets a loopback port.
    ///   - device: The closure that replies to requests to a device, with the name of its queue;
    ///     `nil` sends the regular response.
    ///   - script: The closure that replies to each request to the scheduler; without one, all
    ///     responses are regular.
    /// - Throws: ``LabError`` where listening on the path, or on a port, fails.
    public init(
        path: String,
        queues: [Queue],
        device: (@Sendable (ScriptedPrinter.Request, String) -> ScriptedPrinter.Answer?)? = nil,
        script: @escaping Script = { $1.regularReply(to: $0) }
    ) throws {
        let back = WeakScheduler()
        var states: [ScriptedTruth.QueueState] = []
        var devices: [ScriptedPrinter] = []
        for queue in queues {
            var uri = "socket://127.0.0.1:9"
            if queue.device == .ipp {
                let printer = try ScriptedPrinter(keepsRequests: false) { request, printer in
                    device?(request, queue.name)
                        ?? back.scheduler?.deviceAnswer(to: request, of: queue.name, printer)
                        ?? .hangUp
                }
                devices.append(printer)
                uri = printer.uri
            }
            states.append(ScriptedTruth.QueueState(queue: queue, uri: uri))
        }
        self.devices = devices
        truth = Mutex(ScriptedTruth(queues: states))
        back.scheduler = self
        let socket = try ScriptedPrinter(path: path, keepsRequests: false) { request, _ in
            guard let scheduler = back.scheduler else { return .hangUp }
            return script(request, scheduler)
        }
        listener.withLock { $0 = socket }
    }

    /// Closes all connections, including those of the devices, and refuses new ones.
    public func close() {
        listener.withLock { $0?.close() }
        for device in devices { device.close() }
    }

    /// Carries out the request, and replies truthfully.
    ///
    /// - Parameter request: The request.
    /// - Returns: The regular response.
    public func regularReply(to request: ScriptedPrinter.Request) -> ScriptedPrinter.Answer {
        .reply(reply(to: request))
    }

    /// Carries out the request, and returns the response as a message, which a script can change.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    public func reply(to request: ScriptedPrinter.Request) -> IPPMessage {
        withTruth { $0.perform(request.message, request.document) }
    }

    /// Runs a closure with exclusive access to the actual state.
    func withTruth<Result>(_ body: (inout ScriptedTruth) -> Result) -> Result {
        truth.withLock { truth in
            truth.settle()
            return body(&truth)
        }
    }

    /// The regular response of a device about itself and its jobs.
    private func deviceAnswer(
        to request: ScriptedPrinter.Request,
        of queue: String,
        _ printer: ScriptedPrinter
    ) -> ScriptedPrinter.Answer {
        guard request.message.operation == .getJobs else {
            return printer.regularReply(to: request)
        }
        let wantsDone =
            request.message.attributes(in: .operation)?["which-jobs"]?.string == "completed"
        var reply = IPPMessage(status: .ok, requestID: request.message.requestID)
        reply.groups += withTruth { $0.deviceJobs(of: queue, done: wantsDone) }
        return .reply(reply)
    }
}

/// A weak reference to the scheduler, for the scripts of printers that are created before it.
private final class WeakScheduler: Sendable {
    private struct Reference: Sendable {
        weak var scheduler: ScriptedScheduler?
    }

    private let reference = Mutex(Reference())

    var scheduler: ScriptedScheduler? {
        get { reference.withLock(\.scheduler) }
        set { reference.withLock { $0.scheduler = newValue } }
    }
}
