import CommandNames

/// The sentences of problems in Simplified Chinese.
extension ChineseWords {
    private var job: String { value("job") }
    private var field: String { "“\(value("field"))”" }
    /// Whether another program submitted the job to the scheduler; jobs of the service have
    /// numbers.
    private var isForeign: Bool { Int(job) == nil }
    private var state: JobState? { JobState(rawValue: value("state")) }

    private var stateName: String {
        switch state {
        case .completed: "已完成"
        case .canceled: "已取消"
        case .failed: "失败"
        default: value("state")
        }
    }

    /// Returns the sentences that say what is wrong and what to do.
    ///
    /// - Parameters:
    ///   - cause: The cause.
    ///   - quote: The explanation of the cause by another part of the project, as a sentence.
    /// - Returns: The sentences.
    func problem(_ cause: Problem.Cause, quote: String) -> String {
        switch cause {
        case .malformed, .bodyBroken, .connectionClosed, .bodyTooLarge, .bodyNotJSON, .bodyTooDeep,
            .duplicateKey, .missingKey, .invalidValue, .unknownField, .malformedForm,
            .queryNotNumber, .queryNotDate, .queryNotFlag, .keyLength, .malformedType, .otherType,
            .beginningTooLarge, .priorityOutOfRange, .tooManyParts, .invalidTicket, .requestTimeout,
            .tooManyConnections, .notFound, .keyReused, .pageRefused:
            requestProblem(cause, quote)
        case .notPossible, .jobNotFound, .jobEnded, .jobDelivered, .jobForeign, .notAllowed,
            .documentGone, .printerNotFound, .schedulerUnreachable, .schedulerFailed,
            .schedulerRefused, .schedulerNotLocal, .printerNotAdded, .printerExists,
            .printerNotRemoved, .printerWithoutChoice, .printerFailed,
            .authenticationNotPossible:
            jobProblem(cause)
        case .documentNotFound, .jobDocumentNotFound, .documentInUse, .documentTooLarge,
            .passwordWrong, .previewUnavailable, .tooManyFiles, .previewNotFound,
            .previewOfForeignJob, .sheetsFailed, .noPicture:
            documentProblem(cause, quote)
        case .presetNotFound, .presetName, .presetEmpty, .presetWithTime, .presetWithSecret,
            .presetTooLarge, .presetsFull, .presetUnusable, .presetNotSaved:
            presetProblem(cause)
        case .settingsUnreadable, .spoolFull, .spoolFailed, .storeFull, .storeDamaged, .storeGone,
            .storeFailed, .databaseUnreachable, .queueTaken, .hostNotFound, .hostAlive,
            .queueNotShared,
            .defaultNotSaved, .readerTooSlow,
            .eventsGone, .internalError:
            serviceProblem(cause, quote)
        }
    }

    private func requestProblem(_ cause: Problem.Cause, _ quote: String) -> String {
        switch cause {
        case .bodyBroken: "请求正文与其标头不符。"
        case .connectionClosed: "连接在请求完成之前已关闭。"
        case .bodyTooLarge: "请求正文超过 1 MiB。"
        case .bodyNotJSON: "请求正文不是有效的 JSON。"
        case .bodyTooDeep: "请求正文嵌套过深。"
        case .duplicateKey: "请求正文中有重复的键：\(field)。"
        case .missingKey: "请求正文缺少\(field)。"
        case .invalidValue where parameters["field"] != nil: "\(field)的值无效\(detail)。"
        case .invalidValue: "请求正文中有无效的值\(detail)。"
        case .unknownField: "此服务不认识\(field)，未执行任何操作。"
        case .malformedForm: "表单格式错误：请先发送“job”部分，再发送“document”部分。"
        case .queryNotNumber: "\(value("field")) 的值“\(value("value"))”无效：请使用数字。"
        case .queryNotDate:
            "\(value("field")) 的值“\(value("value"))”无效：请使用日期，例如 2026-05-17T08:00:00Z。"
        case .queryNotFlag:
            "\(value("field")) 的值“\(value("value"))”无效：请使用 true 或 false。"
        case .keyLength: "Idempotency-Key 的长度必须为 1 到 255 个字符。"
        case .malformedType: "该类型不是 MIME 类型（例如 application/pdf）。"
        case .otherType:
            "文档的类型是 \(value("found"))，而不是 \(value("type"))。请不要指定类型，或指定正确的类型。"
        case .beginningTooLarge: "请发送文档的前 64 KiB，并用“size”给出其完整大小。"
        case .priorityOutOfRange: "优先级“\(value("priority"))”无效：请使用 1 到 100。"
        case .tooManyParts: "最多可以一起打印 \(value("limit")) 个文件。请分成几个作业打印。"
        case .invalidTicket: quote
        case .pageRefused:
            "浏览器页面不接受此请求。要重新打开页面，请运行“\(Command.open)”。"
        case .requestTimeout: "请求超时，请重新发送。"
        case .tooManyConnections: "打开的连接过多，请稍后重试。"
        case .notFound: "没有此路径。全部路径请见 /v1/openapi.json。"
        case .keyReused: "此 Idempotency-Key 已用于其他请求，请使用新的键。"
        default: "请求格式错误。"
        }
    }

    private func jobProblem(_ cause: Problem.Cause) -> String {
        switch cause {
        case .jobNotFound: "没有任务“\(job)”。要列出所有任务，请运行“\(Command.allJobs)”。"
        case .jobEnded where state == nil:
            "正在取消任务 \(job)。如果打印机不再恢复，请运行“\(Command.cancel) --force \(job)”。"
        case .jobEnded:
            "任务 \(job) 已经结束（\(stateName)）。"
                + (state == .completed || isForeign
                    ? "" : "要重新打印，请运行“\(Command.reprint) \(job)”。")
        case .jobDelivered:
            "打印机已收到任务 \(job)。"
                + (isForeign ? "请先取消，然后重新打印该文件。" : "请先取消，然后运行“\(Command.reprint) \(job)”。")
        case .jobForeign: "任务 \(job) 由其他程序提交，无法获得其文档。请用“\(Command.print)”打印该文件。"
        case .notAllowed: "调度程序不允许您对任务 \(job) 执行此操作。请联系任务的所有者或管理员。"
        case .documentGone: "任务 \(job) 的文档已不再保留。请重新打印该文件。"
        case .schedulerUnreachable: "打印调度程序没有响应。要启动 CUPS，请运行“systemctl start cups”。"
        case .schedulerFailed:
            "调度程序未能对任务 \(job) 执行操作“\(operation(value("operation")))”\(detail)。"
        case .schedulerRefused:
            "调度程序拒绝了对任务 \(job) 的操作\(detail)。要查看任务状态，请运行“\(Command.show) \(job)”。"
        case .schedulerNotLocal: "打印调度程序在另一台计算机上\(detail)。"
        case .printerNotAdded where parameters["missing"] != nil:
            "\(value("address")) 的打印机有应答，但没有提供必需的“\(value("missing"))”，未添加打印机。请更新其固件，或使用驱动程序为其添加队列。"
        case .printerNotAdded:
            "\(value("address")) 没有 IPP 打印机响应\(detail)，未添加打印机。请检查地址以及打印机是否已打开。"
        case .printerExists:
            "此地址或名称已有打印机“\(value("printer"))”。要使用其他名称，请运行“\(Command.addPrinter) 地址 名称”。"
        case .printerNotRemoved:
            "打印机“\(value("printer"))”是在网络上发现的，不是添加的，因此无法移除。关机后它会从列表中消失。"
        case .printerWithoutChoice:
            "到打印机“\(value("printer"))”只有一条途径。只有既有队列又支持 IPP 的打印机才能改为直接打印。"
        case .printerFailed:
            "打印机“\(value("printer"))”没有执行该操作\(detail)。请检查打印机是否已打开并支持该操作。"
        case .authenticationNotPossible: authenticationNotPossible
        // The obstacles have the sentences.
        default: "无法打印。"
        }
    }

    private func operation(_ name: String) -> String {
        switch name {
        case "hold": "保留"
        case "release": "释放"
        case "answer": "查询"
        default: name
        }
    }

    private func documentProblem(_ cause: Problem.Cause, _ quote: String) -> String {
        switch cause {
        case .documentNotFound: "没有此文档：未使用的文档会在一小时后移除。请重新发送该文件。"
        case .jobDocumentNotFound:
            "任务 \(job) 的文档已不再保留：文档会在任务结束一天后移除。请直接预览该文件。"
        case .documentInUse: "有任务正在使用此文档。请先取消该任务。"
        case .documentTooLarge: "文档超过 4 GiB。请只打印其中一部分。"
        case .passwordWrong: "密码无法打开此文档，请重试。"
        case .previewUnavailable: "无法读取文档\(detail)。没有任务加入队列。"
        case .tooManyFiles: "服务打开的文件过多，请重试。"
        case .previewNotFound: "没有此预览：未使用的预览会在一小时后或服务退出时移除。请重新请求。"
        case .previewOfForeignJob: "任务 \(job) 由其他程序提交，无法获得其文档。请直接预览该文件。"
        case .sheetsFailed: "无法生成纸张页面\(detail)。"
        default: quote
        }
    }

    private func serviceProblem(_ cause: Problem.Cause, _ quote: String) -> String {
        switch cause {
        case .settingsUnreadable:
            "\(quote)请改正该文件，或将其移走以使用默认值。未作任何更改。"
        case .spoolFull: "磁盘已满。请清理空间后重试。没有任务加入队列。"
        case .spoolFailed: "无法写入文档\(detail)。没有任务加入队列。"
        case .storeFull: "磁盘已满。请清理空间后重试。未作任何更改。"
        case .storeDamaged:
            "队列文件已损坏\(detail)。请停止服务（\(Command.stopService)），然后恢复该文件，或移走其所在文件夹以使用空队列。未作任何更改。"
        case .storeGone:
            "服务运行期间，队列文件 \(value("detail")) 被移除或替换。请将其放回，或停止服务（\(Command.stopService)）以使用空队列。没有任务加入队列。"
        case .storeFailed: "无法写入队列\(detail)。未作任何更改。"
        case .databaseUnreachable:
            "无法连接到队列的数据库\(detail)。请在数据库运行后重试。"
                + (parameters["reads"] == nil ? "未作任何更改。" : "")
        case .queueTaken: "另一个服务已接管队列\(detail)，本服务将结束。未作任何更改。"
        case .hostNotFound: "没有主机“\(value("host"))”。“printq hosts”会列出所有主机。"
        case .hostAlive where parameters["silence"] != nil:
            "主机“\(value("host"))”已有 \(value("silence")) 秒没有响应，但可能仍在打印。请停止其服务，或在 \(value("wait")) 秒后它被视为离线时重试。"
        case .hostAlive:
            "主机“\(value("host"))”正在运行。请先停止其服务，或用“printq hosts drain \(value("host"))”使其退出。"
        case .queueNotShared:
            "队列在本机的文件中，没有其他主机。要共享队列，请在 settings.json 中设置“store”和“documents”。"
        case .defaultNotSaved: "无法保存设置\(detail)。"
        case .readerTooSlow: "读取方落后过多。请使用 Last-Event-ID 重新连接。"
        case .eventsGone: "此 Last-Event-ID 之后的事件已不再保留。以下是当前的任务。"
        default:
            parameters["detail"] == nil
                ? "服务发生内部错误。" : "服务发生内部错误（\(Words.withoutEnd(value("detail")))）。"
        }
    }
}
