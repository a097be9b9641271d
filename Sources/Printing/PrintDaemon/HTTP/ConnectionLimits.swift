import NIOCore

/// The time limits and the number of connections.
///
/// A slow client does not delay others, but each connection costs memory and a descriptor, and a
/// program that hangs would occupy both forever.
struct ConnectionLimits: Sendable {
    /// The number of open connections.
    var connections = 512
    /// The time for the head of a request, from the connection or from its first byte.
    var head = TimeAmount.seconds(10)
    /// The time that a connection may be idle.
    var idle = TimeAmount.seconds(60)
    /// The time for each ``bodyStep`` of a body whose length is known.
    var body = TimeAmount.seconds(30)
    /// The extra time that all steps together may take of a body whose length is unknown: the
    /// program that produces it may pause, but not forever.
    var pipe = TimeAmount.seconds(600)
    /// The number of bytes of a body that have to arrive within the time, unless it ends.
    var bodyStep = 1024
    /// The time that a client may take to read a byte of the response.
    var answer = TimeAmount.seconds(30)
    /// The same time for readers of events that fall behind.
    var patience: Duration { .nanoseconds(answer.nanoseconds) }
    /// The interval of the checks of a connection.
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
