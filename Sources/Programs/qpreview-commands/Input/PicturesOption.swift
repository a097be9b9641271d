import ArgumentParser
import FileAccess
import Glibc
import PrintModel
import QuickPreview

/// The option that names a folder of pictures.
struct PicturesOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Let HTML and Markdown show the pictures in this folder and below (default: none but those that the file contains).",
            valueName: "folder"
        ),
        completion: .directory
    )
    var pictures: String?

    /// Opens a file, packed with the pictures of the folder where one is named.
    func open(_ argument: String, folders: Bool = false) throws(Failure) -> Input {
        let file = try Input.open(argument, folders: folders && pictures == nil)
        guard let pictures else { return file }
        guard PictureFolder.isUsed(by: file.fileName, type: nil) else {
            throw Failure(
                64,
                "'\(file.argument)' shows no pictures of a folder: only HTML and Markdown do. Leave out --pictures.",
                "“\(file.argument)”不会显示文件夹中的图片：只有 HTML 和 Markdown 会。请去掉 --pictures。"
            )
        }
        do throws(PictureFolderError) {
            guard let folder = FilePath(argument: pictures) else {
                throw .folder(FilePath(pictures), ENOENT)
            }
            // A stream has been copied, up to its end.
            _ = lseek(file.descriptor, 0, SEEK_SET)
            let package = try PictureFolder(folder).pack(
                file.descriptor,
                name: file.fileName,
                at: argument == "-" ? nil : FilePath(argument: argument)
            )
            return file.replaced(by: fcntl(package.descriptor, F_DUPFD_CLOEXEC, 3))
        } catch {
            throw Failure(Self.exitCode(of: error), error.message, error.chineseMessage)
        }
    }

    private static func exitCode(of error: PictureFolderError) -> Int32 {
        switch error {
        case .folder, .notAFolder, .document: 66
        case .tooManyEntries, .tooManyPictures, .tooDeep, .tooLarge: 4
        case .output: 1
        }
    }
}
