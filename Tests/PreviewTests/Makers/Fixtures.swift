import Foundation
import ProofKit
import Testing

@testable import QuickPreview

/// A folder that goes when the test ends, and documents made for tests.
struct Fixtures {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("preview-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func write(_ bytes: [UInt8], as name: String) throws -> String {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
        return path(name)
    }

    func write(_ text: String, as name: String) throws -> String {
        try write(Array(text.utf8), as: name)
    }

    /// A picture of four quarters: red, green / blue, white.
    static func quarters(width: Int, height: Int) -> PreviewImage {
        var pixels: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                switch (row < height / 2, column < width / 2) {
                case (true, true): pixels += [255, 0, 0, 255]
                case (true, false): pixels += [0, 255, 0, 255]
                case (false, true): pixels += [0, 0, 255, 255]
                case (false, false): pixels += [255, 255, 255, 255]
                }
            }
        }
        return PreviewImage(width: width, height: height, pixels: pixels, type: "image/png")
    }

    func png(width: Int = 80, height: Int = 40, as name: String = "quarters.png") throws -> String {
        try write(Self.quarters(width: width, height: height).png(), as: name)
    }

    /// The quarters as another format, through the program `vips`.
    func image(_ name: String, width: Int = 80, height: Int = 40) throws -> String {
        let source = try png(width: width, height: height, as: "source-of-\(name).png")
        try run("vips", "copy", source, path(name))
        return path(name)
    }

    /// A JPEG whose EXIF data say that it lies on its side.
    func jpeg(orientation: UInt8) throws -> String {
        let plain = try [UInt8](Data(contentsOf: URL(fileURLWithPath: image("plain.jpg"))))
        let tiff: [UInt8] = [
            0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0,
            0,
            0, 0, 0,
        ]
        let body = Array("Exif".utf8) + [0, 0] + tiff
        let segment = [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
        return try write(plain[..<2] + segment + plain[2...], as: "turned-\(orientation).jpg")
    }
}

extension Fixtures {
    private func write(_ bytes: ArraySlice<UInt8>, as name: String) throws -> String {
        try write(Array(bytes), as: name)
    }
}

/// Makes fixtures for a test and removes them.
func withFixtures(_ body: (Fixtures) async throws -> Void) async throws {
    let fixtures = try Fixtures()
    defer { try? FileManager.default.removeItem(at: fixtures.folder) }
    try await body(fixtures)
}

extension Duration {
    /// The time limit of documents in all tests that are not about it: what works never meets it, and a wait for the end of
    /// what is stopped is over long before.
    static let neverMet: Duration = .patience * 10
}

extension TimeLimitTrait.Duration {
    /// Minutes after which a test hangs, times the environment's `PATIENCE`.
    static func patience(_ minutes: Int64) -> Self {
        // Time: the guard in whole minutes
        .minutes(minutes * Duration.patience.components.seconds / 60)
    }
}

/// The variable that gives programs this limit.
let neverMetLimit = (name: "QPREVIEW_TIME_LIMIT", value: "\(Duration.neverMet.components.seconds)")

/// The seconds of `patience`, for commands.
let patienceSeconds = "\(Duration.patience.components.seconds)"

extension PreviewerConfiguration {
    /// The usual settings, without the programs that a machine may have to lay documents out.
    static var withOwnPages: Self {
        var configuration = Self()
        configuration.usesPrograms = false
        return configuration
    }
}

/// Makes a previewer for a test and ends its helpers; its documents have all the time that they need.
func withPreviewer(
    _ configuration: PreviewerConfiguration = .withOwnPages,
    _ body: (Previewer) async throws -> Void
) async throws {
    var configuration = configuration
    // A test that is about the limit has another one than the usual.
    if configuration.timeLimit == PreviewerConfiguration.usualTimeLimit {
        configuration.timeLimit = .neverMet
    }
    let previewer = Previewer(configuration: configuration)
    do {
        try await body(previewer)
    } catch {
        await previewer.close()
        throw error
    }
    await previewer.close()
}

/// Makes a previewer whose children perform trials.
func withTrials(
    _ environment: [String] = [],
    _ configuration: PreviewerConfiguration = PreviewerConfiguration(),
    _ body: (Previewer) async throws -> Void
) async throws {
    var configuration = configuration
    configuration.zygote = try program("qpreview-zygote-trials")
    configuration.helperEnvironment = environment
    try await withPreviewer(configuration, body)
}

/// An open file for the length of a closure.
func withFile<Result>(
    _ path: String,
    flags: Int32 = O_RDONLY,
    _ body: (Int32) async throws -> Result
) async throws -> Result {
    let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0, "cannot open \(path)")
    defer { close(descriptor) }
    return try await body(descriptor)
}

/// The facts of a file.
func info(_ previewer: Previewer, _ path: String, name: String? = nil) async throws -> DocumentInfo
{
    try await withFile(path) { try await previewer.info(of: $0, name: name ?? path) }
}

/// The picture of a page of a file.
func thumbnail(
    _ previewer: Previewer,
    _ path: String,
    page: Int = 1,
    size: Int = 64
) async throws -> PreviewImage {
    try await withFile(path) {
        try await previewer.thumbnail(of: $0, name: path, page: page, size: size)
    }
}

extension PreviewImage {
    /// The width and height, such as "64x43".
    var size: String { "\(width)x\(height)" }

    /// A pixel, at a place from 0 to 1 in both directions.
    func pixel(_ across: Double, _ down: Double) -> [UInt8] {
        let start = Int(down * Double(height - 1)) * stride + Int(across * Double(width - 1)) * 4
        return Array(pixels[start..<(start + 4)])
    }

    /// The strongest colour at a place, in a word.
    func colour(_ across: Double, _ down: Double) -> String {
        let pixel = pixel(across, down)
        return switch (pixel[0] > 127, pixel[1] > 127, pixel[2] > 127) {
        case (true, false, false): "red"
        case (false, true, false): "green"
        case (false, false, true): "blue"
        case (true, true, true): "white"
        case (true, true, false): "yellow"
        case (false, true, true): "cyan"
        case (true, false, true): "magenta"
        case (false, false, false): "black"
        }
    }
}

/// What a program said, and how it ended.
struct Ended {
    let code: Int32
    let output: String
    let errors: String
}

/// A program of this package, beside the tests.
func program(_ name: String) throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
}

/// The environment of the tests, with a time limit for documents that none meets.
var patientEnvironment: [String: String] {
    ProcessInfo.processInfo.environment.merging([neverMetLimit.name: neverMetLimit.value]) { $1 }
}

/// Runs a program to its end.
func execute(_ program: String, _ arguments: [String], input: String? = nil) throws -> Ended {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = patientEnvironment
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = try input.map {
        try FileHandle(forReadingFrom: URL(fileURLWithPath: $0))
    }
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Ended(
        code: process.terminationStatus,
        output: String(decoding: said, as: UTF8.self),
        errors: String(decoding: complained, as: UTF8.self)
    )
}

/// Runs a program that has to succeed.
@discardableResult
func run(_ program: String, _ arguments: String...) throws -> String {
    let ended = try execute(program, arguments)
    try #require(ended.code == 0, "\(program) \(arguments): \(ended.errors)")
    return ended.output
}

/// Copies a program, to be run where it is.
///
/// Another process does it: a child that a test beside this one starts meanwhile would inherit the open file, and the
/// system runs no program that a process can still write.
func copy(program name: String, to path: String) throws {
    try run("cp", program(name), path)
}
