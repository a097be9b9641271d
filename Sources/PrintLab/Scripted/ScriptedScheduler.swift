public import IPP
internal import Synchronization

/// A print scheduler of a few lines in this process, which keeps jobs as CUPS does and prints them at once.
///
/// What it takes over from CUPS: a job created with the "job-uuid" of another is a new one, a job takes a second
/// document even after the last one and prints both, a job that is held waits for its release, and only its owner may
/// change it. Its script may answer anything in its place, and lie.
///
/// ```swift
/// let scheduler = try ScriptedScheduler(path: folder + "/cups.sock", queues: [.init("office", device: .ipp)])
/// defer { scheduler.close() }
/// ```
/// A program finds it by `CUPS_SERVER`. ``close()`` must be called.
public final class ScriptedScheduler: Sendable {
    /// What stands behind a queue.
    public enum DeviceKind: Sendable {
        /// A scripted printer on loopback, which lists its own jobs.
        case ipp
        /// Something that only the scheduler can talk to.
        case other
    }

    /// A queue.
    public struct Queue: Sendable {
        /// The "printer-name".
        public var name: String
        /// What stands behind it.
        public var device: DeviceKind
        /// The time from the release of a job to its paper.
        public var printingTime: Duration

        /// Describes a queue.
        ///
        /// - Parameters:
        ///   - name: the "printer-name".
        ///   - device: what stands behind it.
        ///   - printingTime: the time from the release of a job to its paper.
        public init(_ name: String, device: DeviceKind = .ipp, printingTime: Duration = .zero) {
            self.name = name
            self.device = device
            self.printingTime = printingTime
        }
    }

    /// What came out of a printer for one job.
    public struct Paper: Sendable {
        /// The queue.
        public let queue: String
        /// The "job-id" in the scheduler.
        public let job: Int
        /// The "job-uuid", if the job had one.
        public let uuid: String?
        /// The "job-name".
        public let name: String
        /// The documents, one after the other.
        public let documents: [[UInt8]]
        /// Whether the owner of the job had let it go, as opposed to somebody else.
        public let isReleasedByOwner: Bool
    }

    /// What answers: the request, and the scheduler, which can answer decently.
    public typealias Script =
        @Sendable (ScriptedPrinter.Request, ScriptedScheduler) -> ScriptedPrinter.Answer

    private let truth: Mutex<ScriptedTruth>
    private let listener = Mutex<ScriptedPrinter?>(nil)
    private let devices: [ScriptedPrinter]

    /// All that came out of the printers so far, in its order.
    public var papers: [Paper] { withTruth { $0.papers } }

    /// Listens on a domain socket.
    ///
    /// - Parameters:
    ///   - path: a name that is free; whoever made the scheduler removes it.
    ///   - queues: the queues; each with an IPP device has a port of loopback.
    ///   - device: answers each request to a device, whose queue is named; `nil` leaves it to the decent device.
    ///   - script: answers each request to the scheduler; without one all answers are decent.
    /// - Throws: ``LabError`` where the path, or a port, cannot be listened on.
    public init(
        path: String,
        queues: [Queue],
        device: (@Sendable (ScriptedPrinter.Request, String) -> ScriptedPrinter.Answer?)? = nil,
        script: @escaping Script = { $1.decentAnswer(to: $0) }
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

    /// Ends all connections and refuses new ones, to the devices too.
    public func close() {
        listener.withLock { $0?.close() }
        for device in devices { device.close() }
    }

    /// Does what is asked, and answers as it is.
    ///
    /// - Parameter request: what was asked.
    /// - Returns: a proper reply.
    public func decentAnswer(to request: ScriptedPrinter.Request) -> ScriptedPrinter.Answer {
        .reply(reply(to: request))
    }

    /// The same answer as a message, for a script that changes it.
    ///
    /// - Parameter request: what was asked.
    /// - Returns: the reply.
    public func reply(to request: ScriptedPrinter.Request) -> IPPMessage {
        withTruth { $0.perform(request.message, request.document) }
    }

    /// What is true now, and stays so for the time of the closure.
    func withTruth<Result>(_ body: (inout ScriptedTruth) -> Result) -> Result {
        truth.withLock { truth in
            truth.settle()
            return body(&truth)
        }
    }

    /// What a device says of itself and of its jobs.
    private func deviceAnswer(
        to request: ScriptedPrinter.Request,
        of queue: String,
        _ printer: ScriptedPrinter
    ) -> ScriptedPrinter.Answer {
        guard request.message.operation == .getJobs else {
            return printer.decentAnswer(to: request)
        }
        let wantsDone =
            request.message.attributes(in: .operation)?["which-jobs"]?.string == "completed"
        var reply = IPPMessage(status: .ok, requestID: request.message.requestID)
        reply.groups += withTruth { $0.deviceJobs(of: queue, done: wantsDone) }
        return .reply(reply)
    }
}

/// The scheduler for the scripts of its own printers, which are made before it is whole.
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
