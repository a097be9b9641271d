/// The sentences about a service that cannot start.
extension ChineseWords {
    func start(_ problem: StartProblem.Cause) -> String {
        let path = value("path")
        let database = value("database")
        return switch problem {
        case .runsAsRoot: "打印服务不以 root 身份运行。请用您自己的帐户打印（不用 sudo），或设置 PRINTCENTER_ALLOW_ROOT=1 以允许。"
        case .tooFewFiles: "打印服务只能打开 \(value("files")) 个文件，但需要 64 个。要提高限制，请运行：ulimit -n 1024"
        case .socketPathTooLong:
            "套接字的路径超过 Unix 套接字的上限 \(value("limit")) 字节：\(path)。请将 PRINTCENTER_SOCKET 设为较短的路径。"
        case .socketLockFailed:
            "无法锁定 \(path).lock\(detail)。请将其删除，或将 PRINTCENTER_SOCKET 设为您自己文件夹中的路径。"
        case .socketBusy: "另一个 printcenterd 占用了套接字 \(path)，但没有响应。请停止它，然后重试。"
        case .socketPathTaken: "\(path) 已存在，但不是您的套接字。请将其移除，或将 PRINTCENTER_SOCKET 设为其他路径。"
        case .socketNotRemoved: "无法移除旧套接字 \(path)\(detail)。请将其移除，或将 PRINTCENTER_SOCKET 设为其他路径。"
        case .socketForeign:
            "传给服务的套接字不是程序所连接的 \(path)。请更正套接字单元中的 ListenStream=，或为服务和程序设置 PRINTCENTER_SOCKET。"
        case .socketNotCreated: "无法创建套接字 \(path)\(detail)。请清理那里的空间，或将 PRINTCENTER_SOCKET 设为其他路径。"
        case .queueInUse: "另一个使用其他套接字的 printcenterd 正在使用 \(path) 中的队列。请使用它的套接字。"
        case .queueLockFailed: "无法锁定队列文件夹 \(path)\(detail)。"
        case .queueNewer: "无法打开 \(path) 中的队列：它由本程序的较新版本写入。请启动该版本，或移走该文件夹以使用空队列。"
        case .queueLost:
            "\(path) 中的队列已丢失：queue.sqlite 不存在或为空，但仍有 \(value("documents")) 个文档。请恢复 queue.sqlite，或移走该文件夹以使用空队列。"
        case .queueDamaged: "队列文件 \(path)/queue.sqlite 已损坏，无法打开\(detail)。请从备份恢复，或移走该文件夹以使用空队列。"
        case .queueFailed: "无法打开 \(path) 中的队列\(detail)。请清理磁盘空间，或移走该文件夹以使用空队列。"
        case .databaseLibraryMissing: "设置指定用数据库保存队列，但没有安装 libpq。请安装软件包 libpq5。"
        case .databaseUnreadable:
            "settings.json 中“store”的值不是 PostgreSQL 数据库的地址。请写成例如 \"postgresql://db.example/print\" 或 \"service=print\"。"
        case .databasePassword:
            "settings.json 中“store”的值含有密码，其他人可能看到。请将其删除，把密码存入 ~/.pgpass，或使用客户端证书。"
        case .databaseUnreachable:
            "无法连接到队列的数据库 \(database)\(detail)。请启动它，或更正 settings.json 中的“store”。"
        case .databasePasswordWrong:
            "数据库 \(database) 的服务器需要密码，但没有收到密码或密码不正确\(detail)。请将密码写入 ~/.pgpass，格式为 HOST:PORT:DATABASE:USER:PASSWORD，并对该文件运行 chmod 600。"
        case .databaseRoleRefused:
            "数据库 \(database) 的服务器不允许此服务登录\(detail)。请用 createuser 创建该角色，在 settings.json 的“store”中指定其他角色（\"postgresql://ROLE@HOST/DATABASE\"），或更正服务器的 pg_hba.conf。"
        case .databaseMissing:
            "服务器上没有数据库 \(database)\(detail)。请用 createdb 创建它，或更正 settings.json 中的“store”。"
        case .databaseUnsuitable: "数据库 \(database) 无法保存队列\(detail)。请使用其他数据库，或询问其管理员。"
        case .databaseNewer: "无法打开 \(database) 中的队列：它由本程序的较新版本写入。请启动该版本。"
        case .databaseTaken:
            "另一个主机名为“\(value("host"))”的服务自 \(value("since")) 起使用 \(database) 中的队列。请停止该服务，或在 settings.json 中将“host”设为其他名称。"
        case .databaseForeign:
            "\(database) 中的队列属于 \(value("host")) 的文档，而 \(path) 中没有这些文档。请在那里启动服务，将那个文件夹整个移到这里，或更正 settings.json 中的“store”或“documents”。"
        case .databaseOther:
            "文件夹 \(path) 中的文档属于另一个队列，而不是 \(database) 中的队列。请更正 settings.json 中的“store”或“documents”。"
        case .databaseLost:
            "队列已丢失：\(database) 中没有队列，但 \(path) 中仍有 \(value("documents")) 个文档。请更正 settings.json 中的“store”，恢复数据库，或移走该文件夹以使用空队列。"
        case .databaseMissed:
            "数据库 \(database) 中没有队列，而文件夹 \(path) 属于一个队列。请更正 settings.json 中的“store”，或恢复数据库；要用此文件夹建立新队列，请移除 \(value("files"))。"
        case .databaseUnset:
            "队列在数据库中，但 settings.json 不再指定该数据库，或无法读取。请更正其中的“store”；要使用空队列，请改为移除文件 \(path)。"
        case .documentsRelative: "settings.json 中“documents”的值应为以 / 开头的完整文件夹路径，而不是 \(path)。"
        case .documentsMissing:
            "settings.json 指定的文档文件夹 \(path) 不存在。请挂载其磁盘，或用 mkdir -m 700 创建它。"
        case .documentsForeign:
            "settings.json 指定的文档文件夹 \(path) 属于其他用户（uid \(value("owner"))）。请用 chown 将其交给运行服务的用户，或指定该用户的文件夹。"
        case .documentsNotPrivate:
            "settings.json 指定的文档文件夹 \(path) 必须只属于您。请对其运行 chmod 700，或指定其他文件夹。"
        case .documentsWithoutStore:
            "settings.json 指定了文档文件夹 \(path)，但只有数据库中的队列才能使用它。请设置“store”，或移除“documents”。"
        case .queueHasJobs:
            "设置指定用数据库保存队列，但这台计算机上的队列还有 \(value("jobs")) 个未结束的任务。请先从 settings.json 中移除“store”，直到这些任务结束，或取消它们。"
        case .homeReadOnly:
            "无法写入此帐户的主文件夹 \(path)（\(cause)），因此无法保存打印队列。请将 XDG_STATE_HOME 设为此帐户可以写入的文件夹。"
        case .folderNotCreated: "无法创建文件夹 \(path)\(detail)。"
        case .notAFolder: "\(path) 不是文件夹。请将其移除，然后重试。"
        case .folderForeign:
            "文件夹 \(path) 属于其他用户（uid \(value("owner"))）。请将 PRINTCENTER_SOCKET 或 XDG_RUNTIME_DIR 设为您自己的文件夹。"
        case .folderNotPrivate: "其他用户可以打开文件夹 \(path)。要禁止访问，请运行：chmod 700 \(path)"
        case .folderNotSafe:
            "其他用户可以替换文件夹 \(path) 中的文件，因此套接字放在那里不安全。请对其运行 chmod go-w，或将 PRINTCENTER_SOCKET 设为您自己文件夹中的路径。"
        case .folderNotSynced: "无法将文件夹 \(path) 写入磁盘\(detail)。请清理磁盘空间，或检查磁盘。"
        case .other: "打印服务无法启动\(detail)。"
        }
    }
}
