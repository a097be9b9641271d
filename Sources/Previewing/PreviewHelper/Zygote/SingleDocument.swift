import CLinux
import CSandbox
import Glibc
package import PreviewModel

/// A process for one document: a zygote that becomes its own child, without a fork.
///
/// For programs that draw one picture and end. It starts as a zygote does, enters the same layers of the sandbox, receives
/// one request on its control socket, and then is the child: it enters the layers of a child before it reads a byte of the
/// document, answers, and exits. The program that started it watches its end and its time.
///
/// It loads no database of file types: where name and magic number do not agree, it names no type, and draws nothing.
package enum SingleDocument {
    /// Loads what a child needs, and fulfills one request.
    ///
    /// - Parameters:
    ///   - family: The family.
    ///   - control: The control socket.
    ///   - gaps: Layers of the sandbox that a proof takes away.
    ///   - start: Loads the libraries of a family; `nil` where one is missing.
    /// - Returns: The exit code of the process where it cannot serve.
    package static func serve(
        _ family: RendererFamily,
        control: Int32,
        gaps: ConfinementGaps = .none,
        start: (RendererFamily) -> (any Renderer)?
    ) -> Int32 {
        let parent = getppid()
        clinux_forbid_dumps()
        csandbox_ignore_limits()
        clinux_keep_memory()
        guard let renderer = start(family), Zygote.threadCount() == 1 else { return 1 }
        let confinement: Confinement
        do throws(Confinement.Missing) {
            confinement = try Confinement(family, reading: renderer.folders, gaps: gaps)
        } catch {
            return 1
        }
        renderer.addUserFonts()
        Child.wait(family, confinement, renderer, nil, socket: control, zygote: parent)
    }
}
