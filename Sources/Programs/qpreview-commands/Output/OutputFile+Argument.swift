import FileAccess
import Glibc
import QuickPreview

extension OutputFile {
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
