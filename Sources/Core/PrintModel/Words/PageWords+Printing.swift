/// The texts of the page: the print view.
extension PageWords {
    static let printing: [Row] = [
        Row("print.empty", "Drop files here to print them", "将文件拖到此处打印"),
        Row(
            "print.empty.hint",
            "PDF, pictures, texts, Office documents, web pages, and many others",
            "PDF、图片、文本、Office 文档、网页等"
        ),
        Row("print.do", "Print", "打印"),
        Row("sending", "Sending “{name}”…", "正在发送“{name}”…"),
        Row("queued", "“{name}” is in the queue of {printer}.", "“{name}”已加入 {printer} 的队列。"),
        Row("pictures.drop", "To show them, drop or choose them, too.", "要显示图片，请将图片也拖到此处或选择它们。"),
        Row(
            "pictures.again",
            "To show them, drop or choose the document and the pictures here.",
            "要显示图片，请将文档和图片一起拖到此处或选择它们。"
        ),
        Row(
            "pictures.unused",
            "No document here names a picture in that folder. Drop the document with it.",
            "此处没有文档引用该文件夹中的图片。请将文档一起拖入。"
        ),
        Row("same.one", "The same goes for {n} other file.", "另有 {n} 个文件也是如此。"),
        Row("same.other", "The same goes for {n} other files.", "另有 {n} 个文件也是如此。"),
        Row("files", "Files", "文件"),
        Row("file.remove", "Remove “{name}”", "移除“{name}”"),
        Row("together", "Print as one job", "合并为一个任务打印"),
        Row("sheets", "Sheets", "纸张"),
        Row("sheet", "Sheet {n}", "第 {n} 张"),
        Row("sheet.both", "Sheet {n}: front and back", "第 {n} 张：正面与背面"),
        Row("side.of", "Side {n} of {all}, with page {pages}", "第 {n} 面（共 {all} 面），含第 {pages} 页"),
        Row("side.blank", "Side {n}, blank", "第 {n} 面，空白"),
        Row("pages.strip", "Pages of the document", "文档的页面"),
        Row("pages.pick", "Pages to print", "要打印的页面"),
        Row("pages.hint", "Click, Shift-click, or drag to pick", "单击、按住 Shift 单击或拖动来选择"),
        Row("pages.all", "All", "全部"),
        Row("pages.example", "Write pages such as 1-3, 7, or 5-.", "请填写页码，例如 1-3、7 或 5-。"),
        Row("pages.from.one", "Pages begin with 1.", "页码从 1 开始。"),
        Row("pages.beyond", "The document has {n} pages.", "文档共有 {n} 页。"),
        Row("size.own", "A size of your own", "自定义尺寸"),
        Row(
            "size.fault",
            "Write a size such as 62x100mm; it takes {sizes}.",
            "请写尺寸，如 62x100mm；可用 {sizes}。"
        ),
        Row("number.range", "Use a number from {least} to {most}.", "请使用 {least} 到 {most} 之间的数字。"),
        Row("options", "Options", "选项"),
        Row("options.more", "More options ({n})", "更多选项（{n}）"),
        Row("preset", "Preset", "预设"),
        Row("preset.none", "None", "无"),
        Row("preset.save", "Save these options as a preset", "将这些选项存为预设"),
        Row("preset.name", "Name", "名称"),
        Row("preset.saved", "Saved as “{name}”.", "已保存为“{name}”。"),
        Row("save", "Save", "保存"),
        Row("unlock", "Password of “{name}”", "“{name}”的密码"),
        Row("unlock.do", "Open", "打开"),
    ]
}
