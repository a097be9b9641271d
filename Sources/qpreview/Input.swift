import Glibc
import QuickPreview

/// A file to look at: a path, a `file://` URI, or `-` for standard input.
struct Input: ~Copyable {
    /// What the user called it.
    let argument: String
    /// The last part of its path.
    let name: String
    /// The open file.
    let descriptor: Int32
    /// Its size in bytes; 0 for a folder.
    let size: Int
    /// Whether it is a folder.
    let isFolder: Bool

    /// The most bytes that are taken from standard input.
    private static let streamLimit = 1 << 30

    /// Opens it, or tells what is wrong with it; a folder is wrong, unless folders are asked for.
    static func open(_ argument: String, folders: Bool = false) throws(Failure) -> Input {
        guard argument != "-" else {
            let descriptor = try Self.copyOfStandardInput()
            let size = Self.status(of: descriptor).map { Int($0.st_size) } ?? 0
            return Input(
                argument: argument,
                name: "standard input",
                descriptor: descriptor,
                size: size
            )
        }
        guard let path = Self.path(of: argument), !path.isEmpty else {
            throw Failure(
                66,
                "'\(argument)' names no file of this machine. Give a path or a file:// URI."
            )
        }
        // Not blocking: opening a pipe would wait for someone to write.
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Failure(opening: argument, error: errno) }
        let status = Self.status(of: descriptor)
        let isFolder = (status?.st_mode ?? 0) & S_IFMT == S_IFDIR
        guard let status, status.st_mode & S_IFMT == S_IFREG || (isFolder && folders) else {
            close(descriptor)
            throw isFolder
                ? Failure(66, "'\(argument)' is a directory. Name the files in it.")
                : Failure(66, "'\(argument)' is not a regular file.")
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return Input(
            argument: argument,
            name: name,
            descriptor: descriptor,
            size: isFolder ? 0 : Int(status.st_size),
            isFolder: isFolder
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

    deinit { close(descriptor) }

    private static func status(of descriptor: Int32) -> stat? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? status : nil
    }

    /// The path that an argument names: itself, or that of a `file://` URI of this machine.
    static func path(of argument: String) -> String? {
        guard argument.hasPrefix("file://") else { return argument }
        let rest = argument.dropFirst("file://".count)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let host = rest[..<slash].lowercased()
        guard host.isEmpty || host == "localhost" else { return nil }
        return percentDecoded(rest[slash...])
    }

    private static func percentDecoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(rest.prefix(2)), digits.utf8.count == 2,
                let decoded = UInt8(digits, radix: 16), decoded != 0
            else { return nil }
            bytes.append(decoded)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Standard input as a file without a name: helpers read documents at any position.
    private static func copyOfStandardInput() throws(Failure) -> Int32 {
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/qpreview.XXXXXX".utf8CString)
        let copy = unsafe mkstemp(&template)
        guard copy >= 0 else {
            throw Failure(1, "There is no room for standard input in '\(folder)'. Set TMPDIR.")
        }
        unsafe unlink(template)
        var total = 0
        var bytes = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(66, "Standard input cannot be read.") }
            if count == 0 { return copy }
            total += count
            guard total <= streamLimit else {
                throw Failure(4, "Standard input is larger than 1 GiB. Give the name of a file.")
            }
            guard unsafe write(copy, bytes, count) == count else {
                throw Failure(1, "There is no room for standard input in '\(folder)'. Set TMPDIR.")
            }
        }
    }
}
