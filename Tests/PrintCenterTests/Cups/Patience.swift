import ProofKit

@testable import PrintCenter

extension Int {
    /// How many times as long as usual what works may take in a test, so that no machine is too slow.
    static let patience = Int(Duration.patience.components.seconds) / 6
}

extension Device {
    /// A client of a printer that is meant to reply.
    static func patient(_ address: DeviceAddress) -> Device {
        Device(address, patience: .patience)
    }
}
