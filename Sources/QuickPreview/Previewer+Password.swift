import Glibc
import PreviewModel

extension Previewer {
    /// The facts of a document, of an encrypted PDF by its password.
    ///
    /// The PDF is written without its encryption, by a process of its own, into memory.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's and keeps its position.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never opened.
    ///   - password: That of its user or its owner; of a document that needs none it is not used.
    /// - Returns: What could be found out; `DocumentInfo.encrypted` still tells that it takes a password.
    /// - Throws: ``PreviewError`` with the codes of ``info(of:name:)``, and `wrongPassword`.
    public func info(
        of descriptor: Int32,
        name: String,
        password: String
    ) async throws(PreviewError) -> DocumentInfo {
        let closed = try await info(of: descriptor, name: name)
        guard closed.problem == .encrypted, !password.isEmpty,
            FileType(rawValue: closed.type).family == .documents
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
}
