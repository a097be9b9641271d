/// Pixels on their way out of a child: 8-bit RGBA, alpha not premultiplied, rows without padding.
struct Picture {
    var width: Int
    var height: Int
    var pixels: [UInt8]
}
