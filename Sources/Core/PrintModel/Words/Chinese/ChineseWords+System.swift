import Glibc

/// The system's error messages in Simplified Chinese.
extension ChineseWords {
    /// Returns the message for an error number; `nil` for a rare one, whose English message is
    /// quoted.
    static func system(_ number: Int32) -> String? {
        switch number {
        case EPERM: "不允许的操作"
        case ENOENT: "没有该文件或文件夹"
        case EIO: "输入/输出错误"
        case EACCES: "权限不够"
        case EBUSY: "设备或资源忙"
        case EEXIST: "文件已存在"
        case ENOTDIR: "路径的一部分不是文件夹"
        case EISDIR: "是文件夹"
        case EMFILE, ENFILE: "打开的文件过多"
        case ENOSPC: "设备上没有空间"
        case EDQUOT: "超出磁盘限额"
        case EROFS: "只读文件系统"
        case ELOOP: "符号链接层数过多"
        case ENAMETOOLONG: "名称过长"
        case ENOMEM: "内存不足"
        default: nil
        }
    }
}
