import CLinux
import FileAccess
import Glibc

/// Encrypted folders and file systems, as far as the system shows that they are.
///
/// A file in one of them has a thumbnail in the cache only where the cache is in the same one.
enum EncryptedPlaces {
    /// The types of file systems that decrypt folders (`/proc/self/mountinfo`).
    private static let types: Set<String> = [
        "ecryptfs", "fuse.gocryptfs", "fuse.encfs", "fuse.cryfs", "fuse.securefs",
        "fuse.cppcryptfs",
        "fuse.veracrypt", "fuse.vaultfs", "fuse.tomb", "fuse.rclone-crypt",
    ]

    /// Whether a file is encrypted, and the cache is not in the same way.
    static func holds(_ subject: ThumbnailSubject, cache: String) -> Bool {
        // The attribute of fscrypt is that of the file, whatever device it is on.
        let nearest = nearestFolder(cache)
        if subject.isEncrypted, unsafe clinux_is_encrypted(nearest) <= 0 { return true }
        var status = stat()
        let isHere = unsafe stat(nearest, &status) == 0
        if isHere, UInt64(status.st_dev) == subject.device { return false }
        let (major, minor) = (clinux_major(subject.device), clinux_minor(subject.device))
        // A volume of dm-crypt: LUKS, VeraCrypt, Tomb.
        let block = "/sys/dev/block/\(major):\(minor)/dm/uuid"
        if let bytes = BoundedFile.bytes(at: block, limit: 256), bytes.starts(with: "CRYPT-".utf8) {
            return true
        }
        guard let mounts = BoundedFile.bytes(at: "/proc/self/mountinfo", limit: 4 << 20) else {
            return false
        }
        return type(of: "\(major):\(minor)", in: mounts).map(types.contains) ?? false
    }

    /// The type of the file system of a device (`proc_pid_mountinfo(5)`).
    static func type(of device: String, in mounts: [UInt8]) -> String? {
        for line in mounts.split(separator: 0x0A) {
            let words = line.split(separator: 0x20)
            guard words.count > 4, words[2].elementsEqual(device.utf8),
                let dash = words.firstIndex(where: { $0.elementsEqual("-".utf8) }),
                dash + 1 < words.endIndex
            else { continue }
            return String(decoding: words[dash + 1], as: UTF8.self)
        }
        return nil
    }

    /// The folder, or the nearest one above it that is there.
    private static func nearestFolder(_ path: String) -> String {
        var path = path
        while !path.isEmpty, unsafe access(path, F_OK) != 0, let slash = path.lastIndex(of: "/") {
            path = String(path[..<slash])
        }
        return path.isEmpty ? "/" : path
    }
}
