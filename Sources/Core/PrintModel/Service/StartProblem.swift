/// The reason why the background service cannot start.
public struct StartProblem: Error, Sendable, Equatable {
    /// The exact cause: one entry in the catalogue, with the parameters that it names.
    public enum Cause: String, Sendable, CaseIterable {
        /// The user is root.
        case runsAsRoot
        /// The limit of open files is too low: `files`.
        case tooFewFiles
        /// The path of the socket is too long: `path`, `limit` in bytes.
        case socketPathTooLong
        /// The lock of the socket cannot be acquired: `path`, `detail`.
        case socketLockFailed
        /// Another service has the socket and is not responding: `path`.
        case socketBusy
        /// A file that is not a socket of the user has the name of the socket: `path`.
        case socketPathTaken
        /// The socket of a service that has exited cannot be removed: `path`, `detail`.
        case socketNotRemoved
        /// What the service was handed is not the one socket at which clients connect: `path`.
        case socketForeign
        /// The socket cannot be created: `path`, `detail`.
        case socketNotCreated
        /// Another service, on another socket, uses the queue: `path`.
        case queueInUse
        /// The folder of the queue cannot be locked: `path`, `detail`.
        case queueLockFailed
        /// A newer version of the service has written the queue: `path`.
        case queueNewer
        /// The queue is gone while the documents of its jobs exist: `path`, `documents`.
        case queueLost
        /// The queue file is damaged: `path`, `detail`.
        case queueDamaged
        /// The queue cannot be opened: `path`, `detail`.
        case queueFailed
        /// The queue is to be in a database, and libpq is not installed.
        case databaseLibraryMissing
        /// `store` in the settings is no address of a database.
        case databaseUnreadable
        /// `store` in the settings has a password.
        case databasePassword
        /// The database cannot be reached: `database`, `detail`.
        case databaseUnreachable
        /// The server wants a password, and got none, or a wrong one: `database`, `detail`.
        case databasePasswordWrong
        /// The server does not know the role, or does not let it in: `database`, `detail`.
        case databaseRoleRefused
        /// The server has no such database: `database`, `detail`.
        case databaseMissing
        /// The database is not what the queue needs: `database`, `detail`.
        case databaseUnsuitable
        /// A newer version of the service has written the database: `database`.
        case databaseNewer
        /// Another service has the queue in the database: `database`, `host`, `since`.
        case databaseTaken
        /// The queue in the database belongs to other documents: `database`, `host`, `path`.
        case databaseForeign
        /// The folder has the documents of another queue than the one in the database: `database`, `path`.
        case databaseOther
        /// The database has no queue, while the documents of one exist: `database`, `documents`, `path`.
        case databaseLost
        /// The database has no queue, while a folder belongs to one, as files say: `database`, `path`, `files`.
        case databaseMissed
        /// The queue was in a database, and the settings do not name it: `path`.
        case databaseUnset
        /// The folder of the documents is no absolute path: `path`.
        case documentsRelative
        /// The folder of the documents does not exist: `path`.
        case documentsMissing
        /// The folder of the documents belongs to another user: `path`, `owner`.
        case documentsForeign
        /// Others can open the folder of the documents: `path`.
        case documentsNotPrivate
        /// There is a folder of documents, and no database: `path`.
        case documentsWithoutStore
        /// The queue file has jobs that have not ended, while a database is to have the queue: `jobs`.
        case queueHasJobs
        /// The user cannot write to the home folder: `path`, `detail`.
        case homeReadOnly
        /// A folder cannot be created: `path`, `detail`.
        case folderNotCreated
        /// A file has the name of a folder: `path`.
        case notAFolder
        /// A folder belongs to another user: `path`, `owner`.
        case folderForeign
        /// Other users can open a private folder: `path`.
        case folderNotPrivate
        /// Others can replace files in a folder: `path`.
        case folderNotSafe
        /// A folder cannot be written to the disk: `path`, `detail`.
        case folderNotSynced
        /// Another error: `detail`, its name.
        case other
    }

    /// The cause.
    public let cause: Cause
    /// The values of the parameters that the sentences name.
    public let parameters: [String: String]

    /// Creates a problem.
    public init(_ cause: Cause, _ parameters: [String: String] = [:]) {
        self.cause = cause
        self.parameters = parameters
    }

    /// Creates a problem that a system call reports.
    ///
    /// - Parameters:
    ///   - cause: The cause.
    ///   - path: The file, folder, or socket.
    ///   - number: The error number.
    ///   - detail: The system's message for the number.
    public init(_ cause: Cause, path: String, errno number: Int32, _ detail: String) {
        self.init(cause, ["path": path, "detail": detail, "errno": "\(number)"])
    }

    /// The sentences that say what is wrong and what to do.
    public func message(in language: Language) -> String {
        switch language {
        case .english: EnglishWords(parameters: parameters).start(cause)
        case .simplifiedChinese: ChineseWords(parameters: parameters).start(cause)
        }
    }
}

extension StartProblem {
    /// The lines that the service writes on standard output: the message in English, then in each
    /// other language.
    public var lines: [String] {
        Language.allCases.map { Self.beginning(of: $0) + message(in: $0) }
    }

    /// The beginning of the line with the message in a language: `error: ` or `error zh-Hans: `.
    public static func beginning(of language: Language) -> String {
        language == .english ? "error: " : "error \(language.rawValue): "
    }
}
