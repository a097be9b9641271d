import FileAccess
import Glibc
import PrintCenterClient
import PrintModel

/// Fetches the pictures of faces.
struct Faces {
    /// The number of concurrent requests: the service draws one face per processor.
    private static let atOnce = max(2, sysconf(Int32(clamping: _SC_NPROCESSORS_ONLN)))

    let client: PrintCenterClient
    let preview: SheetPreview

    /// Fetches faces, and passes each one on as it arrives, with its index in the list.
    func fetch(
        _ faces: [Int],
        size: Int,
        format: PrintCenterClient.FaceFormat,
        _ use: (Int, [UInt8]) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            var next = faces.startIndex
            func begin() {
                guard next < faces.endIndex else { return }
                let (client, preview, place) = (client, preview, next)
                group.addTask {
                    let bytes = try await client.face(
                        faces[place],
                        of: preview,
                        size: size,
                        format: format
                    )
                    return (place, bytes)
                }
                next += 1
            }
            for _ in 0..<Self.atOnce { begin() }
            while let (place, bytes) = try await group.next() {
                begin()
                try use(place, bytes)
            }
        }
    }

    /// Fetches faces, and returns their pictures in the order of the list.
    func fetch(
        _ faces: [Int],
        size: Int,
        format: PrintCenterClient.FaceFormat
    ) async throws -> [[UInt8]] {
        var pictures = [[UInt8]](repeating: [], count: faces.count)
        try await fetch(faces, size: size, format: format) { pictures[$0] = $1 }
        return pictures
    }
}

/// The output files for pictures of faces.
struct FaceFiles {
    /// The faces, by number.
    let faces: [Int]
    /// The name of each file.
    let names: [String]

    /// Creates names: a single face has the requested name, several have their numbers in it.
    ///
    /// - Parameters:
    ///   - output: The requested name.
    ///   - faces: The faces to write.
    ///   - count: The total number of faces, which determines the number of digits, so that the
    ///     names sort in order.
    init(output: String, faces: [Int], count: Int) {
        self.faces = faces
        guard faces.count > 1 else {
            names = [output]
            return
        }
        let name = output.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        // The dot of a hidden file does not begin an extension.
        let dot = name.dropFirst().lastIndex(of: ".") ?? output.endIndex
        let digits = "\(count)".count
        names = faces.map { face in
            let number = "\(face)"
            let zeros = String(repeating: "0", count: max(0, digits - number.count))
            return output[..<dot] + "-" + zeros + number + output[dot...]
        }
    }

    /// The finished PDF of all faces, in a file with this name.
    init(document: String) {
        faces = []
        names = [document]
    }

    /// The first of these files that is one of the inputs, which writing would destroy.
    func overwritten(of inputs: [String]) -> String? {
        let inputs = inputs.compactMap { FileIdentity(argument: $0, stream: STDIN_FILENO) }
        return names.first { name in
            FileIdentity(FilePath(name)).map(inputs.contains) ?? false
        }
    }

    /// Whether standard output is one of the inputs.
    static func overwritesByOutput(_ inputs: [String]) -> Bool {
        let output = FileIdentity(descriptor: STDOUT_FILENO)
        return output != nil
            && inputs.contains { FileIdentity(argument: $0, stream: STDIN_FILENO) == output }
    }

    /// Fetches and writes the images, or the PDF; returns `false` if one cannot be written, after
    /// reporting the error.
    func write(
        _ preview: SheetPreview,
        _ client: PrintCenterClient,
        size: Int,
        _ phrases: Phrases
    ) async throws -> Bool {
        do {
            guard !faces.isEmpty else {
                try Self.write(try await client.document(of: preview), to: names[0])
                return true
            }
            try await Faces(client: client, preview: preview)
                .fetch(faces, size: size, format: .png) { place, bytes in
                    try Self.write(bytes, to: names[place])
                }
            return true
        } catch let error as Unwritable {
            Terminal.say("printq: \(phrases.notWritable(error.path, error.why))")
            return false
        }
    }

    private struct Unwritable: Error {
        let path: String
        let why: String
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(Unwritable) {
        do throws(OutputFile.Failure) {
            try OutputFile(FilePath(path)).write(bytes)
        } catch {
            throw Unwritable(
                path: path,
                why: unsafe strerror(error.number).map { unsafe String(cString: $0) }
                    ?? "\(error.number)"
            )
        }
    }
}
