import CLinux
import Glibc
import PreviewModel

/// One request to a zygote and what comes back, on a thread that may block.
struct Exchange {
    /// What a document brought.
    struct Reply {
        var answer: AnswerMessage
        var image: PreviewImage?
        /// The helper that it comes from.
        var family: RendererFamily

        /// Whether a picture that lies in the document has been taken out.
        var bringsPicture: Bool {
            answer.outcome == .embedded || answer.outcome == .embeddedDrawing
        }

        /// Whether the helper could not read the document.
        var isUnreadable: Bool {
            guard case .damaged? = answer.info.problem else { return false }
            // The facts of a document that cannot be read are facts too.
            return answer.outcome == .problem || answer.outcome == .done
        }

        /// As the answer to a question for facts: the type, which can be told without the helper that would
        /// draw the document.
        func told(_ request: RequestMessage) -> Reply? {
            guard request.operation == .info else { return nil }
            var reply = self
            reply.answer.outcome = .done
            return reply
        }
    }

    /// Why an exchange ended without an answer.
    private enum Failure: Error {
        /// The zygote died; another one may do better.
        case helperDied
        case refused(PreviewError)
    }

    let helpers: Helpers
    let crashes: CrashRecord
    var timeLimit: Duration
    /// Readable when the caller no longer wants an answer.
    let interrupt: Int32

    /// How long an answer waits for the end of a child that is given up: the system takes its time to
    /// free gigabytes, and who asked has waited long enough.
    private static let grace = Duration.milliseconds(20)
    /// How long a zygote may take to kill a child; after that it is killed itself.
    private static let killLimit = Duration.seconds(2)

    /// Sends the request and waits for its answer.
    ///
    /// `prepare` runs before each attempt.
    func perform(
        _ request: RequestMessage,
        family: RendererFamily,
        descriptors: [Int32],
        prepare: () -> Bool = { true }
    ) throws(PreviewError) -> Reply {
        var request = request
        let isPicture = request.operation == .info || request.operation == .thumbnail
        var family =
            isPicture && !request.isDrawing
            ? family.first(forExtension: request.nameExtension) : family
        var deaths = 0
        var kills = 0
        var asked: Set<RendererFamily> = []
        var first: Reply?
        var other: Reply?
        var drawing: DocumentInfo?
        var missing: (family: RendererFamily, error: PreviewError)?
        // One that is passed on from one helper to the other has the time of one.
        var timeLeft = timeLimit
        while true {
            guard prepare() else {
                throw PreviewError(
                    .outputFailed,
                    "The output cannot be emptied.",
                    chinese: "无法清空输出。"
                )
            }
            let helper: Helper
            do throws(PreviewError) {
                helper = try helpers.helper(family)
            } catch {
                // Where there is no second one, the first has said all there is to say.
                if let first { return first }
                if let known = other?.told(request) { return known }
                // Without what runs PostScript, the picture that a file brings along can still be had; of others
                // the name may be wrong about the family, and another helper knows.
                let next: RendererFamily = family == .postscript ? .images : .documents
                guard isPicture, error.code == .unavailable, missing == nil, family != next
                else { throw error }
                missing = (family, error)
                asked.insert(family)
                family = next
                continue
            }
            let edition = helper.readiness.edition
            guard !crashes.refuses(descriptors[0], edition: edition) else { throw .crashedBefore }
            do throws(Failure) {
                let start = ContinuousClock.now
                var reply = try attempt(
                    request,
                    helper: helper,
                    descriptors: descriptors,
                    timeLimit: timeLeft
                )
                timeLeft -= start.duration(to: .now)
                asked.insert(family)
                if reply.answer.outcome == .drawing {
                    // Its bytes have told what it is, behind the narrower walls.
                    guard !request.isDrawing else { throw .refused(Self.nonsense) }
                    request.isDrawing = true
                    drawing = reply.answer.info
                    continue
                }
                if let drawing {
                    reply.answer.info.type = drawing.type
                    reply.answer.info.typeReport = drawing.typeReport
                }
                let type = FileType(rawValue: reply.answer.info.type)
                if reply.answer.outcome == .otherFamily {
                    // What no family draws may still carry a picture.
                    let right = type.family ?? .documents
                    if !asked.contains(right) {
                        other = reply
                        family = right
                        continue
                    }
                    if let known = reply.told(request) { return known }
                    if let missing { throw .refused(missing.error) }
                }
                // So that what is shown has facts, and is printed too.
                if first == nil, reply.isUnreadable, request.operation.mayBeReadTwice,
                    let second = type.secondFamily, !asked.contains(second)
                {
                    first = reply
                    family = second
                    continue
                }
                // What the first helper says of a document that neither reads counts.
                if let missing, missing.family == type.family, request.operation == .thumbnail,
                    reply.image == nil, !reply.bringsPicture
                {
                    throw .refused(missing.error)
                }
                if let first, !reply.bringsPicture,
                    reply.answer.info.problem != nil || reply.answer.outcome != .done
                {
                    return first
                }
                return reply
            } catch {
                switch error {
                // The document is not at fault: it is tried once more.
                case .refused(let error) where error.code == .interrupted && kills == 0:
                    kills += 1
                case .refused(let error):
                    if error.code == .crashed || error.code == .forbiddenCall {
                        crashes.add(
                            descriptors[0],
                            edition: edition,
                            name: request.name,
                            end: PreviewEnd(error)
                        )
                    }
                    if let first, request.operation == .info { return first }
                    throw error
                case .helperDied:
                    helpers.discard(helper)
                    deaths += 1
                    guard deaths < 2 else {
                        throw PreviewError(
                            .unavailable,
                            "The preview helper ended unexpectedly twice.",
                            chinese: "预览辅助进程两次意外退出。"
                        )
                    }
                }
            }
        }
    }

    private func attempt(
        _ request: RequestMessage,
        helper: Helper,
        descriptors: [Int32],
        timeLimit: Duration
    ) throws(Failure) -> Reply {
        guard let answers = Descriptor.messageSockets(), let statuses = Descriptor.messageSockets()
        else { throw .refused(.systemLimit) }
        var sent = descriptors
        sent.insert(contentsOf: [answers.theirs.number, statuses.theirs.number], at: 1)
        guard helper.send(request, descriptors: sent) else { throw .helperDied }
        // Both ends over there are now the zygote's and the child's alone, so that their end is seen.
        return try wait(
            request,
            helper: helper,
            answers: answers.keepOurs(),
            statuses: statuses.keepOurs(),
            timeLimit: timeLimit
        )
    }

    /// Waits for the child's answer or the zygote's word that it has ended, whichever comes first.
    ///
    /// Leaving closes the status socket, and the zygote kills a child whose socket is closed: no way out of
    /// here leaves one at work.
    private func wait(
        _ request: RequestMessage,
        helper: Helper,
        answers: consuming Descriptor,
        statuses: consuming Descriptor,
        timeLimit: Duration
    ) throws(Failure) -> Reply {
        let clock = ContinuousClock()
        var deadline = clock.now + timeLimit
        var given: PreviewError?
        var written: Reply?
        var answersOpen = true
        while true {
            var waits = [
                pollfd(fd: statuses.number, events: Int16(POLLIN), revents: 0),
                pollfd(
                    fd: answersOpen && given == nil ? answers.number : -1,
                    events: Int16(POLLIN),
                    revents: 0
                ),
                pollfd(fd: given == nil ? interrupt : -1, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&waits, 3, Self.milliseconds(clock.now.duration(to: deadline)))
            if count < 0, errno == EINTR { continue }
            if count <= 0, let given {
                watchEnd(of: helper, statuses: statuses)
                throw .refused(given)
            }
            if count <= 0 || waits[2].revents != 0 {
                given = count <= 0 ? .time : .canceled
                // The zygote sees the end of our side, kills the child, and says so.
                shutdown(statuses.number, Int32(SHUT_WR))
                deadline = clock.now + Self.grace
                continue
            }
            if waits[1].revents != 0 {
                if let reply = try reply(of: helper, on: answers, to: request) {
                    guard request.operation.writes else { return reply }
                    // A child that still runs could still write: its output is final after its end.
                    written = reply
                }
                answersOpen = false
            }
            guard waits[0].revents != 0 else { continue }
            if let ended = try status(on: statuses) {
                // An answer that was sent before the end is there by now; none is waited for.
                if answersOpen, given == nil, isReadable(answers),
                    let reply = try reply(of: helper, on: answers, to: request)
                {
                    written = reply
                }
                if let written, given == nil, !request.operation.writes || ended.isClean {
                    return written
                }
                throw .refused(given ?? PreviewError(ended: ended, request: request))
            }
        }
    }

    /// Has another thread see to it that a child ends whose end nobody waits for any more.
    private func watchEnd(of helper: Helper, statuses: borrowing Descriptor) {
        let socket = clinux_duplicate(statuses.number, 3)
        guard socket >= 0 else {
            helpers.discard(helper)
            return
        }
        Workers(limit: 1).run { [helpers] in
            defer { close(socket) }
            let end = ContinuousClock.now + Self.killLimit
            while true {
                var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                let left = Self.milliseconds(ContinuousClock.now.duration(to: end))
                let count = unsafe poll(&wait, 1, left)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                // The last word comes when the child has ended; without one the zygote is gone too.
                guard let message = ReceivedMessage(from: socket, limit: StatusMessage.size),
                    let status = StatusMessage(decoding: message.bytes)
                else { return }
                if case .ended = status { return }
            }
            // A zygote that cannot kill its child is of no use.
            helpers.discard(helper)
        }
    }

    private func isReadable(_ socket: borrowing Descriptor) -> Bool {
        var wait = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&wait, 1, 0) == 1
    }

    /// Reads one word of the zygote: how the child ended, or `nil` for anything before that.
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

    /// Reads the child's answer, which is believed only where it fits; `nil` when there is none.
    private func reply(
        of helper: Helper,
        on socket: borrowing Descriptor,
        to request: RequestMessage
    ) throws(Failure) -> Reply? {
        guard var message = ReceivedMessage(from: socket.number, limit: AnswerMessage.sizeLimit)
        else { return nil }
        guard let answer = AnswerMessage(decoding: message.bytes) else {
            throw .refused(Self.nonsense)
        }
        guard request.operation.draws, answer.outcome == .done else {
            return Reply(answer: answer, image: nil, family: helper.readiness.family)
        }
        guard let file = message.file.take(),
            let image = PreviewImage(answer, file: file, edgeLimit: request.pixels)
        else { throw .refused(Self.nonsense) }
        return Reply(answer: answer, image: image, family: helper.readiness.family)
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

extension PreviewImage {
    /// Copies the pixels of a child out of its sealed memory, if they are as many as it says.
    fileprivate init?(_ answer: AnswerMessage, file: consuming Descriptor, edgeLimit: UInt32) {
        let (width, height) = (Int(answer.width), Int(answer.height))
        guard (1...edgeLimit).contains(answer.width), (1...edgeLimit).contains(answer.height)
        else { return nil }
        let size = width * height * 4
        var status = stat()
        guard clinux_is_sealed(file.number) != 0, unsafe fstat(file.number, &status) == 0,
            // The file is as large as the largest picture that was asked for.
            status.st_size >= size
        else { return nil }
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let read = unsafe pread(
                    file.number,
                    buffer.baseAddress.map { unsafe $0 + count },
                    size - count,
                    count
                )
                guard read > 0 else { break }
                count += read
            }
        }
        guard pixels.count == size else { return nil }
        self.init(width: width, height: height, pixels: pixels, type: answer.info.type)
    }
}
