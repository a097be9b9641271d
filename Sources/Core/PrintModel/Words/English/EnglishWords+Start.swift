/// The sentences about a service that cannot start.
extension EnglishWords {
    func start(_ problem: StartProblem.Cause) -> String {
        let path = value("path")
        let database = value("database")
        return switch problem {
        case .runsAsRoot:
            "The printing service does not run as root. Print from your own account (without sudo), or set PRINTCENTER_ALLOW_ROOT=1 to allow it."
        case .tooFewFiles:
            "The printing service can open only \(value("files")) files, and needs 64. To raise the limit, run: ulimit -n 1024"
        case .socketPathTooLong:
            "The path of the socket is longer than \(value("limit")) bytes, the limit of a Unix socket: \(path). Set PRINTCENTER_SOCKET to a shorter path."
        case .socketLockFailed:
            "The lock \(path).lock cannot be acquired\(detail). Remove it, or set PRINTCENTER_SOCKET to a path in a folder of your own."
        case .socketBusy:
            "Another printcenterd holds the socket \(path) and is not responding. Stop it and try again."
        case .socketPathTaken:
            "\(path) is there already and is not a socket of yours. Remove it, or set PRINTCENTER_SOCKET to another path."
        case .socketNotRemoved:
            "The old socket \(path) cannot be removed\(detail). Remove it, or set PRINTCENTER_SOCKET to another path."
        case .socketForeign:
            "The socket that the service was handed is not \(path), where programs connect. Correct ListenStream= in the unit of the socket, or set PRINTCENTER_SOCKET for the service and the programs."
        case .socketNotCreated:
            "The socket \(path) cannot be created\(detail). Free some space there, or set PRINTCENTER_SOCKET to another path."
        case .queueInUse:
            "Another printcenterd, on another socket, uses the queue in \(path). Use its socket."
        case .queueLockFailed: "The queue's folder \(path) cannot be locked\(detail)."
        case .queueNewer:
            "The queue in \(path) cannot be opened: A newer version of this program has written it. Start that version, or move the folder away to begin with an empty queue."
        case .queueLost:
            "The queue in \(path) is lost: queue.sqlite is missing or empty, but its spool holds documents (\(value("documents"))). Put queue.sqlite back, or move the folder away to begin with an empty queue."
        case .queueDamaged:
            "The queue file \(path)/queue.sqlite is damaged and cannot be opened\(detail). Restore it from a backup, or move the folder away to begin with an empty queue."
        case .queueFailed:
            "The queue in \(path) cannot be opened\(detail). Free some disk space, or move the folder away to begin with an empty queue."
        case .databaseLibraryMissing:
            "The settings name a database for the queue, and libpq is not installed. Install the package libpq5."
        case .databaseUnreadable:
            "'store' in settings.json is not the address of a PostgreSQL database. Write for instance \"postgresql://db.example/print\" or \"service=print\"."
        case .databasePassword:
            "'store' in settings.json has a password, which others could see there. Remove it, and keep it in ~/.pgpass, or use a client certificate."
        case .databaseUnreachable:
            "The database of the queue, \(database), cannot be reached\(detail). Start it, or correct 'store' in settings.json."
        case .databasePasswordWrong:
            "The server of the database \(database) wants a password, and got none, or a wrong one\(detail). Write it to ~/.pgpass as a line HOST:PORT:DATABASE:USER:PASSWORD, and run chmod 600 on that file."
        case .databaseRoleRefused:
            "The server of the database \(database) does not let the service in\(detail). Make the role with createuser, name another one in settings.json (\"postgresql://ROLE@HOST/DATABASE\" at 'store'), or correct pg_hba.conf of the server."
        case .databaseMissing:
            "The server has no database \(database)\(detail). Make it with createdb, or correct 'store' in settings.json."
        case .databaseUnsuitable:
            "The database \(database) cannot keep the queue\(detail). Use another database, or ask who runs it."
        case .databaseNewer:
            "The queue in \(database) cannot be opened: A newer version of this program has written it. Start that version."
        case .databaseTaken:
            "Another service with the host name '\(value("host"))' has had the queue in \(database) since \(value("since")). Stop it, or set 'host' in settings.json to another name."
        case .databaseForeign:
            "The queue in \(database) belongs to the documents of \(value("host")), which are not in \(path). Start the service there, move that folder here as a whole, or correct 'store' or 'documents' in settings.json."
        case .databaseOther:
            "The folder \(path) has the documents of another queue than the one in \(database). Correct 'store' or 'documents' in settings.json."
        case .databaseLost:
            "The queue is lost: \(database) has none, but the spool in \(path) holds documents (\(value("documents"))). Correct 'store' in settings.json, restore the database, or move the folder away to begin with an empty queue."
        case .databaseMissed:
            "The database \(database) has no queue, and the folder \(path) belongs to one. Correct 'store' in settings.json, or restore the database; to begin a new queue with this folder, remove \(value("files"))."
        case .databaseUnset:
            "The queue is in a database, and settings.json does not name it any more, or cannot be read. Correct 'store' there; to begin with an empty queue, remove the file \(path) instead."
        case .documentsRelative:
            "'documents' in settings.json has to be the whole path of a folder, from / on, and is \(path)."
        case .documentsMissing:
            "The folder \(path), which settings.json names for documents, is not there. Mount its disk, or make it with mkdir -m 700."
        case .documentsForeign:
            "The folder \(path), which settings.json names for documents, belongs to another user (uid \(value("owner"))). Give it to the user of the service with chown, or name a folder of that user."
        case .documentsNotPrivate:
            "The folder \(path), which settings.json names for documents, has to be yours alone. Run chmod 700 on it, or name another one."
        case .documentsWithoutStore:
            "settings.json names the folder \(path) for documents, which only a queue in a database can have elsewhere. Set 'store', or remove 'documents'."
        case .queueHasJobs:
            "The settings name a database for the queue, and the queue on this computer has jobs that have not ended (\(value("jobs"))). Remove 'store' from settings.json until they have ended, or cancel them."
        case .homeReadOnly:
            "The home folder of this account, \(path), cannot be written (\(value("detail"))), so the print queue cannot be stored. Set XDG_STATE_HOME to a folder that this account can write."
        case .folderNotCreated: "The folder \(path) cannot be created\(detail)."
        case .notAFolder: "\(path) is not a folder. Remove it and try again."
        case .folderForeign:
            "The folder \(path) belongs to another user (uid \(value("owner"))). Set PRINTCENTER_SOCKET or XDG_RUNTIME_DIR to a folder of your own."
        case .folderNotPrivate:
            "Other users can open the folder \(path). To close it, run: chmod 700 \(path)"
        case .folderNotSafe:
            "Others can replace files in the folder \(path), so a socket there is not safe. Run chmod go-w on it, or set PRINTCENTER_SOCKET to a path in a folder of your own."
        case .folderNotSynced:
            "The folder \(path) cannot be written to the disk\(detail). Free some disk space, or check the disk."
        case .other: "The printing service cannot start\(detail)."
        }
    }
}
