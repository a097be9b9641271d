/// A status that the zygote itself reports: that it is ready, or what became of a child.
public enum StatusMessage: Equatable, Sendable {
    /// The zygote serves requests.
    case ready(Readiness)
    /// The zygote cannot serve.
    case unable(Refusal)
    /// A child has received the request.
    case started
    /// The child has ended.
    case ended(Ended)
    /// No child could be started; the error number of the system.
    case notStarted(errno: Int32)

    /// The reason why a zygote cannot serve.
    public enum Refusal: Int32, Sendable {
        /// The database of file types cannot be loaded.
        case fileTypes = 1
        /// The library of the family cannot be loaded, or does not start.
        case renderer = 2
        /// The zygote has more than one thread, so that forking is unsafe.
        case threads = 3
        /// The system refused a resource.
        case system = 4
        /// The kernel has no Landlock, or Landlock is disabled.
        case landlock = 5
        /// The kernel has no filter of system calls, or it is disabled.
        case filter = 6
        /// Memory and processor time cannot be limited.
        case limits = 7

        /// The missing layer of the sandbox, where that is the reason.
        public var missingLayer: ConfinementLevel.Layer? {
            switch self {
            case .landlock: .landlock
            case .filter: .filter
            case .limits: .limits
            default: nil
            }
        }
    }

    /// The report of a zygote that is ready.
    public struct Readiness: Equatable, Sendable {
        /// The family that it serves.
        public var family: RendererFamily
        /// The sandbox of its children.
        public var confinement: ConfinementLevel
        /// A number that changes when the program or one of its libraries is replaced.
        public var edition: UInt64
        /// The time that the start took, in microseconds.
        public var microseconds: UInt32

        /// The report of a zygote.
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

    /// The progress of a child.
    public enum Stage: UInt8, Sendable {
        /// It set itself up, before the document was opened.
        case starting = 0
        /// It moved the descriptors to their places.
        case descriptors = 1
        /// It limited its resources.
        case limits = 2
        /// It entered its sandbox.
        case sandbox = 3
        /// It read the document.
        case reading = 4
        /// It sent its answer.
        case answering = 5

        /// Whether the child had not touched the document yet.
        public var isSetUp: Bool { rawValue < Self.reading.rawValue }
    }

    /// The end of a child.
    public struct Ended: Equatable, Sendable {
        /// The signal that ended it, or 0.
        public var signal: Int32
        /// The exit code, where no signal ended it.
        public var code: Int32
        /// The processor time that it used, in milliseconds.
        public var milliseconds: UInt32
        /// Its peak memory, in MiB.
        public var mebibytes: UInt32
        /// The number of the forbidden system call, or -1; reported by the child, which is untrusted.
        public var call: Int32
        /// Whether a library gave up because memory was refused; reported by the child.
        public var outOfMemory: Bool
        /// The progress of the child; reported by the child.
        public var stage: Stage
        /// The error number of the system at that stage, or 0; reported by the child.
        public var failure: Int32

        /// Whether it exited with code 0.
        public var isClean: Bool { signal == 0 && code == 0 }

        /// The end of a child.
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
    /// The highest signal number that `waitpid` reports.
    private static let signalLimit: Int32 = 127
    /// An upper bound for versions of Landlock.
    private static let landlockLimit: Int32 = 1000
    private static let magicNumber: UInt32 = 0x5053_0001

    /// Encodes the status.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.magicNumber)
        switch self {
        case .ready(let readiness):
            writer.write(UInt32(1))
            writer.write(Int32(readiness.family.rawValue))
            writer.write(Int32(clamping: readiness.confinement.landlock))
            writer.write(UInt32(clamping: readiness.confinement.refusesWritableCode ? 1 : 0))
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
            writer.write(UInt64(clamping: ended.outOfMemory ? 1 : 0))
            writer.write(UInt32(ended.stage.rawValue))
            writer.write(ended.failure)
        case .notStarted(let errno):
            writer.write(UInt32(5))
            writer.write(errno)
        }
        writer.pad(to: Self.size)
        return writer.bytes
    }

    /// Decodes a status; `nil` where the bytes are invalid.
    public init?(decoding bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        var reader = ByteReader(bytes)
        guard let magicNumber = try? reader.read(UInt32.self), magicNumber == Self.magicNumber,
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
            // The child itself reports the last two.
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
