import CLinux
import Glibc
import PreviewModel

/// The walls around a child, raised before it reads the first byte of a document.
enum Confinement {
    /// Limits what this process may use.
    ///
    /// From here on a document may be read.
    ///
    /// This is the one place for the walls: the kernel's filters for files and system calls belong here.
    static func confine(_ request: RequestMessage, family: RendererFamily) -> Bool {
        clinux_forbid_dumps()
        let processor = UInt64(max(1, request.processorSeconds))
        let usual: UInt32 = family == .images ? 2048 : 1024
        let mebibytes = request.memoryMebibytes == 0 ? usual : request.memoryMebibytes
        // The soft limit of processor time is a second earlier, so that its own signal tells what it was.
        return clinux_limit(CLINUX_PROCESSOR_SECONDS, processor, processor + 1) == 0
            && clinux_limit(CLINUX_ADDRESS_SPACE, UInt64(mebibytes) << 20, UInt64(mebibytes) << 20)
                == 0
            && clinux_limit(CLINUX_DESCRIPTORS, 64, 64) == 0
            && clinux_limit(CLINUX_CORE_DUMP, 0, 0) == 0
    }
}
