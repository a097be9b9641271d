import CLinux
import CSandbox
import Glibc
package import PreviewModel

/// The process that forks a child for each document, and reads no document itself.
///
/// It has one thread, so that forking is safe, and has loaded everything that its children need, so
/// that a child starts within a millisecond. It ends when the peer closes its control socket.
package struct Zygote: ~Copyable {
    /// A child with a document.
    private struct Running {
        let process: pid_t
        let status: Int32
        let page: ReportPage?
        /// Whether the child has been killed.
        var killed = false
        /// Whether the child was killed because it had too many threads.
        var swarmed = false
    }

    /// A child that is forked in advance and has no document yet, which saves more time than many
    /// documents take.
    private struct Spare {
        let process: pid_t
        /// The socket on which it receives the request.
        let socket: Int32
        let page: ReportPage?
    }

    private let family: RendererFamily
    private let control: Int32
    private let childSignals: Int32
    private let sniffer: Sniffer?
    private let renderer: any Renderer
    private let confinement: Confinement
    private var running: [Running] = []
    private var spare: Spare?
    /// The number of consecutive spare children that ended before they received a document.
    private var lostSpares = 0

    /// The number of lost spare children after which none is forked in advance.
    private static let lostSparesLimit = 3

    /// The interval in milliseconds at which the threads of children are counted; no resource limit
    /// covers the threads of one process.
    private static let lookMilliseconds: Int32 = 20
    /// The most threads of a child; libraries start one or a few for each processor.
    private static let threadLimit = 64 + 4 * sysconf(Int32(clamping: _SC_NPROCESSORS_ONLN))

    /// Loads what the children need, and serves until the control socket closes.
    ///
    /// - Parameters:
    ///   - family: The family.
    ///   - control: The control socket.
    ///   - gaps: Layers of the sandbox that a proof takes away.
    ///   - start: Loads the libraries of a family; `nil` where one is missing.
    /// - Returns: The exit code of the process.
    package static func serve(
        _ family: RendererFamily,
        control: Int32,
        gaps: ConfinementGaps = .none,
        start: (RendererFamily) -> (any Renderer)?
    ) -> Int32 {
        let clock = ContinuousClock()
        let begin = clock.now
        clinux_forbid_dumps()
        csandbox_ignore_limits()
        let signals = clinux_child_signals()
        guard signals >= 0 else { return refuse(.system, control) }
        guard let sniffer = Sniffer() else { return refuse(.fileTypes, control) }
        guard let renderer = start(family) else { return refuse(.renderer, control) }
        // A second thread could hold a lock during a fork, and the child would wait for it forever.
        guard threadCount() == 1 else { return refuse(.threads, control) }
        // This reads files that the sandbox hides, so it comes first.
        let edition = clinux_edition()
        let confinement: Confinement
        do throws(Confinement.Missing) {
            confinement = try Confinement(family, reading: renderer.folders, gaps: gaps)
        } catch {
            return refuse(error.refusal, control)
        }
        renderer.addUserFonts()
        // What was freed while it started would be mapped in each child, and copied where the child uses it.
        clinux_release_memory()
        var zygote = Zygote(
            family: family,
            control: control,
            childSignals: signals,
            sniffer: sniffer,
            renderer: renderer,
            confinement: confinement
        )
        let readiness = StatusMessage.Readiness(
            family: family,
            confinement: confinement.level,
            edition: edition,
            microseconds: UInt32(clamping: Int64(clamping: (clock.now - begin) / .microseconds(1)))
        )
        guard send(.ready(readiness), to: control) else { return 0 }
        return zygote.run()
    }

    private init(
        family: RendererFamily,
        control: Int32,
        childSignals: Int32,
        sniffer: consuming Sniffer,
        renderer: any Renderer,
        confinement: Confinement
    ) {
        self.family = family
        self.control = control
        self.childSignals = childSignals
        self.sniffer = consume sniffer
        self.renderer = renderer
        self.confinement = confinement
    }

    private static func refuse(_ refusal: StatusMessage.Refusal, _ control: Int32) -> Int32 {
        _ = send(.unable(refusal), to: control)
        return 1
    }

    /// The number of threads of a process, from `/proc`.
    static func threadCount(of process: String = "self") -> Int {
        var status = stat()
        guard unsafe stat("/proc/\(process)/task", &status) == 0 else { return 0 }
        return Int(clamping: status.st_nlink) - 2
    }

    private mutating func run() -> Int32 {
        while true {
            if spare == nil, lostSpares < Self.lostSparesLimit { spare = forkSpare() }
            var waits = [pollfd(fd: control, events: Int16(clamping: POLLIN), revents: 0)]
            waits.append(pollfd(fd: childSignals, events: Int16(clamping: POLLIN), revents: 0))
            for child in running where !child.killed {
                waits.append(pollfd(fd: child.status, events: Int16(clamping: POLLIN), revents: 0))
            }
            let isWatched = confinement.startsThreads && running.contains { !$0.killed }
            let limit = isWatched ? Self.lookMilliseconds : -1
            let count = unsafe poll(&waits, nfds_t(clamping: waits.count), limit)
            if isWatched { endSwarms() }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return 1 }
            if waits[1].revents != 0 {
                clinux_drain_child_signals(childSignals)
                reapChildren()
            }
            // A peer that hangs up, or sends anything, cancels its child.
            for wait in waits.dropFirst(2) where wait.revents != 0 { endChild(status: wait.fd) }
            if waits[0].revents != 0, !acceptRequest() {
                endAllChildren()
                return 0
            }
        }
    }

    /// Receives one request and forks its child.
    ///
    /// Returns false when the pool has closed the control socket.
    private mutating func acceptRequest() -> Bool {
        var bytes = [UInt8](repeating: 0, count: RequestMessage.size)
        var descriptors = [Int32](repeating: -1, count: Int(CLINUX_DESCRIPTORS_MAX))
        var count = 0
        let length = unsafe clinux_receive_message(
            control,
            &bytes,
            bytes.count,
            &descriptors,
            descriptors.count,
            &count
        )
        descriptors.removeSubrange(count...)
        defer { for descriptor in descriptors { close(descriptor) } }
        guard length != 0 else { return false }
        guard length == bytes.count, let request = RequestMessage(decoding: bytes),
            request.operation.descriptorCounts.contains(descriptors.count)
        else { return length >= 0 || length == -Int(EMSGSIZE) }
        let status = descriptors.remove(at: 2)
        start(request, descriptors: descriptors, status: status)
        return true
    }

    private mutating func start(_ request: RequestMessage, descriptors: [Int32], status: Int32) {
        let bytes = request.encoded()
        // The system may have killed the spare child in the meantime.
        for _ in 0..<2 {
            guard let child = spare ?? forkSpare() else { break }
            spare = nil
            let failure = unsafe clinux_send_message(
                child.socket,
                bytes,
                bytes.count,
                descriptors,
                descriptors.count
            )
            close(child.socket)
            guard failure == 0 else {
                kill(child.process, SIGKILL)
                child.page?.release()
                continue
            }
            lostSpares = 0
            _ = Self.send(.started, to: status)
            running.append(Running(process: child.process, status: status, page: child.page))
            return
        }
        _ = Self.send(.notStarted(errno: errno), to: status)
        close(status)
    }

    /// Forks a child that sets itself up and waits for a document.
    private func forkSpare() -> Spare? {
        var sockets: [Int32] = [-1, -1]
        guard unsafe clinux_message_sockets(&sockets) == 0 else { return nil }
        let zygote = getpid()
        // A child works without it, too; only the name of a forbidden call would be unknown.
        let page = ReportPage()
        let process = fork()
        if process == 0 {
            page?.use()
            Child.wait(family, confinement, renderer, sniffer, socket: sockets[1], zygote: zygote)
        }
        let failure = errno
        close(sockets[1])
        guard process > 0 else {
            close(sockets[0])
            page?.release()
            errno = failure
            return nil
        }
        page?.hide()
        return Spare(process: process, socket: sockets[0], page: page)
    }

    /// Kills children that have too many threads.
    private mutating func endSwarms() {
        for index in running.indices where !running[index].killed {
            let process = running[index].process
            guard Self.threadCount(of: "\(process)") > Self.threadLimit else { continue }
            kill(process, SIGKILL)
            running[index].killed = true
            running[index].swarmed = true
        }
    }

    private mutating func endChild(status: Int32) {
        guard let index = running.firstIndex(where: { $0.status == status }) else { return }
        kill(running[index].process, SIGKILL)
        // Its socket stays readable, and is not polled again until the child is reaped.
        running[index].killed = true
    }

    /// Kills and reaps all children.
    private mutating func endAllChildren() {
        let processes = running.map(\.process) + [spare?.process].compactMap { $0 }
        for process in processes { kill(process, SIGKILL) }
        var status: Int32 = 0
        for process in processes {
            while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
    }

    private mutating func reapChildren() {
        var ended = clinux_ended()
        while unsafe clinux_reap(&ended) == 1 {
            if let lost = spare, lost.process == ended.process {
                close(lost.socket)
                lost.page?.release()
                spare = nil
                lostSpares += 1
            }
            guard let index = running.firstIndex(where: { $0.process == ended.process }) else {
                continue
            }
            let child = running.remove(at: index)
            let report = child.page?.report
            var how = StatusMessage.Ended(
                signal: ended.signal,
                code: ended.code,
                milliseconds: ended.milliseconds,
                mebibytes: ended.mebibytes,
                call: ended.signal == SIGSYS ? report?.call ?? -1 : -1,
                outOfMemory: report?.out_of_memory == 1
            )
            if let report {
                // Code of this project never writes a number that is not a stage.
                let stage = UInt8(exactly: report.stage).flatMap(StatusMessage.Stage.init)
                (how.stage, how.failure) = (stage ?? .reading, report.failure)
            } else if ended.signal == 0 {
                // The stage is unknown; the document is not blamed.
                how.stage = .starting
            }
            if child.swarmed {
                // Reported as a violation of the filter, which cannot count threads.
                how.signal = SIGSYS
                how.call = csandbox_clone_number()
            }
            child.page?.release()
            _ = Self.send(.ended(how), to: child.status)
            close(child.status)
        }
    }

    private static func send(_ status: StatusMessage, to socket: Int32) -> Bool {
        let bytes = status.encoded()
        return unsafe clinux_send_message(socket, bytes, bytes.count, nil, 0) == 0
    }
}
