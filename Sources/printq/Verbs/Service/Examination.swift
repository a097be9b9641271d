import CLinux
import FileAccess
import FoundationEssentials
import Glibc
import PrintCenterClient
import PrintModel

/// Looks at each part of the set-up that printing needs; changes nothing.
struct Examination {
    /// A package that is of use, and a file that it has.
    struct Package {
        let name: String
        /// The path of a file, with `*` for the folder of the architecture; without a slash, a program.
        let file: String
        let english: String
        let chinese: String
    }

    /// The packages that add something where they are installed.
    static let packages = [
        Package(
            name: "libreoffice-writer libreoffice-calc libreoffice-impress",
            file: "soffice",
            english: "Office documents print with their own look",
            chinese: "Office 文档可按原有外观打印"
        ),
        Package(
            name: "weasyprint",
            file: "weasyprint",
            english: "web pages print with their styles",
            chinese: "网页可按其样式打印"
        ),
        Package(
            name: "bubblewrap",
            file: "bwrap",
            english: "LibreOffice and WeasyPrint run behind namespaces",
            chinese: "LibreOffice 和 WeasyPrint 可在命名空间中运行"
        ),
        Package(
            name: "libgs10",
            file: "/usr/lib/*/libgs.so.10",
            english: "PostScript files print and have previews",
            chinese: "可打印和预览 PostScript 文件"
        ),
        Package(
            name: "libt3highlight2",
            file: "/usr/lib/*/libt3highlight.so.2",
            english: "source code has colors",
            chinese: "源代码可显示颜色"
        ),
        Package(
            name: "libsecret-1-0",
            file: "/usr/lib/*/libsecret-1.so.0",
            english: "passwords of printers are kept in the desktop's secret store",
            chinese: "打印机密码可保存在桌面的密钥库中"
        ),
    ]

    private let client: PrintCenterClient
    private let phrases: Phrases
    private let environment = Printq.environment

    init(_ client: PrintCenterClient, _ phrases: Phrases) {
        (self.client, self.phrases) = (client, phrases)
    }

    /// Returns what was found, part by part.
    func findings() async -> [Finding] {
        let folder: QueueFolder
        do {
            folder = QueueFolder(try await client.status(), client.paths)
        } catch {
            let folder = QueueFolder(client.paths)
            return [folder.finding(phrases), problem(.service, error), login()] + packages()
        }
        var findings = [folder.finding(phrases)]
        findings += [scheduler(), await printers()]
        findings += await hosts()
        await wakeHelpers()
        do {
            let status = try await client.status()
            findings.insert(Finding(.service, .good, phrases.serviceRunning(status)), at: 1)
            findings.append(discovery(status))
            findings += previews(status)
            if let trouble = status.databaseProblem {
                findings.append(Finding(.service, .problem, trouble))
            }
            if let mistake = status.settingsProblem {
                findings.append(Finding(.settings, .problem, mistake))
            }
            if status.obeysDocumentRestrictions == false {
                findings.append(Finding(.settings, .notice, phrases.restrictionsIgnored))
            }
        } catch {
            findings.append(problem(.service, error))
        }
        return findings + [login()] + packages()
    }

    private func problem(_ part: Finding.Part, _ error: any Error) -> Finding {
        let message = (error as? ClientError)?.message(in: phrases.language) ?? "\(error)"
        return Finding(part, .problem, message)
    }

    // MARK: The parts

    /// The scheduler, which printers without a queue do not need.
    private func scheduler() -> Finding {
        let server = environment["CUPS_SERVER"] ?? "/run/cups/cups.sock"
        guard server.hasPrefix("/") else {
            return Finding(.scheduler, .good, phrases.schedulerElsewhere(server))
        }
        let socket = socket(
            AF_UNIX,
            Int32(clamping: SOCK_STREAM.rawValue) | Int32(clamping: SOCK_CLOEXEC.rawValue),
            0
        )
        defer { if socket >= 0 { close(socket) } }
        guard let address = UnixSocketAddress(path: server),
            unsafe address.withSocketAddress({ unsafe connect(socket, $0, $1) }) == 0
        else {
            return Finding(
                .scheduler,
                .notice,
                phrases.schedulerMissing(server),
                remedy: phrases.schedulerRemedy
            )
        }
        // The file is that of the scheduler of this computer, unless it is named.
        let usual = environment["CUPS_SERVER"] == nil ? "/etc/cups" : nil
        let file = (environment["CUPS_SERVERROOT"] ?? usual).map { $0 + "/cupsd.conf" }
        // One that only administrators may read says nothing.
        if let file, let text = try? String(contentsOfFile: file, encoding: .utf8),
            !SchedulerFile(text).keepsHistory
        {
            return Finding(
                .scheduler,
                .notice,
                phrases.schedulerForgets(file),
                remedy: phrases.historyRemedy
            )
        }
        return Finding(.scheduler, .good, phrases.schedulerGood(server))
    }

    private func printers() async -> Finding {
        do {
            let printers = try await client.printers()
            let able = try await client.availability()
            if able.isAvailable {
                return Finding(
                    .printers,
                    .good,
                    phrases.printersGood(able.printers.count, of: printers.count)
                )
            }
            let obstacle = (able.obstacles + able.refusals.flatMap(\.obstacles)).first
            return Finding(
                .printers,
                .problem,
                obstacle?.message ?? phrases.noPrinterFound,
                remedy: obstacle.map(\.remedy) ?? phrases.noPrinterRemedy
            )
        } catch {
            return problem(.printers, error)
        }
    }

    /// The hosts that share the queue; nothing for a queue of one host.
    private func hosts() async -> [Finding] {
        do {
            let hosts = try await client.hosts()
            guard hosts.count > 1 else { return [] }
            let troubles = hosts.compactMap { host -> Finding? in
                if host.state == .gone, host.jobsInScheduler > 0 {
                    let remedy = phrases.hostGoneRemedy(host)
                    return Finding(.hosts, .problem, phrases.hostGone(host), remedy: remedy)
                }
                return phrases.missingBeat(host).map {
                    Finding(.hosts, .notice, phrases.hostSilent(host, $0))
                }
            }
            let alive = hosts.count { $0.state != .gone }
            return troubles.isEmpty
                ? [Finding(.hosts, .good, phrases.hostsGood(alive, of: hosts.count))] : troubles
        } catch {
            return [problem(.hosts, error)]
        }
    }

    private func discovery(_ status: ServiceStatus) -> Finding {
        guard let why = status.discoveryProblem else {
            return Finding(.discovery, .good, phrases.discoveryGood)
        }
        return Finding(.discovery, .notice, why)
    }

    /// Sends small documents, so that the service starts the programs that read them.
    private func wakeHelpers() async {
        for (name, bytes) in [("doctor.pdf", Self.pdf), ("doctor.png", Self.png)] {
            var ends: [Int32] = [-1, -1]
            guard unsafe clinux_pipe(&ends) == 0 else { return }
            _ = unsafe write(ends[1], bytes, bytes.count)
            close(ends[1])
            defer { close(ends[0]) }
            guard let document = try? await client.send(ends[0], name: name), let id = document.id
            else { continue }
            try? await client.discard(document: id)
        }
    }

    private func previews(_ status: ServiceStatus) -> [Finding] {
        let off = phrases.previewsOff(status.previews)
        guard off.isEmpty else { return off.map { Finding(.previews, .problem, $0) } }
        let ready = (status.previews?.helpers ?? [:]).sorted { $0.key < $1.key }.compactMap {
            $0.value.state == .ready ? $0.value : nil
        }
        return ready.map { helper in
            Finding(
                .previews,
                .good,
                phrases.previewsGood(helper.documents ?? "", helper.confinement ?? "")
            )
        }
    }

    private func login() -> Finding {
        let status = LoginStart().status
        return Finding(.login, status.enabled ? .good : .notice, phrases.login(status))
    }

    private func packages() -> [Finding] {
        let missing = Self.packages.filter { !isThere($0.file) }
        guard !missing.isEmpty else { return [Finding(.packages, .good, phrases.packagesGood)] }
        return missing.map { package in
            Finding(
                .packages,
                .notice,
                phrases.packageMissing(package),
                remedy: "apt install \(package.name)"
            )
        }
    }

    private func isThere(_ file: String) -> Bool {
        guard file.hasPrefix("/") else {
            let folders = (environment["PATH"] ?? "/usr/bin").split(separator: ":")
            return folders.contains { unsafe access("\($0)/\(file)", X_OK) == 0 }
        }
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        return unsafe glob(file, 0, nil, &found) == 0
    }

    // MARK: Small documents

    private static let pdf = Array(
        """
        %PDF-1.4
        1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
        2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
        trailer<</Root 1 0 R>>

        """.utf8
    )

    /// One gray pixel.
    private static let png: [UInt8] = [
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
        0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3a,
        0x7e, 0x9b, 0x55, 0x00, 0x00, 0x00, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0x68,
        0x00, 0x00, 0x00, 0x82, 0x00, 0x81, 0x77, 0xcd, 0x72, 0xb6, 0x00, 0x00, 0x00, 0x00, 0x49,
        0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
    ]
}
