internal import ProofKit

/// Sends mutated requests over successive connections.
struct Worker {
    /// The maximum number of requests per connection.
    private static let pipeline = 24

    let socket: String
    let samples: Samples
    let places: NumberPlaces
    /// Whether all requests have numbers in the places that take one, instead of a third of those that are well framed.
    let onlyNumbers: Bool
    let checker: ReplyChecker
    var generator: SeededGenerator

    /// Sends the given number of requests, unless a fault occurs first.
    mutating func run(_ count: Int) {
        var left = count
        while left > 0, checker.verdict == nil {
            do {
                switch generator.next(below: 40) {
                case 0: left -= try stream()
                case 1..<24 where !onlyNumbers: left -= try frames()
                default: left -= try requests(atMost: left)
                }
            } catch UnixSocket.Failure.refused(let number) {
                checker.fail("the service takes no connections any more (error \(number))")
            } catch {
                checker.fail("a connection broke: \(error)")
            }
        }
    }

    private mutating func sample() -> Sample {
        // A request that starts a program costs a hundred times as much as any other.
        generator.oneIn(150) ? generator.pick(samples.costly) : generator.pick(samples.cheap)
    }

    /// A well-framed request, changed or with numbers of any size.
    private mutating func changedSample() -> Sample {
        if onlyNumbers || generator.oneIn(3) {
            checker.countNumbers()
            let kind = generator.oneIn(40) ? places.costly : places.cheap
            return places.request(generator.pick(kind), using: &generator)
        }
        var sample = sample()
        if !generator.oneIn(10) { SampleMutator().mutate(&sample, using: &generator) }
        return sample
    }

    /// Sends well-framed requests in a pipeline.
    private mutating func requests(atMost limit: Int) throws -> Int {
        let most = min(limit, 1 + generator.next(below: Self.pipeline))
        var bytes: [UInt8] = []
        var count = 0
        var methods: [String] = []
        while count < most {
            let sample = changedSample()
            count += 1
            methods.append(sample.method)
            let isLast = count == most || sample.mayBeRejected
            bytes += sample.bytes(isLast: isLast)
            if isLast { break }
        }
        let wire = try UnixSocket(socket)
        var received: [UInt8] = []
        var answers: [HTTPReply] = []
        try wire.write(bytes) { received += $0 }
        while answers.count < count {
            let known = answers.count
            let found = HTTPReply.take(from: &received) { index in
                let place = known + index
                return place < methods.count && methods[place] == "HEAD" ? .nothing : .body
            }
            guard let more = found else {
                checker.fail("a malformed reply", after: bytes)
                return count
            }
            answers += more
            if answers.count >= count || more.last?.headers["connection"] == "close" { break }
            do {
                guard let next = try wire.read() else { break }
                received += next
            } catch {
                checker.fail("\(answers.count) answers to \(count), then nothing", after: bytes)
                return count
            }
        }
        checker.check(answers, of: count, bytes, isWhole: true)
        return count
    }

    /// Sends a request whose framing is broken.
    private mutating func frames() throws -> Int {
        var bytes = sample().bytes(isLast: generator.oneIn(2))
        FrameMutator().mutate(&bytes, using: &generator)
        let wire = try UnixSocket(socket)
        var received: [UInt8] = []
        try wire.write(bytes) { received += $0 }
        wire.finish()
        do {
            while let next = try wire.read() { received += next }
        } catch {
            checker.fail("a connection that was ended is not closed", after: bytes)
            return 1
        }
        // A reply to HEAD has a length but no body.
        let mayBeHead = bytes.firstRange(of: Array("HEAD".utf8)) != nil
        guard
            let answers = HTTPReply.take(
                from: &received,
                rests: { _ in mayBeHead ? .either : .body }
            )
        else {
            checker.fail("a malformed reply", after: bytes)
            return 1
        }
        checker.check(answers, of: 1, bytes, isWhole: false)
        return 1
    }

    /// Sends a request whose reply is a stream; the reader leaves after the head.
    private mutating func stream() throws -> Int {
        var sample = generator.pick(samples.streams)
        if onlyNumbers || generator.oneIn(3) {
            sample = places.request(generator.pick(places.streams), using: &generator)
        } else if generator.oneIn(2) {
            SampleMutator().mutate(&sample, using: &generator)
        }
        do {
            try receive(sample)
        } catch UnixSocket.Failure.timedOut {
            checker.fail("no answer, or no end of it", after: sample.bytes(isLast: true))
        }
        return 1
    }

    private func receive(_ sample: Sample) throws {
        let bytes = sample.bytes(isLast: true)
        let wire = try UnixSocket(socket)
        var received: [UInt8] = []
        try wire.write(bytes) { received += $0 }
        while received.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
            guard let next = try wire.read() else { break }
            received += next
        }
        let isStream = received.firstRange(of: Array("text/event-stream".utf8)) != nil
        while !isStream, let next = try wire.read() { received += next }
        // The stream after the head has no end.
        if isStream, let end = received.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
            received = Array(received[..<end])
        }
        let isBare = isStream || sample.method == "HEAD"
        let answers =
            HTTPReply.take(from: &received, rests: { _ in isBare ? .nothing : .body }) ?? []
        checker.check(Array(answers.prefix(1)), of: 1, bytes, isWhole: true)
    }
}
