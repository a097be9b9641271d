/// What a client asks about a document in the spool: the body of `POST /v1/check`.
public struct CheckRequest: Codable, Sendable, Equatable {
    /// The id that `POST /v1/documents` gave.
    public var document: String
    /// The printer that the user named, if any.
    public var printer: String?
    /// Names of printers to prefer where none is named: the client's `PRINTER` and `LPDEST`.
    public var defaults: [String]?
    /// What the user asks for.
    public var ticket: PrintTicket
    /// The PIN that would have to be typed at the printer, if one is wanted.
    public var pin: String?

    /// Makes a question.
    public init(
        document: String,
        printer: String? = nil,
        defaults: [String]? = nil,
        ticket: PrintTicket = PrintTicket(),
        pin: String? = nil
    ) {
        self.document = document
        self.printer = printer
        self.defaults = defaults
        self.ticket = ticket
        self.pin = pin
    }
}

/// What a client wants printed: the body of `POST /v1/jobs`.
public struct SubmissionRequest: Codable, Sendable, Equatable {
    /// The id that `POST /v1/documents` gave.
    public var document: String
    /// The printer that the user named, if any.
    public var printer: String?
    /// Names of printers to prefer where none is named: the client's `PRINTER` and `LPDEST`.
    public var defaults: [String]?
    /// What the user asks for.
    public var ticket: PrintTicket
    /// What to call the job; the document's name where it is left out.
    public var name: String?
    /// The PIN that would have to be typed at the printer before it prints; it is written down nowhere.
    public var pin: String?
    /// Whether to queue the job although an obstacle stands that may pass by itself.
    public var whenPossible: Bool?
    /// Whether to queue the job held, until somebody releases it.
    public var hold: Bool?

    /// Makes a submission.
    public init(
        document: String,
        printer: String? = nil,
        defaults: [String]? = nil,
        ticket: PrintTicket = PrintTicket(),
        name: String? = nil,
        pin: String? = nil,
        whenPossible: Bool? = nil,
        hold: Bool? = nil
    ) {
        self.document = document
        self.printer = printer
        self.defaults = defaults
        self.ticket = ticket
        self.name = name
        self.pin = pin
        self.whenPossible = whenPossible
        self.hold = hold
    }
}

/// What a client wants done with a document that comes along: the part `job` of `POST /v1/jobs`.
public struct PrintRequest: Codable, Sendable, Equatable {
    /// The printer that the user named, if any.
    public var printer: String?
    /// Names of printers to prefer where none is named: the client's `PRINTER` and `LPDEST`.
    public var defaults: [String]?
    /// What the user asks for.
    public var ticket: PrintTicket
    /// What to call the job; the document's name where it is left out.
    public var name: String?
    /// The PIN that would have to be typed at the printer before it prints; it is written down nowhere.
    public var pin: String?
    /// Whether to queue the job although an obstacle stands that may pass by itself.
    public var whenPossible: Bool?
    /// Whether to queue the job held, until somebody releases it.
    public var hold: Bool?

    /// Makes a request.
    public init(
        printer: String? = nil,
        defaults: [String]? = nil,
        ticket: PrintTicket = PrintTicket(),
        name: String? = nil,
        pin: String? = nil,
        whenPossible: Bool? = nil,
        hold: Bool? = nil
    ) {
        self.printer = printer
        self.defaults = defaults
        self.ticket = ticket
        self.name = name
        self.pin = pin
        self.whenPossible = whenPossible
        self.hold = hold
    }

    /// The same for a document that the service has.
    ///
    /// - Parameter document: The id of the document.
    /// - Returns: What can be submitted.
    public func submission(of document: String) -> SubmissionRequest {
        SubmissionRequest(
            document: document,
            printer: printer,
            defaults: defaults,
            ticket: ticket,
            name: name,
            pin: pin,
            whenPossible: whenPossible,
            hold: hold
        )
    }
}

/// What a client asks about a printer's options: the body of `POST /v1/options`.
public struct OptionsRequest: Codable, Sendable, Equatable {
    /// The document that is to be printed, if there is one already.
    public var document: String?
    /// The printer that the user named, if any.
    public var printer: String?
    /// Names of printers to prefer where none is named: the client's `PRINTER` and `LPDEST`.
    public var defaults: [String]?

    /// Makes a question.
    public init(document: String? = nil, printer: String? = nil, defaults: [String]? = nil) {
        self.document = document
        self.printer = printer
        self.defaults = defaults
    }
}

/// The password of an encrypted document: the body of `POST /v1/documents/ID/unlock`.
public struct UnlockRequest: Codable, Sendable, Equatable {
    /// The password of its user or its owner.
    public var password: String

    /// Wraps a password.
    public init(password: String) {
        self.password = password
    }
}

/// Which printer is to be the user's own default: the body of `PUT /v1/printers/default`.
public struct DefaultPrinterRequest: Codable, Sendable, Equatable {
    /// The printer; `nil` has no default of our own any more.
    public var printer: String?

    /// Names a printer.
    public init(printer: String?) {
        self.printer = printer
    }
}
