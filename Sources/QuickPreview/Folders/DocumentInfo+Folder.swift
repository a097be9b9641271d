import Glibc
import PreviewModel

extension DocumentInfo {
    /// The facts of a folder, whether a plain one or an iWork document; `nil` where the descriptor is not a folder.
    ///
    /// Nothing in it is read: the names of its parts, and its extension, decide.
    ///
    /// - Parameters:
    ///   - descriptor: The open folder, which stays the caller's.
    ///   - name: Its name, or its path.
    public init?(folder descriptor: Int32, name: String) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return nil
        }
        let parts = [
            "Index.zip", "Index/Document.iwa", "index.xml", "index.xml.gz", "index.apxl",
            "index.apxl.gz",
        ]
        let sign = parts.last {
            var part = stat()
            return unsafe fstatat(descriptor, $0, &part, AT_SYMLINK_NOFOLLOW) == 0
                && part.st_mode & S_IFMT == S_IFREG
        }
        let named: String? =
            switch RequestMessage.nameExtension(of: Previewer.lastPart(of: name)) {
            case "key": "application/vnd.apple.keynote"
            case "numbers": "application/vnd.apple.numbers"
            case "pages": "application/vnd.apple.pages"
            default: nil
            }
        let isKeynote = sign?.hasPrefix("index.apxl") == true
        let document = isKeynote ? "application/vnd.apple.keynote" : sign == nil ? nil : named
        self.init(type: FileType(rawValue: document ?? "inode/directory"))
        var report = TypeReport(rule: .folder)
        report.name = named
        report.container = document
        report.sign = document == nil ? nil : sign
        typeReport = report
        carriesPicture =
            document != nil && !PackageFolder.pictures(in: descriptor, pixels: 0).isEmpty
    }
}
