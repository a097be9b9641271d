import ArgumentParser
import PrintCenterClient
import PrintModel

extension ExitCode {
    /// Printing is not possible.
    static let notPossible = ExitCode(3)
    /// There is no such job, printer, preset, or host.
    static let notFound = ExitCode(4)
    /// The job was canceled.
    static let canceled = ExitCode(5)
    /// There is no such file, or it cannot be read.
    static let noInput = ExitCode(66)
    /// The service cannot be started, or no scheduler can be reached.
    static let unavailable = ExitCode(69)

    /// Returns the exit code for the final state of a job.
    init(_ state: JobState) {
        switch state {
        case .completed: self = .success
        case .canceled: self = .canceled
        case .failed: self = .failure
        // Not final: nothing has failed yet.
        case .held, .queued, .waiting, .sending, .printing: self = .success
        }
    }

    /// Returns the exit code for the result of a check.
    init(_ check: PrintCheck) {
        if check.possible {
            self = .success
        } else {
            let isUnknown = check.obstacles.contains { $0.code == .printerNotFound }
            self = isUnknown ? .notFound : .notPossible
        }
    }

    /// Returns the exit code for an error.
    init(_ error: any Error) {
        guard let error = error as? ClientError else {
            self = (error as? ExitCode) ?? .failure
            return
        }
        switch error.code {
        case .serviceUnavailable, .foreignSocket, .otherVersion: self = .unavailable
        case .fileUnreadable: self = .noInput
        case .tooManyPictures: self = .notPossible
        case .badAnswer, .schedulerRefused: self = .failure
        case .problem(let problem): self = ExitCode(problem)
        }
    }

    private init(_ problem: Problem) {
        switch problem.code {
        case .notPossible: self = problem.check.map { ExitCode($0) } ?? .notPossible
        case .tooLarge, .passwordWrong, .previewNotPossible, .presetUnusable: self = .notPossible
        case .jobNotFound, .printerNotFound, .documentNotFound, .presetNotFound,
            .hostNotFound:
            self = .notFound
        case .schedulerUnreachable, .schedulerNotLocal: self = .unavailable
        case .invalidRequest: self = .validationFailure
        default: self = .failure
        }
    }
}
