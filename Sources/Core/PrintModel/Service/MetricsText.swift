/// Measurements in the text format of Prometheus (version 0.0.4), which OpenTelemetry's and other collectors read, too.
public struct MetricsText: Sendable {
    /// The media type of the text.
    public static let type = "text/plain; version=0.0.4; charset=utf-8"

    /// What a family of measurements is.
    public enum Kind: String, Sendable {
        /// It only grows for as long as the service runs, or the queue exists.
        case counter
        /// It goes up and down.
        case gauge
        /// How often something took at most so long.
        case histogram
    }

    /// The text so far.
    public private(set) var text = ""

    /// Creates an empty text.
    public init() {}

    /// Begins a family of measurements.
    ///
    /// - Parameters:
    ///   - name: Its name, with its unit at the end.
    ///   - kind: What it is.
    ///   - help: What is measured, in one sentence.
    public mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text +=
            "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a measurement.
    ///
    /// - Parameters:
    ///   - name: The name of its family, for a histogram with `_bucket`, `_sum`, or `_count`.
    ///   - value: The value.
    ///   - labels: Its labels, in order.
    public mutating func add(
        _ name: String,
        _ value: Double,
        _ labels: KeyValuePairs<String, String> = [:]
    ) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.key)=\"\(Self.escaped($0.value, quotes: true))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(Self.words(value))\n"
    }

    /// Adds a whole number.
    ///
    /// - Parameters:
    ///   - name: The name of its family.
    ///   - count: The number.
    ///   - labels: Its labels, in order.
    public mutating func add(
        _ name: String,
        _ count: Int,
        _ labels: KeyValuePairs<String, String> = [:]
    ) {
        add(name, Double(count), labels)
    }

    /// A number without a fraction is written as a whole one, up to where doubles have all of them.
    private static func words(_ value: Double) -> String {
        Int(exactly: value).map { $0.magnitude < 1 << 53 ? "\($0)" : "\(value)" } ?? "\(value)"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        let lines = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        return quotes ? lines.replacing("\"", with: "\\\"") : lines
    }
}
