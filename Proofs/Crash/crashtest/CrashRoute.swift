import Failpoints

/// The way of the jobs of a crash test.
enum CrashRoute: String, Sendable {
    /// Through a scheduler.
    case scheduler
    /// Straight to the printers, without a scheduler.
    case direct

    /// The failpoints that lie on this way.
    var failpoints: [Failpoint] {
        Failpoint.allCases.filter { point in
            // No job changes the settings.
            guard !point.rawValue.hasPrefix("settings.") else { return false }
            return switch self {
            // A job is stored as created only where a later life finds it in the scheduler.
            case .scheduler:
                !point.rawValue.hasPrefix("device.") && point != .storeCreatedWriting
                    && point != .storeCreatedCommitted
            case .direct:
                !point.rawValue.hasPrefix("scheduler.") && point != .storeSentWriting
                    && point != .storeSentCommitted
            }
        }
    }

    /// The scenarios that do not need a child to read a document, which takes longer than most runs of the
    /// service.
    var quickScenarios: [Scenario.Kind] {
        switch self {
        case .scheduler: [.plain, .unasked, .canceledEarly, .canceledLate, .odd]
        case .direct:
            [
                .plain, .unasked, .canceledEarly, .canceledLate, .large, .streamed, .cutShort,
                .unanswered, .halved, .restarted,
            ]
        }
    }

    /// All scenarios.
    var scenarios: [Scenario.Kind] {
        let others: Set<Scenario.Kind> =
            switch self {
            case .scheduler:
                [.large, .streamed, .cutShort, .unanswered, .halved, .restarted, .raster]
            case .direct: [.odd, .list]
            }
        return Scenario.Kind.allCases.filter { !others.contains($0) }
    }

    /// The scenarios that reach a failpoint; no other one does.
    func scenarios(reaching point: Failpoint) -> [Scenario.Kind] {
        switch point {
        case .spoolDocumentOpened, .spoolDocumentWritten, .spoolDocumentFsynced,
            .spoolDocumentRenamed, .spoolDocumentSettled, .storeDocumentWriting,
            .storeDocumentCommitted, .answerDocument:
            [.received]
        // One kill at each failpoint has to print a raster file, whatever chance chooses elsewhere.
        case .spoolMadeSettled where self == .direct: [.raster]
        case .spoolMadeOpened, .spoolMadeWritten, .spoolMadeFsynced, .spoolMadeRenamed,
            .spoolMadeSettled:
            self == .direct ? [.sheets, .unlocked, .raster] : [.sheets, .unlocked]
        case .storeReplaceWriting, .storeReplaceCommitted: [.unlocked]
        case .storeForgetWriting, .storeForgetCommitted: [.forgotten]
        case .storeChangeWriting, .storeChangeCommitted: [.moved]
        case .storeCancelWriting, .storeCancelCommitted, .answerCancel:
            [.canceledEarly, .canceledLate]
        case .schedulerCancelUnsent, .schedulerCancelAnswered: [.canceledLate, .odd]
        case .storeDiscardingWriting, .storeDiscardingCommitted:
            self == .direct ? [.cutShort] : [.odd]
        // Of several such jobs at once, only the first has its pages made in advance.
        case .storeAcceptedWriting, .storeAcceptedCommitted, .storePreparedWriting,
            .storePreparedCommitted:
            [.sheets]
        case .storeCreatedWriting, .storeCreatedCommitted: [.unanswered]
        case .schedulerListUnsent, .schedulerListAnswered: [.list]
        case .deviceCreateUnsent, .deviceCreateAnswered: [.plain, .large]
        case .deviceDocumentPartly: [.large, .streamed, .raster]
        case .deviceListUnsent, .deviceListAnswered: [.unanswered]
        case .deviceCancelUnsent, .deviceCancelAnswered: [.cutShort, .halved]
        case .deviceDocumentUnsent, .deviceDocumentWaiting, .deviceDocumentFinishing,
            .deviceDocumentFinished, .deviceDocumentAnswered:
            [.plain, .unasked, .large, .streamed, .restarted, .raster]
        default: [.plain, .unasked]
        }
    }
}
