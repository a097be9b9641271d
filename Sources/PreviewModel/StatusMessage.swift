/// What the zygote itself says: that it is ready, and what became of a child.
public enum StatusMessage: Equatable, Sendable {
    /// The zygote serves requests.
    case ready(Readiness)
    /// The zygote cannot serve.
    case unable(Refusal)
    /// A child works on the request.
    case started
    /// The child has ended.
    case ended(Ended)
    /// No child could be started; the system's error number.
    case notStarted(errno: Int32)

    /// Why a zygote cannot serve.
    public enum Refusal: Int32, Sendable {
        /// The database of file types cannot be loaded.
        case fileTypes = 1
        /// The library that draws cannot be loaded or does not start.
        case renderer = 2
        /// More than one thread is running, so that forking is not safe.
        case threads = 3
        /// The system refuses what the zygote needs.
        case system = 4
        /// The kernel has no Landlock, or does not let it be used.
        case landlock = 5
        /// The kernel has no filter of system calls, or does not let it be used.
        case filter = 6
        /// Memory and time cannot be limited.
        case limits = 7

        /// The wall that is missing, where that is the reason.
        public var missingWall: ConfinementLevel.Wall? {
            switch self {
            case .landlock: .landlock
            case .filter: .filter
            case .limits: .limits
            default: nil
            }
        }
    }

    /// What a zygote says of itself.
    public struct Readiness: Equatable, Sendable {
        /// The documents that it knows.
        public var family: RendererFamily
        /// The walls around its children.
        public var confinement: ConfinementLevel
        /// A number that changes when the program or one of its libraries is replaced.
        public var edition: UInt64
        /// How long it took to become ready, in microseconds.
        public var microseconds: UInt32

        /// What a zygote says of itself.
        public init(
            family: RendererFamily,
            confinement: ConfinementLevel,
            edition: UInt64,
            microseconds: UInt32
        ) {
            self.family = family
            self.confinement = confinement
            self.edition = edition
            self.microseconds = microseconds
        }
    }

    /// How far a child came.
    public enum Stage: UInt8, Sendable {
        /// It readied itself; no byte of the document had been read.
        case starting = 0
        /// It put the descriptors in their places.
        case descriptors = 1
        /// It limited itself.
        case limits = 2
        /// It raised its walls.
        case walls = 3
        /// It read the document.
        case reading = 4
        /// It handed over what came of that.
        case answering = 5

        /// Whether the document had not been touched yet.
        public var isSetUp: Bool { rawValue < Self.reading.rawValue }
    }

    /// How a child ended.
    public struct Ended: Equatable, Sendable {
        /// The signal that ended it, or 0.
        public var signal: Int32
        /// Its exit code when no signal ended it.
        public var code: Int32
        /// The processor time that it used.
        public var milliseconds: UInt32
        /// Its memory at the peak.
        public var mebibytes: UInt32
        /// The number of the system call that the filter forbade, or -1; told by the child, which may lie.
        public var call: Int32
        /// Whether a library gave up when it was refused memory; told by the child too.
        public var outOfMemory: Bool
        /// How far it came; told by the child too.
        public var stage: Stage
        /// The system's error number when it came there, or 0.
        public var failure: Int32

        /// Whether it exited by itself, with code 0.
        public var isClean: Bool { signal == 0 && code == 0 }

        /// How a child ended.
        public init(
            signal: Int32,
            code: Int32,
            milliseconds: UInt32,
            mebibytes: UInt32,
            call: Int32 = -1,
            outOfMemory: Bool = false,
            stage: Stage = .reading,
            failure: Int32 = 0
        ) {
            self.signal = signal
            self.code = code
            self.milliseconds = milliseconds
            self.mebibytes = mebibytes
            self.call = call
            self.outOfMemory = outOfMemory
            self.stage = stage
            self.failure = failure
        }
    }

    /// The size of every status, in bytes.
    public static let size = 48
    /// The highest number of a signal, as `waitpid` reports it.
    private static let signalLimit: Int32 = 127
    /// More versions of Landlock than there will be.
    private static let landlockLimit: Int32 = 1000
    private static let mark: UInt32 = 0x5053_0001

    /// The status as bytes.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.mark)
        switch self {
        case .ready(let readiness):
            writer.write(UInt32(1))
            writer.write(Int32(readiness.family.rawValue))
            writer.write(Int32(clamping: readiness.confinement.landlock))
            writer.write(UInt32(readiness.confinement.refusesWritableCode ? 1 : 0))
            writer.write(UInt32(clamping: readiness.confinement.memoryMebibytes))
            writer.write(readiness.microseconds)
            writer.write(readiness.edition)
        case .unable(let refusal):
            writer.write(UInt32(2))
            writer.write(refusal.rawValue)
        case .started: writer.write(UInt32(3))
        case .ended(let ended):
            writer.write(UInt32(4))
            writer.write(ended.signal)
            writer.write(ended.code)
            writer.write(ended.milliseconds)
            writer.write(ended.mebibytes)
            writer.write(ended.call)
            writer.write(UInt64(ended.outOfMemory ? 1 : 0))
            writer.write(UInt32(ended.stage.rawValue))
            writer.write(ended.failure)
        case .notStarted(let errno):
            writer.write(UInt32(5))
            writer.write(errno)
        }
        writer.pad(to: Self.size)
        return writer.bytes
    }

    /// The status of these bytes, or `nil` when they are none.
    public init?(decoding bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        var reader = ByteReader(bytes)
        guard let mark = try? reader.read(UInt32.self), mark == Self.mark,
            let which = try? reader.read(UInt32.self), let first = try? reader.read(Int32.self),
            let code = try? reader.read(Int32.self),
            let milliseconds = try? reader.read(UInt32.self),
            let mebibytes = try? reader.read(UInt32.self),
            let call = try? reader.read(Int32.self), let edition = try? reader.read(UInt64.self),
            let stage = (try? reader.read(UInt32.self)).flatMap(UInt8.init(exactly:))
                .flatMap(Stage.init), let failure = try? reader.read(Int32.self)
        else { return nil }
        switch which {
        case 1:
            guard let family = UInt8(exactly: first).flatMap(RendererFamily.init),
                (0...Self.landlockLimit).contains(code), milliseconds <= 1
            else { return nil }
            self = .ready(
                Readiness(
                    family: family,
                    confinement: ConfinementLevel(
                        landlock: Int(code),
                        refusesWritableCode: milliseconds != 0,
                        memoryMebibytes: Int(mebibytes)
                    ),
                    edition: edition,
                    microseconds: UInt32(bitPattern: call)
                )
            )
        case 2:
            guard let refusal = Refusal(rawValue: first) else { return nil }
            self = .unable(refusal)
        case 3: self = .started
        case 4:
            // The last two come from the child itself.
            guard (0...Self.signalLimit).contains(first), (0...255).contains(code), call >= -1,
                edition <= 1
            else { return nil }
            self = .ended(
                Ended(
                    signal: first,
                    code: code,
                    milliseconds: milliseconds,
                    mebibytes: mebibytes,
                    call: call,
                    outOfMemory: edition != 0,
                    stage: stage,
                    failure: failure
                )
            )
        case 5: self = .notStarted(errno: first)
        default: return nil
        }
    }
}
