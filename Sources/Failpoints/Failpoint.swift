/// A place in the service where a test can end it.
///
/// The places stand between any two things of which a crash could leave the
/// first done and the second not: a write and its fsync, a commit and the
/// request that it speaks of, an answer and what it says was done. The order
/// is that of a job's way through the service.
public enum Failpoint: String, CaseIterable, Sendable {
    /// The store is open; nothing was swept.
    case startOpened = "start.opened"
    /// What a crash had left in the spool is gone.
    case startSwept = "start.swept"

    /// A document that is received has a file, which is empty.
    case spoolDocumentOpened = "spool.document.opened"
    /// All bytes of the document are written, and may be in memory only.
    case spoolDocumentWritten = "spool.document.written"
    /// The bytes are on the disk, under a name that the next start removes.
    case spoolDocumentFsynced = "spool.document.fsynced"
    /// The document has its name, which may be in memory only.
    case spoolDocumentRenamed = "spool.document.renamed"
    /// The document is on the disk under its name; the store knows nothing of it.
    case spoolDocumentSettled = "spool.document.settled"
    /// The same five for what the service makes itself: sheets, and documents without encryption.
    case spoolMadeOpened = "spool.made.opened"
    case spoolMadeWritten = "spool.made.written"
    case spoolMadeFsynced = "spool.made.fsynced"
    case spoolMadeRenamed = "spool.made.renamed"
    case spoolMadeSettled = "spool.made.settled"

    /// The facts of a received document are in a transaction that is not committed yet.
    case storeDocumentWriting = "store.document.writing"
    /// That transaction is committed.
    case storeDocumentCommitted = "store.document.committed"
    /// The same two for facts that take the place of others.
    case storeReplaceWriting = "store.replace.writing"
    case storeReplaceCommitted = "store.replace.committed"
    /// The same two for a document that is forgotten because somebody wants it.
    case storeForgetWriting = "store.forget.writing"
    case storeForgetCommitted = "store.forget.committed"
    /// The same two for documents that no job uses.
    case storeUnusedWriting = "store.unused.writing"
    case storeUnusedCommitted = "store.unused.committed"
    /// The same two for documents of jobs that ended long ago.
    case storeRetireWriting = "store.retire.writing"
    case storeRetireCommitted = "store.retire.committed"
    /// The same two for jobs that ended so long ago that they are forgotten.
    case storeHistoryWriting = "store.history.writing"
    case storeHistoryCommitted = "store.history.committed"
    /// The same two for a job that is queued.
    case storeSubmitWriting = "store.submit.writing"
    case storeSubmitCommitted = "store.submit.committed"
    /// The same two for a job that is held, released, moved or put before others.
    case storeChangeWriting = "store.change.writing"
    case storeChangeCommitted = "store.change.committed"
    /// The same two for a job that is wanted canceled.
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

    /// The scheduler is about to be asked for a held job.
    case schedulerCreateUnsent = "scheduler.create.unsent"
    /// It has answered, and its answer is written down nowhere.
    case schedulerCreateAnswered = "scheduler.create.answered"
    /// The same two for the document.
    case schedulerSendUnsent = "scheduler.send.unsent"
    case schedulerSendAnswered = "scheduler.send.answered"
    /// The same two for a look at one job.
    case schedulerLookUnsent = "scheduler.look.unsent"
    case schedulerLookAnswered = "scheduler.look.answered"
    /// The same two for the release of a job.
    case schedulerReleaseUnsent = "scheduler.release.unsent"
    case schedulerReleaseAnswered = "scheduler.release.answered"
    /// The same two for a cancel.
    case schedulerCancelUnsent = "scheduler.cancel.unsent"
    case schedulerCancelAnswered = "scheduler.cancel.answered"
    /// The same two for a list of jobs.
    case schedulerListUnsent = "scheduler.list.unsent"
    case schedulerListAnswered = "scheduler.list.answered"
    /// The same two for a list of printers.
    case schedulerPrintersUnsent = "scheduler.printers.unsent"
    case schedulerPrintersAnswered = "scheduler.printers.answered"

    /// A document is about to be answered.
    case answerDocument = "answer.document"
    /// A job is about to be answered.
    case answerJob = "answer.job"
    /// A cancel is about to be answered.
    case answerCancel = "answer.cancel"
}

#if FAILPOINTS
internal import Glibc
internal import Synchronization

/// Where this process is to end, as the environment says; `nil` where it is not.
private let planned: (point: Failpoint, passing: Int)? = {
    // The text is copied before anything could change the environment.
    guard let value = unsafe getenv("PRINTCENTER_FAILPOINT") else { return nil }
    let words = unsafe String(cString: value).split(separator: ":")
    guard let point = words.first.flatMap({ Failpoint(rawValue: String($0)) }) else {
        return nil
    }
    return (point, words.count > 1 ? Int(words[1]) ?? 1 : 1)
}()
private let passings = Atomic(0)

/// Passes a place where `PRINTCENTER_FAILPOINT`, a name or `name:7`, ends the process at the
/// first or the seventh passing, as `kill -9` does.
///
/// - Parameter point: The place; `nil` is none.
public func failpoint(_ point: @autoclosure () -> Failpoint?) {
    guard let planned, point() == planned.point else { return }
    guard passings.add(1, ordering: .relaxed).newValue >= planned.passing else { return }
    kill(getpid(), SIGKILL)
}
#else
/// Does nothing: a service that is installed has no such places.
///
/// - Parameter point: A place, which is not looked at.
@inlinable
public func failpoint(_ point: @autoclosure () -> Failpoint?) {}
#endif
