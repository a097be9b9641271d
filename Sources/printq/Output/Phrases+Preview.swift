import PrintModel

extension Phrases {
    /// The pages on a sheet: "Sheet 1 of 3: front page 1, back page 2".
    func sheet(_ number: Int, of preview: SheetPreview) -> String {
        let faces = preview.faces(ofSheet: number).map { pages(preview.pages[$0 - 1]) }
        let white = say("blank", "空白")
        let contents =
            preview.sides.isTwoSided
            ? say(
                "front \(faces.first ?? white), back \(faces.count > 1 ? faces[1] : white)",
                "正面\(faces.first ?? white)，背面\(faces.count > 1 ? faces[1] : white)"
            ) : faces.first ?? white
        return say(
            "Sheet \(number) of \(preview.sheets): \(contents)",
            "第 \(number) 张，共 \(preview.sheets) 张：\(contents)"
        )
    }

    private func pages(_ numbers: [Int]) -> String {
        guard !numbers.isEmpty else { return say("blank", "空白") }
        // 0 is a blank page of a booklet.
        let list = numbers.map { $0 == 0 ? say("blank", "空白") : "\($0)" }.joined(separator: "+")
        return say(numbers.count == 1 ? "page \(list)" : "pages \(list)", "第 \(list) 页")
    }

    func moreSheets(_ shown: Int, of preview: SheetPreview) -> String {
        say(
            "\(shown) of \(preview.sheets) sheets. To show another one, use --sheet N; to show all, use --all.",
            "共 \(preview.sheets) 张，已显示 \(shown) 张。要显示其中一张，请用 --sheet N；要显示全部，请用 --all。"
        )
    }

    func noSheet(_ number: Int, of preview: SheetPreview) -> String {
        say(
            "There is no sheet \(number). Choose 1 to \(preview.sheets).",
            "没有第 \(number) 张。请选择 1 到 \(preview.sheets)。"
        )
    }

    /// The message for a file that cannot be written.
    func notWritable(_ path: String, _ why: String) -> String {
        say(
            "'\(path)' cannot be written: \(why). Name another file or folder.",
            "无法写入“\(path)”：\(why)。请换一个文件或文件夹。"
        )
    }

    func isInput(_ path: String) -> String {
        say(
            "'\(path)' is the input itself, which would be lost. Name another file.",
            "“\(path)”就是输入文件本身，写入会使其丢失。请指定其他文件。"
        )
    }

    var standardOutput: String { say("standard output", "标准输出") }

    var ticketOfJob: String {
        say(
            "A job already has its printer and its options. To try others, preview the file.",
            "任务已有打印机和打印选项。要尝试其他选项，请预览文件。"
        )
    }

    var noTerminalPictures: String {
        say(
            "The terminal cannot show images: libchafa is not installed. Install it (apt install libchafa0), or use --output sheets.png.",
            "终端无法显示图像：未安装 libchafa。请安装它（apt install libchafa0），或使用 --output sheets.png。"
        )
    }
}
