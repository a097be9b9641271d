import CLinux
import Glibc
import PreviewModel

/// Sends requests to zygotes and waits for the answers, on a thread that may block.
struct Exchange {
    /// The reason why there is no answer.
    private enum Failure: Error {
        /// The zygote died; a new one may succeed.
        case helperDied
        case refused(PreviewError)
    }

    let helpers: HelperPool
    let crashes: CrashRecord
    var timeLimit: Duration
    /// Readable when the caller has canceled the request.
    let interrupt: Int32
    /// Whether the output is a memory file that is sealed with the answer, so that it is final before the end of the child.
    var sealsOutput = false

    /// How long an answer waits for the end of a child that is abandoned: the kernel needs time to free
    /// gigabytes, and the caller has waited long enough.
    private static let grace = Duration.milliseconds(20)
    /// How long a zygote may take to kill a child before it is killed itself, with the children of others: where the machine
    /// is busy, it takes seconds.
    private static let killLimit = Duration.seconds(30)

    /// The seconds of processor time after which a page is drawn by the other library that can draw it.
    ///
    /// Most pages take milliseconds. One that takes seconds would take the other library longer, so it may have half of the
    /// usual limit; the other one then has all of it.
    static func secondsOfFirst(_ all: UInt32) -> UInt32 { min(all, 5) }

    /// Carries out the route of a request, and returns its answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - family: The family that probably reads the document.
    ///   - descriptors: The document, and what travels with the request.
    ///   - prepare: Empties what an earlier attempt may have written; runs before each attempt.
    /// - Returns: The answer of the helper that could read the document, or of the first that could not.
    /// - Throws: Why no helper answered.
    func perform(
        _ request: RequestMessage,
        family: RendererFamily,
        descriptors: [Int32],
        prepare: () -> Bool = { true }
    ) throws(PreviewError) -> HelperReply {
        var route = HelperRoute(request, startingWith: family, without: helpers.missing)
        var step = route.start
        // All helpers that read a document share its time limit, except for one that passes on what it cannot do.
        var timeLeft = timeLimit
        while true {
            switch step {
            case .answer(let reply): return reply
            case .fail(let error): throw error
            case .ask(let family):
                guard prepare() else {
                    throw PreviewError(
                        .outputFailed,
                        "The output cannot be emptied.",
                        chinese: "无法清空输出。"
                    )
                }
                let outcome = ask(
                    family,
                    request,
                    descriptors: descriptors,
                    timeLeft: &timeLeft
                )
                step = route.next(after: outcome)
            }
        }
    }

    /// Asks the helper of a family once; keeps the record of crashes, and discards a helper that died.
    private func ask(
        _ family: RendererFamily,
        _ request: RequestMessage,
        descriptors: [Int32],
        timeLeft: inout Duration
    ) -> HelperRoute.Outcome {
        let helper: Helper
        do throws(PreviewError) {
            helper = try helpers.helper(family)
        } catch {
            return .helperMissing(error)
        }
        var request = request
        if family.traits.onlyDraws {
            request.processorSeconds = Self.secondsOfFirst(request.processorSeconds)
        }
        let edition = helper.readiness.edition
        // What a document is remains known, so that others can read it.
        let asksForType = request.operation == .info && request.page == 0
        guard asksForType || !crashes.refuses(descriptors[0], edition: edition) else {
            return .crashedBefore
        }
        let start = ContinuousClock.now
        defer { if !family.traits.onlyPrints { timeLeft -= start.duration(to: .now) } }
        do throws(Failure) {
            return .answered(
                try attempt(
                    request,
                    helper: helper,
                    descriptors: descriptors,
                    timeLimit: timeLeft
                )
            )
        } catch {
            switch error {
            case .refused(let error):
                if error.code == .crashed || error.code == .forbiddenCall {
                    crashes.add(
                        descriptors[0],
                        edition: edition,
                        name: request.name,
                        end: PreviewEnd(error)
                    )
                }
                return .failed(error)
            case .helperDied:
                helpers.discard(helper)
                return .helperDied
            }
        }
    }

    private func attempt(
        _ request: RequestMessage,
        helper: Helper,
        descriptors: [Int32],
        timeLimit: Duration
    ) throws(Failure) -> HelperReply {
        guard let answers = Descriptor.messageSockets(), let statuses = Descriptor.messageSockets()
        else { throw .refused(.systemLimit) }
        var sent = descriptors
        sent.insert(contentsOf: [answers.theirs.number, statuses.theirs.number], at: 1)
        let lent =
            request.operation.draws
            ? helpers.pictures.borrow(size: Int(request.pixels) * Int(request.pixels) * 4) : nil
        if let lent { sent.append(lent.file) }
        do throws(Failure) {
            guard helper.send(request, descriptors: sent) else { throw .helperDied }
            // The other ends now belong to the zygote and the child alone, so that closing them is noticed.
            return try wait(
                request,
                helper: helper,
                openOutput: request.operation.writes && clinux_is_sealed(descriptors[1]) == 0
                    ? descriptors[1] : nil,
                lent: lent,
                answers: answers.keepOurs(),
                statuses: statuses.keepOurs(),
                timeLimit: timeLimit
            )
        } catch {
            if let lent { helpers.pictures.discard(lent) }
            throw error
        }
    }

    /// Waits for the child's answer or for the zygote's report of its end, whichever comes first.
    ///
    /// Leaving this function closes the status socket, and the zygote kills a child whose status socket is closed: no
    /// path out of it leaves a child running.
    ///
    /// Into `openOutput` the child may write, also after its answer, as into any file that is not sealed.
    private func wait(
        _ request: RequestMessage,
        helper: Helper,
        openOutput: Int32?,
        lent: LentPicture?,
        answers: consuming Descriptor,
        statuses: consuming Descriptor,
        timeLimit: Duration
    ) throws(Failure) -> HelperReply {
        let clock = ContinuousClock()
        var deadline = clock.now + timeLimit
        var given: PreviewError?
        var written: HelperReply?
        var answersOpen = true
        var openOutput = openOutput
        while true {
            var waits = [
                pollfd(fd: statuses.number, events: Int16(clamping: POLLIN), revents: 0),
                pollfd(
                    fd: answersOpen && given == nil ? answers.number : -1,
                    events: Int16(clamping: POLLIN),
                    revents: 0
                ),
                pollfd(
                    fd: given == nil ? interrupt : -1,
                    events: Int16(clamping: POLLIN),
                    revents: 0
                ),
            ]
            let count = unsafe poll(&waits, 3, Self.milliseconds(clock.now.duration(to: deadline)))
            if count < 0, errno == EINTR { continue }
            if count <= 0, let given {
                watchEnd(of: helper, statuses: statuses)
                throw .refused(given)
            }
            if count <= 0 || waits[2].revents != 0 {
                given = count <= 0 ? .time : .canceled
                // The zygote notices the shutdown, kills the child, and reports its end.
                shutdown(statuses.number, Int32(clamping: SHUT_WR))
                deadline = clock.now + Self.grace
                continue
            }
            if waits[1].revents != 0 {
                if let reply = try reply(of: helper, on: answers, to: request, lent) {
                    if sealsOutput, reply.answer.outcome == .done, let output = openOutput,
                        clinux_seal(output) == 0
                    {
                        openOutput = nil
                    }
                    guard openOutput != nil else {
                        if let lent {
                            helpers.pictures.giveBack(
                                lent,
                                used: reply.image?.pixels.count ?? 0,
                                after: statuses
                            )
                        }
                        return reply
                    }
                    // A running child could still write: its output is final only after its end.
                    written = reply
                }
                answersOpen = false
            }
            guard waits[0].revents != 0 else { continue }
            if let ended = try status(on: statuses) {
                // An answer that was sent before the end has arrived by now.
                if answersOpen, given == nil, isReadable(answers),
                    let reply = try reply(of: helper, on: answers, to: request, lent)
                {
                    written = reply
                }
                if let written, given == nil, openOutput == nil || ended.isClean {
                    if let lent { helpers.pictures.discard(lent) }
                    return written
                }
                throw .refused(given ?? PreviewError(ended: ended, request: request))
            }
        }
    }

    /// Watches on another thread that an abandoned child ends.
    private func watchEnd(of helper: Helper, statuses: borrowing Descriptor) {
        let socket = clinux_duplicate(statuses.number, 3)
        guard socket >= 0 else {
            helpers.discard(helper)
            return
        }
        Workers(limit: 1, isPatient: false).run { [helpers] in
            defer { close(socket) }
            let end = ContinuousClock.now + Self.killLimit
            while true {
                var wait = pollfd(fd: socket, events: Int16(clamping: POLLIN), revents: 0)
                let left = Self.milliseconds(ContinuousClock.now.duration(to: end))
                let count = unsafe poll(&wait, 1, left)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                // The last message reports the end of the child; without one the zygote is gone, too.
                guard let message = ReceivedMessage(from: socket, limit: StatusMessage.size),
                    let status = StatusMessage(decoding: message.bytes)
                else { return }
                if case .ended = status { return }
            }
            // A zygote that cannot kill its child is useless.
            helpers.discard(helper)
        }
    }

    private func isReadable(_ socket: borrowing Descriptor) -> Bool {
        var wait = pollfd(fd: socket.number, events: Int16(clamping: POLLIN), revents: 0)
        return unsafe poll(&wait, 1, 0) == 1
    }

    /// Reads a message of the zygote: how the child ended, or `nil` for any other status.
    private func status(on socket: borrowing Descriptor) throws(Failure) -> StatusMessage.Ended? {
        guard let message = ReceivedMessage(from: socket.number, limit: StatusMessage.size),
            let status = StatusMessage(decoding: message.bytes)
        else { throw .helperDied }
        switch status {
        case .ended(let ended): return ended
        case .notStarted: throw .refused(.systemLimit)
        default: return nil
        }
    }

    /// Reads the child's answer, and checks it; `nil` where there is none.
    private func reply(
        of helper: Helper,
        on socket: borrowing Descriptor,
        to request: RequestMessage,
        _ lent: LentPicture?
    ) throws(Failure) -> HelperReply? {
        guard var message = ReceivedMessage(from: socket.number, limit: AnswerMessage.sizeLimit)
        else { return nil }
        guard let answer = AnswerMessage(decoding: message.bytes) else {
            throw .refused(Self.nonsense)
        }
        guard request.operation.draws, answer.outcome == .done else {
            return HelperReply(answer: answer, image: nil, family: helper.readiness.family)
        }
        var image: PreviewImage?
        if let lent {
            image = PreviewImage(answer, lent: lent, edgeLimit: request.pixels)
        } else if let file = message.file.take() {
            image = PreviewImage(answer, file: file, edgeLimit: request.pixels)
        }
        guard let image else { throw .refused(Self.nonsense) }
        return HelperReply(answer: answer, image: image, family: helper.readiness.family)
    }

    private static let nonsense = PreviewError(
        .crashed,
        "The library that reads this kind of file returned an invalid answer.",
        chinese: "读取此类文件的程序库返回了无效的结果。"
    )

    private static func milliseconds(_ duration: Duration) -> Int32 {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return Int32(clamping: max(0, milliseconds + 1))
    }
}
