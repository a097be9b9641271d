import CForbiddenActs
import CLinux
import Glibc
import PreviewHelper
import PreviewModel
import SandboxTrials

/// A renderer that performs the trial of a request that carries one, and has another renderer do
/// everything else.
struct TrialRenderer: Renderer {
    let renderer: any Renderer
    /// The most descriptors that a child may have before it gets its request; `nil` for the usual ones.
    let descriptorLimit: UInt64?

    var folders: [String] { renderer.folders }

    func addUserFonts() { renderer.addUserFonts() }

    func touch() {
        renderer.touch()
        if let descriptorLimit {
            _ = clinux_limit(CLINUX_DESCRIPTORS, descriptorLimit, descriptorLimit)
        }
    }

    func work(
        _ request: RequestMessage,
        on type: FileType,
        _ info: DocumentInfo
    ) -> (AnswerMessage, Picture?) {
        perform(request, payload: ChildDescriptor.payload) ?? renderer.work(request, on: type, info)
    }

    func drawPayload(_ request: RequestMessage) -> (AnswerMessage, Picture?) {
        perform(request, payload: ChildDescriptor.output) ?? renderer.drawPayload(request)
    }

    /// Performs the trial; `nil` where the request has none.
    private func perform(
        _ request: RequestMessage,
        payload file: Int32
    ) -> (AnswerMessage, Picture?)? {
        var bytes = [UInt8](repeating: 0, count: min(Int(request.payloadSize), 4096))
        guard !bytes.isEmpty, unsafe pread(file, &bytes, bytes.count, 0) == bytes.count,
            let trial = Trial(payload: bytes)
        else { return nil }
        // An answer without a picture.
        var answer = AnswerMessage(.unchanged, info: DocumentInfo(type: .unknown))
        switch trial {
        case .raise(let signal):
            errno = 0
            // It returns where the signal is ignored.
            raise(signal)
        case .exit(let code): exit(code)
        case .hang: while true { poll(nil, 0, -1) }
        case .spin: while true {}
        case .exhaustMemory:
            // It traps where there is no more.
            while true {
                let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64 << 20, alignment: 16)
                unsafe bytes.initializeMemory(as: UInt8.self, repeating: 1, count: 4096)
            }
        case .writeLate:
            let bytes = answer.encoded()
            _ = unsafe clinux_send_message(ChildDescriptor.answer, bytes, bytes.count, nil, 0)
            _ = poll(nil, 0, 300)
            _ = unsafe write(ChildDescriptor.output, "late", 4)
            _exit(0)
        case .act(let act, let number, let name):
            answer.info.title = "\(unsafe forbidden_try(act, number, name))"
        }
        return (answer, nil)
    }
}
