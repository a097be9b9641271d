import FileAccess
import Glibc
import QuickPreview

/// An input file: a path, a `file:` URI, a pipe, or `-` for standard input.
struct Input: ~Copyable {
    /// The argument, as people see it.
    let argument: String
    /// The last part of its path.
    let name: String
    /// The open file.
    let descriptor: Int32
    /// Its size in bytes; 0 for a folder.
    let size: Int
    /// Whether it is a folder.
    let isFolder: Bool

    /// The most bytes that are read from standard input or a pipe.
    private static let streamLimit = 1_000_000_000

    /// Opens an argument; a folder is an error unless `folders` is true.
    static func open(_ argument: String, folders: Bool = false) throws(Failure) -> Input {
        guard argument != "-" else {
            return try Input(stream: STDIN_FILENO, argument: argument, name: "standard input")
        }
        let shown = FilePath.shown(argument)
        guard let path = FilePath(argument: argument), !path.bytes.isEmpty else {
            throw Failure(
                66,
                "'\(shown)' does not name a file on this computer. Give a path or a file:/// URI.",
                "“\(shown)”不是本机上的文件。请指定路径或 file:/// URI。"
            )
        }
        return try open(path, argument: shown, folders: folders, pipes: true)
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - argument: The argument, for messages.
    ///   - folders: Whether it may be a folder.
    ///   - pipes: Whether it may be a pipe, which is read to its end.
    /// - Returns: The open file.
    /// - Throws: ``Failure`` with a message that names the file.
    static func open(
        _ path: FilePath,
        argument: String,
        folders: Bool = false,
        pipes: Bool = false
    ) throws(Failure) -> Input {
        let visit: FileVisit
        do throws(FileVisit.Failure) {
            visit = try FileVisit.read(path, flags)
        } catch {
            throw Failure(opening: argument, error: error.number)
        }
        return try Input(visit, path, argument: argument, folders: folders, pipes: pipes)
    }

    /// Nonblocking: opening a pipe would wait for a writer.
    private static var flags: Int32 { O_NONBLOCK | O_NOCTTY }

    /// Opens a file or folder for one of many requests, none of which may wait for the file system of another one.
    ///
    /// - Throws: ``PreviewError`` where its file system does not answer, and of a canceled task.
    static func visit(
        _ path: FilePath
    ) async throws(PreviewError) -> Result<FileVisit, FileVisit.Failure> {
        try await FileDoor.perform(at: path) { interrupt throws(PreviewError) in
            do throws(FileVisit.Failure) {
                return .success(try FileVisit.read(path, flags, interrupt: interrupt))
            } catch {
                if error.isUnanswered || error.isInterrupted { throw PreviewError(error) }
                return .failure(error)
            }
        }
    }

    /// The file that was opened for a request.
    init(_ visited: Result<FileVisit, FileVisit.Failure>, _ path: FilePath) throws(Failure) {
        switch visited {
        case .success(let visit):
            try self.init(visit, path, argument: path.shown, folders: true, pipes: false)
        case .failure(let error): throw Failure(opening: path.shown, error: error.number)
        }
    }

    private init(
        _ visit: FileVisit,
        _ path: FilePath,
        argument: String,
        folders: Bool,
        pipes: Bool
    ) throws(Failure) {
        let descriptor = visit.descriptor
        let kind = visit.mode & S_IFMT
        if kind == S_IFIFO, pipes {
            defer { close(descriptor) }
            // Until a writer has come. It may be gone again: what it has written is still there, and opening the pipe
            // once more would wait for another one.
            var wait = pollfd(fd: descriptor, events: Int16(clamping: POLLIN), revents: 0)
            while unsafe poll(&wait, 1, -1) < 0, errno == EINTR {}
            _ = fcntl(descriptor, F_SETFL, 0)
            try self.init(stream: descriptor, argument: argument, name: path.name)
            return
        }
        guard kind == S_IFREG || (kind == S_IFDIR && folders) else {
            close(descriptor)
            throw kind == S_IFDIR
                ? Failure(
                    66,
                    "'\(argument)' is a directory. Name a file in it.",
                    "“\(argument)”是文件夹。请指定其中的文件。"
                )
                : Failure(
                    66,
                    "'\(argument)' is not a regular file. Name a file.",
                    "“\(argument)”不是普通文件。请指定一个文件。"
                )
        }
        self.init(
            argument: argument,
            name: path.name,
            descriptor: descriptor,
            size: kind == S_IFDIR ? 0 : Int(clamping: visit.size),
            isFolder: kind == S_IFDIR
        )
    }

    private init(
        argument: String,
        name: String,
        descriptor: Int32,
        size: Int,
        isFolder: Bool = false
    ) {
        self.argument = argument
        self.name = name
        self.descriptor = descriptor
        self.size = size
        self.isFolder = isFolder
    }

    /// Copies a stream to its end into a file: helpers read documents at any position.
    private init(stream: Int32, argument: String, name: String) throws(Failure) {
        let copy = try Self.copy(of: stream, called: argument == "-" ? name : argument)
        self.init(
            argument: argument,
            name: name,
            descriptor: copy,
            size: Self.status(of: copy).map { Int($0.st_size) } ?? 0
        )
    }

    /// The name for readers that take the type from it: empty for standard input.
    var fileName: String { argument == "-" ? "" : name }

    /// The same input with other contents: an open file, which it closes.
    func replaced(by contents: Int32) -> Input {
        Input(
            argument: argument,
            name: name,
            descriptor: contents,
            size: Self.status(of: contents).map { Int($0.st_size) } ?? 0
        )
    }

    deinit { close(descriptor) }

    private static func status(of descriptor: Int32) -> stat? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? status : nil
    }

    /// A stream as a file without a name.
    private static func copy(of stream: Int32, called name: String) throws(Failure) -> Int32 {
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        let noRoom = Failure(
            1,
            "There is no room in '\(folder)' for the contents of \(name). Set TMPDIR.",
            "“\(folder)”中没有存放\(name)内容的空间。请设置 TMPDIR。"
        )
        var template = Array("\(folder)/qpreview.XXXXXX".utf8CString)
        let copy = unsafe mkstemp(&template)
        guard copy >= 0 else { throw noRoom }
        unsafe unlink(template)
        do throws(Failure) {
            var total = 0
            var bytes = [UInt8](repeating: 0, count: 1 << 18)
            while true {
                let count = unsafe read(stream, &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == EAGAIN {
                    // The caller passed a nonblocking descriptor.
                    var wait = pollfd(fd: stream, events: Int16(clamping: POLLIN), revents: 0)
                    _ = unsafe poll(&wait, 1, -1)
                    continue
                }
                guard count >= 0 else { throw Failure(opening: name, error: errno) }
                if count == 0 { return copy }
                total += count
                guard total <= streamLimit else {
                    let limit = ByteSize.words(streamLimit)
                    throw Failure(
                        4,
                        "\(name) brings more than \(limit). Save it to a file, and name that.",
                        "\(name)的内容超过 \(limit)。请存为文件后再指定。"
                    )
                }
                guard unsafe write(copy, bytes, count) == count else { throw noRoom }
            }
        } catch {
            close(copy)
            throw error
        }
    }
}
