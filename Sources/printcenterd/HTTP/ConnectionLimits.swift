import NIOCore

/// How long the service waits for the other end of a connection, and how many it holds.
///
/// Whoever is slow is only slow for himself, but each connection costs memory and a descriptor, and
/// a program that hangs would keep both for ever.
struct ConnectionLimits: Sendable {
    /// How many connections are open at once.
    var connections = 512
    /// How long the head of a request may take, counted from the connection or its first byte.
    var head = TimeAmount.seconds(10)
    /// How long a connection may wait for the next request.
    var idle = TimeAmount.seconds(60)
    /// How long a body of a known length may take for each ``bodyStep``.
    var body = TimeAmount.seconds(30)
    /// How much longer than that all steps of a body together may take whose length is not known:
    /// somebody prints what a program is still writing, and it may think, but not for ever.
    var pipe = TimeAmount.seconds(600)
    /// How many bytes of a body have to come within the time, unless it ends.
    var bodyStep = 1024
    /// How long an answer may wait for its reader without a byte being taken.
    var answer = TimeAmount.seconds(30)
    /// The same, for readers of events that fall behind.
    var patience: Duration { .nanoseconds(answer.nanoseconds) }
    /// How often a connection is looked at.
    var tick = TimeAmount.seconds(1)

    /// The limits, shortened by the environment for tests: all times divided by this number.
    init(haste: Int64 = 1) {
        let haste = max(1, haste)
        for time in [
            \ConnectionLimits.head, \.idle, \.body, \.pipe, \.answer, \.tick,
        ] {
            self[keyPath: time] = .nanoseconds(self[keyPath: time].nanoseconds / haste)
        }
    }
}
