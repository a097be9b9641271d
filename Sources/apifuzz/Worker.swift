internal import IPPFuzzing

/// Sends changed requests over one connection after the other.
struct Worker {
    /// How many requests one connection carries at most.
    private static let pipeline = 24

    let socket: String
    let samples: Samples
    let referee: Referee
    var dice: Dice

    /// Sends so many requests, unless something goes wrong before.
    mutating func run(_ count: Int) {
        var left = count
        while left > 0, referee.verdict == nil {
            do {
                switch dice.below(40) {
                case 0: left -= try stream()
                case 1..<24: left -= try frames()
                default: left -= try requests(atMost: left)
                }
            } catch Wire.Failure.refused(let number) {
                referee.fail("the service takes no connections any more (error \(number))")
            } catch {
                referee.fail("a connection broke: \(error)")
            }
        }
    }

    private mutating func sample() -> Sample {
        // A program that is started costs a hundred times as much as anything else.
        dice.oneIn(150) ? dice.pick(samples.dear) : dice.pick(samples.cheap)
    }

    /// Requests that are whole, one behind the other.
    private mutating func requests(atMost limit: Int) throws -> Int {
        let most = min(limit, 1 + dice.below(Self.pipeline))
        var bytes: [UInt8] = []
        var count = 0
        var methods: [String] = []
        while count < most {
            var sample = sample()
            if !dice.oneIn(10) { SampleMutator().mutate(&sample, using: &dice) }
            count += 1
            methods.append(sample.method)
            let isLast = count == most || sample.mayBeTooMuch
            bytes += sample.bytes(isLast: isLast)
            if isLast { break }
        }
        let wire = try Wire(to: socket)
        var heard: [UInt8] = []
        var answers: [Answer] = []
        try wire.write(bytes) { heard += $0 }
        while answers.count < count {
            let known = answers.count
            let found = Answer.take(from: &heard) { index in
                let place = known + index
                return place < methods.count && methods[place] == "HEAD" ? .nothing : .body
            }
            guard let more = found else {
                referee.fail("something that is no HTTP", after: bytes)
                return count
            }
            answers += more
            if answers.count >= count || more.last?.headers["connection"] == "close" { break }
            do {
                guard let next = try wire.read(within: 15_000) else { break }
                heard += next
            } catch {
                referee.fail("\(answers.count) answers to \(count), then nothing", after: bytes)
                return count
            }
        }
        referee.judge(answers, of: count, bytes, isWhole: true)
        return count
    }

    /// A request whose frame is broken.
    private mutating func frames() throws -> Int {
        var bytes = sample().bytes(isLast: dice.oneIn(2))
        FrameMutator().mutate(&bytes, using: &dice)
        let wire = try Wire(to: socket)
        var heard: [UInt8] = []
        try wire.write(bytes) { heard += $0 }
        wire.finish()
        do {
            while let next = try wire.read(within: 15_000) { heard += next }
        } catch {
            referee.fail("a connection that was ended is not closed", after: bytes)
            return 1
        }
        // An answer to HEAD has a length and no body.
        let mayBeHead = bytes.firstRange(of: Array("HEAD".utf8)) != nil
        guard let answers = Answer.take(from: &heard, rests: { _ in mayBeHead ? .either : .body })
        else {
            referee.fail("something that is no HTTP", after: bytes)
            return 1
        }
        referee.judge(answers, of: 1, bytes, isWhole: false)
        return 1
    }

    /// A request whose answer does not end; its reader leaves after the head.
    private mutating func stream() throws -> Int {
        var sample = dice.pick(samples.streams)
        if dice.oneIn(2) { SampleMutator().mutate(&sample, using: &dice) }
        do {
            try hear(sample)
        } catch Wire.Failure.late {
            referee.fail("no answer, or no end of it", after: sample.bytes(isLast: true))
        }
        return 1
    }

    private func hear(_ sample: Sample) throws {
        let bytes = sample.bytes(isLast: true)
        let wire = try Wire(to: socket)
        var heard: [UInt8] = []
        try wire.write(bytes) { heard += $0 }
        while heard.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
            guard let next = try wire.read(within: 15_000) else { break }
            heard += next
        }
        let isStream = heard.firstRange(of: Array("text/event-stream".utf8)) != nil
        while !isStream, let next = try wire.read(within: 15_000) { heard += next }
        // What follows its head has no end.
        if isStream, let end = heard.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
            heard = Array(heard[..<end])
        }
        let isBare = isStream || sample.method == "HEAD"
        let answers = Answer.take(from: &heard, rests: { _ in isBare ? .nothing : .body }) ?? []
        referee.judge(Array(answers.prefix(1)), of: 1, bytes, isWhole: true)
    }
}
