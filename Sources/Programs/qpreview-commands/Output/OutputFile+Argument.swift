import FileAccess
import Glibc
import QuickPreview

extension OutputFile {
    /// Refuses an output that is the input, or whose name promises another format than the one that is written.
    ///
    /// - Parameters:
    ///   - output: The argument for the output.
    ///   - input: The argument for the input.
    ///   - format: The ending of the format that is written, such as "png".
    /// - Throws: ``Failure`` that says what to name instead.
    static func check(
        _ output: String,
        against input: String,
        format: String
    ) throws(qpreview_commands.Failure) {
        if let problem = problem(
            output,
            FileIdentity(argument: output, stream: STDOUT_FILENO),
            FileIdentity(argument: input, stream: STDIN_FILENO),
            format: format
        ) {
            throw problem
        }
    }

    /// What is wrong with an output; `nil` where it can be written.
    static func problem(
        _ output: String,
        _ outputFile: FileIdentity?,
        _ inputFile: FileIdentity?,
        format: String
    ) -> qpreview_commands.Failure? {
        let shown = FilePath.shown(output)
        if let outputFile, outputFile == inputFile {
            return qpreview_commands.Failure(
                64,
                "'\(shown)' is the input itself, which would be lost. Name another file.",
                "“\(shown)”就是输入文件本身，写入会使其丢失。请指定其他文件。"
            )
        }
        guard isNamedUnlike(format, output) else { return nil }
        let name = format.uppercased()
        return qpreview_commands.Failure(
            64,
            "'\(shown)' would not be in the format of its name: only \(name) is written. Use a name that ends in .\(format).",
            "“\(shown)”的内容会与其名称的格式不符：只能写入 \(name)。请使用以 .\(format) 结尾的名称。"
        )
    }

    /// Writes a result to the file that an argument names, or for `-` to standard output.
    ///
    /// - Throws: ``Failure`` that names the output.
    static func write(_ bytes: [UInt8], as argument: String) throws(qpreview_commands.Failure) {
        do throws(OutputFile.Failure) {
            if argument == "-" {
                try write(bytes, to: STDOUT_FILENO)
            } else {
                try OutputFile(FilePath(argument)).write(bytes)
            }
        } catch {
            let output = PreviewLanguage.ofUser.say("standard output", "标准输出")
            throw qpreview_commands.Failure(
                writing: argument == "-" ? output : FilePath.shown(argument),
                error: error.number
            )
        }
    }
}
