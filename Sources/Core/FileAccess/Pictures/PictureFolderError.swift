/// The reason why a document cannot be packed with the pictures of a folder.
public enum PictureFolderError: Error, Hashable, Sendable {
    /// The folder cannot be opened; the number is the system's error.
    case folder(FilePath, Int32)
    /// The path names something else than a folder.
    case notAFolder(FilePath)
    /// The folder has more files and folders than are looked through.
    case tooManyEntries(FilePath)
    /// The folder has too many pictures.
    case tooManyPictures(FilePath)
    /// A folder below, of which the path is given, lies too deep.
    case tooDeep(FilePath, below: String)
    /// The document and the pictures are too large together.
    case tooLarge(FilePath)
    /// The document cannot be read; the number is the system's error.
    case document(Int32)
    /// The package cannot be written; the number is the system's error.
    case output(Int32)

    /// What is wrong and what to do, in English.
    public var message: String { words.english }

    /// What is wrong and what to do, in Simplified Chinese.
    public var chineseMessage: String { words.chinese }

    private var words: (english: String, chinese: String) {
        switch self {
        case .folder(let path, _):
            (
                "The folder of pictures '\(path.shown)' cannot be read. Check its name and its permissions.",
                "无法读取图片文件夹“\(path.shown)”。请检查其名称和权限。"
            )
        case .notAFolder(let path):
            (
                "'\(path.shown)' is not a folder. Name the folder of the pictures.",
                "“\(path.shown)”不是文件夹。请指定图片所在的文件夹。"
            )
        case .tooManyEntries(let path):
            (
                "'\(path.shown)' has more than \(PictureFolder.entriesLimit) files and folders. Name a folder that has only the pictures.",
                "“\(path.shown)”中的文件和文件夹超过 \(PictureFolder.entriesLimit) 个。请指定只含图片的文件夹。"
            )
        case .tooManyPictures(let path):
            (
                "'\(path.shown)' has more than \(PictureFolder.picturesLimit) pictures. Name a folder that has only those of the document.",
                "“\(path.shown)”中的图片超过 \(PictureFolder.picturesLimit) 张。请指定只含该文档图片的文件夹。"
            )
        case .tooDeep(let path, let below):
            (
                "'\(below)' is more than \(PictureFolder.depthLimit) folders below '\(path.shown)'. Name a folder nearer to the pictures.",
                "“\(below)”位于“\(path.shown)”之下超过 \(PictureFolder.depthLimit) 层。请指定离图片更近的文件夹。"
            )
        case .tooLarge(let path):
            (
                "The document and the pictures in '\(path.shown)' are larger than \(PictureFolder.sizeLimit >> 20) MB together. Name a folder that has only those of the document, or make them smaller.",
                "文档与“\(path.shown)”中的图片合计超过 \(PictureFolder.sizeLimit >> 20) MB。请指定只含该文档图片的文件夹，或缩小图片。"
            )
        case .document:
            (
                "The document cannot be read to its end. Check the file.",
                "无法完整读取文档。请检查该文件。"
            )
        case .output:
            (
                "There is no room for the document with its pictures. Set TMPDIR to a folder that has some.",
                "没有空间存放文档及其图片。请将 TMPDIR 设为有空间的文件夹。"
            )
        }
    }
}
