/// The reason why the database that `store` names cannot be used for the queue.
public enum DatabaseProblem: Error, Sendable, Equatable {
    /// libpq is not installed.
    case libraryMissing
    /// The text in the settings is no address.
    case unreadable
    /// The text in the settings has a password.
    case password
    /// The server cannot be reached.
    case unreachable(database: String, detail: String)
    /// The server does not let the service in.
    case refused(database: String, reason: Refusal, detail: String)
    /// It is not what the store needs.
    case unsuitable(database: String, detail: String)
    /// A newer version of the service has written it.
    case newer(database: String)
    /// Another service has the queue.
    case taken(database: String, host: String, since: String)
    /// The queue belongs to the documents of another folder, or host.
    case foreign(database: String, host: String, folder: String)
    /// The folder has the documents of another queue.
    case other(database: String, folder: String)
    /// It has no queue, while the documents of one are there.
    case lost(database: String, documents: Int, folder: String)
    /// It has no queue, while a folder belongs to one, as files say.
    case missed(database: String, folder: String, files: [String])
    /// Jobs in the queue file have not ended.
    case jobsInFile(Int)
    /// The folder that the settings name for the documents cannot be used.
    case folder(path: String, reason: Folder)
    /// The queue was in a database, and the settings name none, or cannot be read.
    case unset(path: String)

    /// Why a server does not let the service in.
    public enum Refusal: Sendable {
        /// It wants a password, and got none, or a wrong one (28P01).
        case password
        /// It does not know the role, or has no rule that lets it in (28000).
        case role
        /// It has no such database (3D000).
        case missing
    }

    /// What is wrong with a folder of documents.
    public enum Folder: Sendable, Equatable {
        /// Its path does not begin with a slash.
        case relative
        /// It does not exist, or is no folder.
        case missing
        /// It belongs to the user with this id.
        case ofUser(UInt32)
        /// Others can open it.
        case notPrivate
        /// The queue is in a file, which has its documents beside it.
        case withoutStore
    }
}
