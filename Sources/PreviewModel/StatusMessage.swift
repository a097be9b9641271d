/// What the zygote itself says: that it is ready, and what became of a child.
public enum StatusMessage: Equatable, Sendable {
    /// The zygote serves requests of this family.
    case ready(RendererFamily)
    /// The zygote cannot serve; `reason` is a number of ``Refusal``.
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

        /// How a child ended.
        public init(signal: Int32, code: Int32, milliseconds: UInt32, mebibytes: UInt32) {
            self.signal = signal
            self.code = code
            self.milliseconds = milliseconds
            self.mebibytes = mebibytes
        }
    }

    /// The size of every status, in bytes.
    public static let size = 24
    private static let mark: UInt32 = 0x5053_0001

    /// The status as bytes.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.mark)
        switch self {
        case .ready(let family):
            writer.write(UInt32(1))
            writer.write(Int32(family.rawValue))
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
            let mebibytes = try? reader.read(UInt32.self)
        else { return nil }
        switch which {
        case 1:
            guard let family = UInt8(exactly: first).flatMap(RendererFamily.init) else {
                return nil
            }
            self = .ready(family)
        case 2:
            guard let refusal = Refusal(rawValue: first) else { return nil }
            self = .unable(refusal)
        case 3: self = .started
        case 4:
            self = .ended(
                Ended(
                    signal: first,
                    code: code,
                    milliseconds: milliseconds,
                    mebibytes: mebibytes
                )
            )
        case 5: self = .notStarted(errno: first)
        default: return nil
        }
    }
}
