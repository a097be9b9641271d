import Glibc
import PreviewModel

extension Previewer {
    /// Returns the facts of a document; of an encrypted PDF, after decrypting it with a password.
    ///
    /// A process of its own writes the PDF without its encryption into memory.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's and keeps its position.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never opened.
    ///   - password: The user or owner password; unused where the document needs none.
    /// - Returns: The facts that are known; `DocumentInfo.encrypted` still reports that the document needs a password.
    /// - Throws: ``PreviewError`` with the codes of ``info(of:name:)``, and `wrongPassword`.
    public func info(
        of descriptor: Int32,
        name: String,
        password: String
    ) async throws(PreviewError) -> DocumentInfo {
        let closed = try await info(of: descriptor, name: name)
        guard closed.problem == .encrypted, !password.isEmpty,
            FileType(rawValue: closed.type).family == .pdf
        else { return closed }
        guard let plain = Descriptor.memory() else { throw .systemLimit }
        guard try await unlock(descriptor, password: password, into: plain.number) else {
            throw .wrongPassword
        }
        var open = try await info(of: plain.number, name: name)
        open.encrypted = true
        open.typeReport = closed.typeReport
        return open
    }

    /// Writes a document without its encryption where it is an encrypted PDF and there is a password.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's.
    ///   - name: The file's name: a hint.
    ///   - password: The user or owner password; empty for none.
    ///   - output: An empty, writable regular file.
    /// - Returns: Whether `output` has the document now; otherwise, it is to be read as it is.
    /// - Throws: ``PreviewError`` with the codes of ``info(of:name:)``, and `wrongPassword`.
    package func decrypt(
        _ descriptor: Int32,
        name: String,
        password: String,
        into output: Int32
    ) async throws(PreviewError) -> Bool {
        guard !password.isEmpty else { return false }
        let closed = try await info(of: descriptor, name: name)
        guard closed.problem == .encrypted, FileType(rawValue: closed.type).family == .pdf else {
            return false
        }
        guard try await unlock(descriptor, password: password, into: output) else {
            throw .wrongPassword
        }
        return true
    }
}
