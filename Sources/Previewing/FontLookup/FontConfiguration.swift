import Glibc

/// The configuration of fontconfig, as far as it names folders with fonts.
///
/// A process has to know these folders before it enters its sandbox. Loading the configuration takes as long as drawing a
/// page, and most pages bring their fonts, so this looks for the elements that name folders and parses nothing else.
package enum FontConfiguration {
    /// The largest file of the configuration that is searched, in bytes.
    private static let sizeLimit = 1 << 18
    /// The elements that name folders with fonts, other files of the configuration, or other names for folders.
    private static let elements = ["<dir", "<include", "<remap-dir", "<reset-dirs"]
    /// Those of fontconfig's own configuration.
    ///
    /// The process has no home, for which some of them are.
    private static let usual = [
        "<dir>/usr/share/fonts<", "<dir>/usr/local/share/fonts<", "<dir prefix=\"xdg\">fonts<",
        "<dir>~/.fonts<", "<include ignore_missing=\"yes\">conf.d<",
        "<include ignore_missing=\"yes\" prefix=\"xdg\">fontconfig/conf.d<",
        "<include ignore_missing=\"yes\" prefix=\"xdg\">fontconfig/fonts.conf<",
        "<include ignore_missing=\"yes\" deprecated=\"yes\">~/.fonts.conf.d<",
        "<include ignore_missing=\"yes\" deprecated=\"yes\">~/.fonts.conf<",
        "<include ignore_missing=\"yes\">local.conf<",
    ]

    /// Whether the configuration names the usual folders and no others; false where that is not certain.
    package static func isUsual(in folder: String = "/etc/fonts") -> Bool {
        let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: sizeLimit)
        defer { unsafe buffer.deallocate() }
        guard unsafe isUsual("\(folder)/fonts.conf", buffer) == true,
            unsafe isUsual("\(folder)/local.conf", buffer) != false,
            let files = unsafe opendir("\(folder)/conf.d")
        else { return false }
        defer { unsafe closedir(files) }
        while let entry = unsafe readdir(files) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            guard name.hasSuffix(".conf") else { continue }
            // A link that leads nowhere is left out, as fontconfig does.
            guard unsafe isUsual("\(folder)/conf.d/\(name)", buffer) != false else { return false }
        }
        return true
    }

    /// Whether a file names only usual folders; `nil` where there is none.
    @unsafe private static func isUsual(
        _ path: String,
        _ text: UnsafeMutablePointer<CChar>
    ) -> Bool? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return errno == ENOENT ? nil : false }
        defer { close(file) }
        let count = unsafe read(file, text, sizeLimit)
        guard count >= 0, count < sizeLimit else { return false }
        unsafe text[count] = 0
        // Elements look different in other encodings than UTF-8: those have zeros, or none of this element.
        guard unsafe strlen(text) == count, unsafe strstr(text, "<fontconfig") != nil else {
            return false
        }
        return elements.allSatisfy { unsafe allAreUsual($0, in: text) }
    }

    /// Whether each occurrence of an element is a usual one.
    @unsafe private static func allAreUsual(
        _ element: String,
        in text: UnsafeMutablePointer<CChar>
    ) -> Bool {
        var next = unsafe strstr(text, element)
        while let found = unsafe next {
            guard usual.contains(where: { unsafe strncmp(found, $0, $0.utf8.count) == 0 }) else {
                return false
            }
            unsafe next = strstr(found + 1, element)
        }
        return true
    }
}
