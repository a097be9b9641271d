import Glibc

/// The words for errors of the system.
enum SystemWords {
    /// An error number, as a part of a sentence.
    static func both(_ error: Int32) -> (english: String, chinese: String) {
        switch error {
        case ELOOP: ("too many symbolic links", "符号链接层数过多")
        case ENAMETOOLONG: ("the name is too long", "名称过长")
        case EMFILE, ENFILE: ("too many open files", "打开的文件过多")
        case EIO: ("input/output error", "输入/输出错误")
        case ETXTBSY: ("it is a program that is running", "它是正在运行的程序")
        case EFBIG: ("the file would become too large", "文件过大")
        case EPIPE: ("the program that read from it has ended", "读取它的程序已退出")
        case ENXIO: ("no device or program is behind it", "没有对应的设备或程序")
        case EBADF: ("this descriptor is not open for writing", "该描述符未打开用于写入")
        case ENOTDIR: ("a part of its path is not a directory", "路径的一部分不是文件夹")
        case ENOMEM: ("out of memory", "内存不足")
        default: (system(error), system(error))
        }
    }

    private static func system(_ error: Int32) -> String {
        unsafe strerror(error).map { unsafe String(cString: $0) } ?? "error \(error)"
    }
}
