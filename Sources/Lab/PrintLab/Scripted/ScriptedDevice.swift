public import IPP
internal import Synchronization

/// A simulated printer in this process that gets jobs straight, and treats documents as real printers
/// do, also those that do not arrive whole.
///
/// It prints what it has of a document whose connection ends regularly, and calls that completed. After
/// a reset it drops the document. Its ``papers`` tell what came out, whatever it says of its jobs. The
/// scripts may replace any reply, even with a false one.
///
/// ```swift
/// let device = try ScriptedDevice(traits: .init(printingTime: .milliseconds(60)))
/// defer { device.close() }
/// ```
public final class ScriptedDevice: Sendable {
    /// How the printer differs from others.
    public struct Traits: Sendable {
        /// What of a document the printer counts.
        public enum Counting: Sendable {
            /// The sides that came out.
            case sides
            /// Nothing: its "job-impressions-completed" stays 0.
            case nothing
        }

        /// Which "job-uuid"s the printer lists.
        public enum UUIDs: CaseIterable, Sendable {
            /// That of the client, and one of its own behind it.
            case oursFirst
            /// One of its own, and that of the client behind it.
            case oursLast
            /// Only one of its own.
            case own
            /// None.
            case none
        }

        /// Whether sides come out while the document arrives.
        public var streams = false
        /// Whether it has Create-Job; otherwise a job comes with its document.
        public var hasCreateJob = true
        /// Whether it has Send-Document; otherwise Create-Job leads nowhere.
        public var hasSendDocument = true
        /// Whether it is busy while a job waits for its document.
        public var takesOneJob = true
        /// Whether it keeps a job open after a reset, until that is canceled.
        public var keepsCutJobs = false
        /// Whether it prints what it has of a document also after a reset, as after a time-out: the
        /// "multiple-operation-time-out-action" `process-job`.
        public var printsCutJobs = false
        /// How long it waits for a document, or for the rest of one, before it aborts the job: the
        /// "multiple-operation-time-out"; `nil` for ever.
        public var patience: Duration?
        /// Whether it lists no job that has ended.
        public var dropsEndedJobs = false
        /// Whether it lists when it created a job, and its own up time with it, as RFC 8011 wants.
        public var listsTimes = false
        /// What it counts.
        public var counting = Counting.sides
        /// The "job-uuid"s that it lists.
        public var uuids = UUIDs.oursFirst
        /// The longest "job-name" that it keeps, in characters; `nil` for any.
        public var longestName: Int?
        /// The time from the last byte of a document until it is on paper.
        public var printingTime = Duration.zero

        /// Creates the traits of a printer that prints a document once it has all of it.
        public init(printingTime: Duration = .zero) {
            self.printingTime = printingTime
        }
    }

    /// What came out for a job.
    public struct Paper: Sendable {
        /// The "job-id".
        public let job: Int
        /// The "job-uuid" that the client chose.
        public let uuid: String?
        /// The "job-name" that the client chose.
        public let name: String
        /// The bytes of which it was printed.
        public let document: [UInt8]
        /// Whether they are the whole document.
        public let isWhole: Bool
        /// The sides that came out.
        public let sides: Int
    }

    /// What the printer knows of a job.
    public struct Job: Sendable, Equatable {
        /// The "job-id".
        public let id: Int
        /// The "job-state".
        public let state: IPPJobState
        /// The sides that came out.
        public let sides: Int
    }

    /// A closure that replies to requests; the printer that it receives can provide the regular reply.
    public typealias Script =
        @Sendable (ScriptedPrinter.Request, ScriptedDevice) -> ScriptedPrinter.Answer
    /// A closure that the printer calls after it has read a part of a document; an answer ends the
    /// request.
    public typealias ArrivalScript =
        @Sendable (ScriptedPrinter.Arrival, ScriptedDevice) -> ScriptedPrinter.Answer?

    private let truth: Mutex<DeviceTruth>
    private let listener = Mutex<ScriptedPrinter?>(nil)
    private let attributes: [IPPAttribute]
    private let host: String
    /// The port.
    public let port: UInt16

    /// The URI of the printer in its network.
    public var uri: String { "ipp://\(host):\(port)/ipp/print" }
    /// What has come out so far, in order.
    public var papers: [Paper] { withTruth { $0.papers } }

    /// Listens on a free port.
    ///
    /// - Parameters:
    ///   - host: The IPv4 address to listen on, in the network of the calling thread; loopback by default.
    ///   - uuid: The "printer-uuid", without `urn:uuid:`.
    ///   - traits: How the printer differs from others.
    ///   - changes: Attributes in the place of the usual ones.
    ///   - arrival: The closure that the printer calls for each part of a document.
    ///   - script: The closure that replies to each request; without one, all replies are regular.
    /// - Throws: ``LabError`` where no port is free.
    public init(
        at host: String = "127.0.0.1",
        uuid: String,
        traits: Traits = Traits(),
        attributes changes: [IPPAttribute] = [],
        arrival: @escaping ArrivalScript = { _, _ in nil },
        script: @escaping Script = { .reply($1.reply(to: $0)) }
    ) throws {
        let back = WeakDevice()
        truth = Mutex(DeviceTruth(traits: traits))
        attributes = ScriptedPrinter.regularAttributes(
            changes + [IPPAttribute("printer-uuid", .uri("urn:uuid:\(uuid)"))]
        )
        self.host = host
        let printer = try ScriptedPrinter(
            at: host,
            keepsRequests: false,
            { request, _ in back.device.map { script(request, $0) } ?? .hangUp },
            arrival: { part, _ in
                guard let device = back.device else { return .hangUp }
                device.withTruth { $0.arrive(part) }
                return arrival(part, device)
            }
        )
        port = printer.port
        listener.withLock { $0 = printer }
        back.device = self
    }

    /// Closes all connections, and refuses new ones.
    public func close() {
        listener.withLock { $0?.close() }
    }

    /// Carries out a request, and returns the true reply, which a script can change.
    ///
    /// - Parameter request: The request.
    /// - Returns: The reply.
    public func reply(to request: ScriptedPrinter.Request) -> IPPMessage {
        withTruth { truth in
            guard request.message.operation == .getPrinterAttributes else {
                return truth.perform(request)
            }
            let asked = request.message.attributes(in: .operation)?["requested-attributes"]
            let names = Set(asked?.keywords ?? ["all"])
            let all =
                attributes + [IPPAttribute("printer-up-time", .integer(truth.upTime))]
            var reply = IPPMessage(status: .ok, requestID: 1)
            let isAll = !names.isDisjoint(with: ["all", "printer-description"])
            reply.append(isAll ? all : all.filter { names.contains($0.name) }, in: .printer)
            return reply
        }
    }

    // MARK: The printer itself

    /// All that the printer knows, and what has come out, at one moment.
    public struct Snapshot: Sendable {
        let truth: DeviceTruth
    }

    /// What the printer knows now.
    public var snapshot: Snapshot { withTruth { Snapshot(truth: $0) } }

    /// Returns to an earlier moment, at which the computer that sends the documents has lost its power: a document
    /// that was arriving neither goes on nor ends.
    ///
    /// - Parameter snapshot: What the printer knew.
    public func restore(_ snapshot: Snapshot) {
        listener.withLock { $0?.hangUp() }
        truth.withLock { truth in
            truth = snapshot.truth
            for index in truth.jobs.indices { truth.jobs[index].request = nil }
        }
    }

    /// Changes the traits from now on.
    ///
    /// - Parameter traits: The traits.
    public func behave(_ traits: Traits) { withTruth { $0.traits = traits } }

    /// Switches the printer off and on: it forgets its jobs, and counts them from 1.
    ///
    /// - Parameter others: The number of "job-id"s that others have taken since.
    public func restart(others: Int = 0) {
        withTruth { truth in
            truth.restart()
            for _ in 0..<others { truth.addForeignJob() }
        }
        listener.withLock { $0?.hangUp() }
    }

    /// Forgets the jobs that have ended, as many printers do after a while; new ones are numbered on.
    public func forgetEndedJobs() { withTruth { $0.forgetEndedJobs() } }

    /// Closes all connections, and forgets nothing.
    public func hangUp() { listener.withLock { $0?.hangUp() } }

    /// Ends the jobs that wait for a document, or for the rest of one, and prints what is there.
    public func processIncompleteJobs() { withTruth { $0.processIncompleteJobs() } }

    /// Lets the next document end early: half of its sides come out, and the job counts as completed.
    public func jamNext() { withTruth { $0.jamsNext = true } }

    /// Returns what the printer knows of the jobs with a "job-uuid" of the client.
    ///
    /// - Parameter uuid: The "job-uuid".
    /// - Returns: The jobs in the order of their creation.
    public func jobs(of uuid: String) -> [Job] {
        withTruth { truth in
            truth.jobs.filter { $0.uuid == uuid }
                .map { Job(id: $0.id, state: $0.state, sides: $0.sides) }
        }
    }

    /// Returns what the printer knows of the jobs whose "job-name" begins so.
    ///
    /// - Parameter start: The beginning of the name that the client has chosen.
    /// - Returns: The jobs in the order of their creation.
    public func jobs(named start: String) -> [Job] {
        withTruth { truth in
            truth.jobs.filter { $0.name.hasPrefix(start) }
                .map { Job(id: $0.id, state: $0.state, sides: $0.sides) }
        }
    }

    /// Treats the connection that brings a document as reset, because a script ends it.
    ///
    /// - Parameter request: The number of the request.
    public func endConnection(ofRequest request: Int) {
        withTruth { $0.endConnection(ofRequest: request) }
    }

    /// Returns the "job-uuid" that the client has chosen for a job.
    ///
    /// - Parameter job: The "job-id".
    /// - Returns: The UUID; `nil` where there is no such job.
    public func uuid(ofJob job: Int) -> String? {
        withTruth { $0.jobs.first { $0.id == job }?.uuid }
    }

    /// Returns the "job-name" that the client has chosen for a job.
    ///
    /// - Parameter job: The "job-id".
    /// - Returns: The name; `nil` where there is no such job.
    public func name(ofJob job: Int) -> String? {
        withTruth { $0.jobs.first { $0.id == job }?.name }
    }

    /// The attributes of a printer that reads only PWG raster, in gray.
    ///
    /// - Parameters:
    ///   - pixels: The "pwg-raster-document-type-supported".
    ///   - dotsPerInch: The only resolution.
    ///   - sheetBack: The "pwg-raster-document-sheet-back".
    /// - Returns: The changes for an initializer.
    public static func rasterAttributes(
        pixels: [String] = ["sgray_8"],
        dotsPerInch: [Int32] = [75],
        sheetBack: String = "normal"
    ) -> [IPPAttribute] {
        [
            IPPAttribute("document-format-default", .mimeType("image/pwg-raster")),
            IPPAttribute("document-format-supported", .mimeType("image/pwg-raster")),
            IPPAttribute("pwg-raster-document-type-supported", pixels.map { .keyword($0) }),
            IPPAttribute(
                "pwg-raster-document-resolution-supported",
                dotsPerInch.map {
                    .resolution(IPPResolution(crossFeed: $0, feed: $0, units: 3))
                }
            ),
            IPPAttribute("pwg-raster-document-sheet-back", .keyword(sheetBack)),
        ]
    }

    /// The number of sides of a document: of its page objects, or of the page headers of a raster file, as
    /// far as they have arrived.
    ///
    /// - Parameter document: The document, or a part of one.
    /// - Returns: The number of sides.
    public static func sides(of document: [UInt8]) -> Int { DeviceTruth.sides(of: document) }

    /// Runs a closure with exclusive access to the actual state.
    private func withTruth<Result>(_ body: (inout DeviceTruth) -> Result) -> Result {
        truth.withLock { truth in
            truth.settle()
            return body(&truth)
        }
    }
}

/// A weak reference to the device, for the scripts of the printer that is created before it.
private final class WeakDevice: Sendable {
    private struct Reference: Sendable {
        weak var device: ScriptedDevice?
    }

    private let reference = Mutex(Reference())

    var device: ScriptedDevice? {
        get { reference.withLock(\.device) }
        set { reference.withLock { $0.device = newValue } }
    }
}
