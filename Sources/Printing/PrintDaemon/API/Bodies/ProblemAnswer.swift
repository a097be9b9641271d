import FoundationEssentials
import HTTPTypes
import Hummingbird
import PrintModel

/// A problem as `application/problem+json` (RFC 9457), with its HTTP status.
struct ProblemAnswer: Encodable {
    /// The problem.
    let problem: Problem
    /// The status of the response.
    let status: HTTPResponse.Status

    /// Combines a problem with the status of its cause, or with another one.
    init(_ problem: Problem, status: HTTPResponse.Status? = nil) {
        self.problem = problem
        self.status = status ?? problem.cause?.status ?? .internalServerError
    }

    /// The response.
    var response: Response {
        get throws {
            try JSON.response(self, status: status, type: "application/problem+json")
        }
    }

    private enum CodingKeys: String, CodingKey {
        case type, status, title
    }

    /// Encodes the keys of the problem, and beside them those of HTTP.
    func encode(to encoder: any Encoder) throws {
        try problem.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        // The code identifies the problem.
        try container.encode("about:blank", forKey: .type)
        try container.encode(status.code, forKey: .status)
        try container.encode(status.reasonPhrase, forKey: .title)
    }
}

extension Problem.Cause {
    /// The HTTP status of a response with this cause.
    var status: HTTPResponse.Status {
        switch self {
        case .malformed, .bodyBroken, .connectionClosed, .bodyNotJSON, .bodyTooDeep, .duplicateKey,
            .missingKey, .invalidValue, .unknownField, .malformedForm, .queryNotNumber,
            .queryNotDate, .queryNotFlag, .keyLength, .malformedType, .otherType,
            .priorityOutOfRange,
            .tooManyParts, .invalidTicket, .eventsGone, .readerTooSlow, .presetName, .presetEmpty,
            .presetWithTime, .presetWithSecret, .presetTooLarge:
            .badRequest
        case .notAllowed, .pageRefused: .forbidden
        case .jobNotFound, .printerNotFound, .notFound, .documentNotFound, .jobDocumentNotFound,
            .previewNotFound, .presetNotFound, .hostNotFound:
            .notFound
        case .requestTimeout: .requestTimeout
        case .notPossible, .jobEnded, .jobDelivered, .jobForeign, .documentInUse,
            .printerExists, .printerNotRemoved, .printerWithoutChoice, .authenticationNotPossible,
            .settingsUnreadable, .presetsFull, .presetUnusable, .hostAlive, .queueNotShared:
            .conflict
        case .documentGone: .gone
        case .bodyTooLarge, .beginningTooLarge, .documentTooLarge: .contentTooLarge
        case .keyReused, .passwordWrong, .previewOfForeignJob,
            .sheetsFailed, .noPicture:
            .unprocessableContent
        case .spoolFailed, .storeDamaged, .storeGone, .storeFailed, .defaultNotSaved,
            .presetNotSaved, .internalError:
            .internalServerError
        case .schedulerFailed, .schedulerRefused, .printerNotAdded, .printerFailed: .badGateway
        case .tooManyConnections, .schedulerUnreachable, .schedulerNotLocal, .previewUnavailable,
            .tooManyFiles, .databaseUnreachable, .queueTaken:
            .serviceUnavailable
        case .spoolFull, .storeFull: .init(code: 507, reasonPhrase: "Insufficient Storage")
        }
    }
}
