import CPage
import NIOCore

/// The files of the page for the browser, which are part of the program.
struct PageFile: Sendable {
    /// The path at which it is served.
    let path: String
    /// Its MIME type.
    let type: String
    /// Its bytes.
    let bytes: ByteBuffer

    /// All files.
    static let all: [PageFile] = {
        var files: [PageFile] = []
        while let name = unsafe cpage_name(files.count) {
            let index = files.count
            let name = unsafe String(cString: name)
            files.append(
                PageFile(
                    path: path(of: name),
                    type: type(of: name),
                    bytes: unsafe ByteBuffer(
                        bytes: UnsafeRawBufferPointer(
                            start: cpage_bytes(index),
                            count: cpage_size(index)
                        )
                    )
                )
            )
        }
        return files
    }()

    private static func path(of name: String) -> String {
        switch name {
        case "index.html": "/"
        case "enter.html": "/enter"
        default: "/" + name
        }
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "text/javascript; charset=utf-8"
        }
    }
}
