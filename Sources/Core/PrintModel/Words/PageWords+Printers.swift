/// The texts of the page: the printers.
extension PageWords {
    static let printers: [Row] = [
        Row("printers.empty", "No printers were found", "未找到打印机"),
        Row(
            "printers.empty.hint",
            "Turn a printer on in your network, or add one by its address.",
            "请打开网络中的打印机，或按地址添加。"
        ),
        Row("printer.idle", "Ready", "就绪"),
        Row("printer.printing", "Printing", "正在打印"),
        Row("printer.stopped", "Stopped", "已停止"),
        Row("printer.unreachable", "Not reachable", "无法连接"),
        Row("printer.unusable", "Not usable", "无法使用"),
        Row("printer.refusing", "Not accepting jobs", "不接受任务"),
        Row("printer.gone", "gone", "已移除"),
        Row("color", "Color", "彩色"),
        Row("mono", "Black and white", "黑白"),
        Row("duplex", "Both sides", "双面"),
        Row("simplex", "One side", "单面"),
        Row("route.direct", "Directly", "直接打印"),
        Row("route.queue", "Through CUPS", "经由 CUPS"),
        Row("loaded", "Loaded", "已装入"),
        Row("not.loaded", "Not loaded", "未装入"),
        Row("default", "Default", "默认"),
        Row("default.set", "Use by default", "设为默认"),
        Row("identify", "Identify", "识别"),
        Row("identified", "“{name}” shows itself now.", "“{name}”正在提示其位置。"),
        Row("test.page", "Test page", "测试页"),
        Row("test.page.print", "Test page", "测试页"),
        Row("add", "Add", "添加"),
        Row("add.address", "Add a printer by its address", "按地址添加打印机"),
        Row("added", "“{name}” was added.", "已添加“{name}”。"),
    ]
}
