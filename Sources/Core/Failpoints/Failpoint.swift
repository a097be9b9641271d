/// A point in the service at which a test can kill it.
///
/// Failpoints separate any two actions of which a crash could leave the first done and the second
/// not: a write and its fsync, a commit and the request that follows, a change and its reply. They
/// are in the order in which a job passes them.
public enum Failpoint: String, CaseIterable, Sendable {
    /// The store is open; the spool has not been swept.
    case startOpened = "start.opened"
    /// The spool has been swept.
    case startSwept = "start.swept"

    /// The file of a received document exists and is empty.
    case spoolDocumentOpened = "spool.document.opened"
    /// All bytes of the document are written, possibly not to disk.
    case spoolDocumentWritten = "spool.document.written"
    /// The bytes are on disk under a temporary name.
    case spoolDocumentFsynced = "spool.document.fsynced"
    /// The document has its final name, possibly not on disk.
    case spoolDocumentRenamed = "spool.document.renamed"
    /// The document is on disk under its name; the store does not have it.
    case spoolDocumentSettled = "spool.document.settled"
    /// The same five for files that the service writes: prepared and decrypted documents.
    case spoolMadeOpened = "spool.made.opened"
    case spoolMadeWritten = "spool.made.written"
    case spoolMadeFsynced = "spool.made.fsynced"
    case spoolMadeRenamed = "spool.made.renamed"
    case spoolMadeSettled = "spool.made.settled"

    /// The facts of a received document are in a transaction before its commit.
    case storeDocumentWriting = "store.document.writing"
    /// That transaction is committed.
    case storeDocumentCommitted = "store.document.committed"
    /// The same two for facts that replace others.
    case storeReplaceWriting = "store.replace.writing"
    case storeReplaceCommitted = "store.replace.committed"
    /// The same two for a document that a client removes.
    case storeForgetWriting = "store.forget.writing"
    case storeForgetCommitted = "store.forget.committed"
    /// The same two for documents that no job uses.
    case storeUnusedWriting = "store.unused.writing"
    case storeUnusedCommitted = "store.unused.committed"
    /// The same two for documents of jobs that ended long ago.
    case storeRetireWriting = "store.retire.writing"
    case storeRetireCommitted = "store.retire.committed"
    /// The same two for old jobs that leave the history.
    case storeHistoryWriting = "store.history.writing"
    case storeHistoryCommitted = "store.history.committed"
    /// The same two for a job that is queued.
    case storeSubmitWriting = "store.submit.writing"
    case storeSubmitCommitted = "store.submit.committed"
    /// The same two for a job that is held, released, moved, or gets another priority.
    case storeChangeWriting = "store.change.writing"
    case storeChangeCommitted = "store.change.committed"
    /// The same two for Cancel-Job.
    case storeCancelWriting = "store.cancel.writing"
    case storeCancelCommitted = "store.cancel.committed"
    /// The same two for each phase of a delivery.
    case storeAcceptedWriting = "store.accepted.writing"
    case storeAcceptedCommitted = "store.accepted.committed"
    case storePreparedWriting = "store.prepared.writing"
    case storePreparedCommitted = "store.prepared.committed"
    case storeCreatingWriting = "store.creating.writing"
    case storeCreatingCommitted = "store.creating.committed"
    case storeCreatedWriting = "store.created.writing"
    case storeCreatedCommitted = "store.created.committed"
    case storeSendingWriting = "store.sending.writing"
    case storeSendingCommitted = "store.sending.committed"
    case storeSentWriting = "store.sent.writing"
    case storeSentCommitted = "store.sent.committed"
    case storeDiscardingWriting = "store.discarding.writing"
    case storeDiscardingCommitted = "store.discarding.committed"
    case storeReleasingWriting = "store.releasing.writing"
    case storeReleasingCommitted = "store.releasing.committed"
    case storeReleasedWriting = "store.released.writing"
    case storeReleasedCommitted = "store.released.committed"
    case storeEndedWriting = "store.ended.writing"
    case storeEndedCommitted = "store.ended.committed"

    /// Create-Job is about to be sent.
    case schedulerCreateUnsent = "scheduler.create.unsent"
    /// The reply to Create-Job has come, and is not stored.
    case schedulerCreateAnswered = "scheduler.create.answered"
    /// The same two for Send-Document.
    case schedulerSendUnsent = "scheduler.send.unsent"
    case schedulerSendAnswered = "scheduler.send.answered"
    /// The same two for Get-Job-Attributes.
    case schedulerLookUnsent = "scheduler.look.unsent"
    case schedulerLookAnswered = "scheduler.look.answered"
    /// The same two for Release-Job.
    case schedulerReleaseUnsent = "scheduler.release.unsent"
    case schedulerReleaseAnswered = "scheduler.release.answered"
    /// The same two for Cancel-Job.
    case schedulerCancelUnsent = "scheduler.cancel.unsent"
    case schedulerCancelAnswered = "scheduler.cancel.answered"
    /// The same two for Get-Jobs.
    case schedulerListUnsent = "scheduler.list.unsent"
    case schedulerListAnswered = "scheduler.list.answered"
    /// The same two for CUPS-Get-Printers.
    case schedulerPrintersUnsent = "scheduler.printers.unsent"
    case schedulerPrintersAnswered = "scheduler.printers.answered"

    /// Create-Job is about to be sent to a printer itself.
    case deviceCreateUnsent = "device.create.unsent"
    /// The reply to it has come, and is not stored.
    case deviceCreateAnswered = "device.create.answered"
    /// Send-Document, or Print-Job, is about to be sent to a printer itself.
    case deviceDocumentUnsent = "device.document.unsent"
    /// A part of a document of more than 64 KiB is on its way.
    case deviceDocumentPartly = "device.document.partly"
    /// All bytes but the last one are on their way.
    case deviceDocumentWaiting = "device.document.waiting"
    /// It is on disk that the last byte will be sent.
    case deviceDocumentFinishing = "device.document.finishing"
    /// The last byte is on its way.
    case deviceDocumentFinished = "device.document.finished"
    /// The reply to the document has come, and is not stored.
    case deviceDocumentAnswered = "device.document.answered"
    /// Get-Job-Attributes is about to be sent to a printer itself.
    case deviceLookUnsent = "device.look.unsent"
    /// The reply to it has come.
    case deviceLookAnswered = "device.look.answered"
    /// The same two for Get-Jobs.
    case deviceListUnsent = "device.list.unsent"
    case deviceListAnswered = "device.list.answered"
    /// The same two for Cancel-Job.
    case deviceCancelUnsent = "device.cancel.unsent"
    case deviceCancelAnswered = "device.cancel.answered"

    /// The new settings or presets are on disk under a temporary name.
    case settingsWritten = "settings.written"
    /// They have their name; the reply is not sent.
    case settingsRenamed = "settings.renamed"

    /// The reply to a document is about to be sent.
    case answerDocument = "answer.document"
    /// The reply to a job is about to be sent.
    case answerJob = "answer.job"
    /// The reply to a cancel is about to be sent.
    case answerCancel = "answer.cancel"
}

/// A protection that a test can switch off, to show that the test notices it.
public enum Protection: String, Sendable {
    /// The reset of a connection whose document is incomplete.
    case reset
}

#if FAILPOINTS
internal import Glibc
internal import Synchronization

/// The failpoint of the environment variable; `nil` if it is not set.
private let planned: (point: Failpoint, passing: Int, isStop: Bool)? = {
    // The text is copied before anything could change the environment.
    guard let value = unsafe getenv("PRINTCENTER_FAILPOINT") else { return nil }
    let words = unsafe String(cString: value).split(separator: ":")
    guard let point = words.first.flatMap({ Failpoint(rawValue: String($0)) }) else {
        return nil
    }
    return (point, words.count > 1 ? Int(words[1]) ?? 1 : 1, words.last == "stop")
}()
private let passings = Atomic(0)

/// Passes a failpoint: `PRINTCENTER_FAILPOINT`, `name` or `name:7`, kills the process at the first or the
/// seventh pass, like `kill -9`.
///
/// `name:7:stop` stops it there, like `kill -STOP`, until it is continued.
///
/// - Parameter point: The failpoint; `nil` does nothing.
public func failpoint(_ point: @autoclosure () -> Failpoint?) {
    guard let planned, point() == planned.point else { return }
    let passing = passings.add(1, ordering: .relaxed).newValue
    guard passing >= planned.passing else { return }
    guard planned.isStop else {
        kill(getpid(), SIGKILL)
        return
    }
    if passing == planned.passing { kill(getpid(), SIGSTOP) }
}

/// The protection that the environment variable switches off; `nil` for none.
private let missing: Protection? = {
    // The text is copied before anything could change the environment.
    guard let value = unsafe getenv("PRINTCENTER_WITHOUT") else { return nil }
    return unsafe Protection(rawValue: String(cString: value))
}()

/// Whether `PRINTCENTER_WITHOUT` switches a protection off.
public func isMissing(_ protection: Protection) -> Bool { protection == missing }
#else
/// Whether a protection is switched off: never, in release builds.
@inlinable
public func isMissing(_ protection: Protection) -> Bool { false }

/// Does nothing: release builds have no failpoints.
///
/// - Parameter point: A failpoint, which is ignored.
@inlinable
public func failpoint(_ point: @autoclosure () -> Failpoint?) {}
#endif
