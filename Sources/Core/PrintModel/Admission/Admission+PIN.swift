extension Admission {
    /// The obstacle of a job that must wait at the printer for a PIN.
    ///
    /// - Parameter pin: The PIN; `nil` if it is not known yet, so that only the way to the printer counts.
    /// - Returns: The obstacle; none if the printer takes the PIN.
    public func pinObstacles(_ pin: String?) -> [Obstacle] {
        // The PIN itself stays secret, and so does its length.
        let hidden = "****"
        guard let able = printer.capabilities else {
            let why: PINObstacle? =
                printer.route == .queue
                ? .queue : printer.uri?.hasPrefix("ipp:") == true ? .unencrypted : nil
            guard let why else { return [] }
            return refusal("pin", hidden, more: ["why": why.rawValue]) { _ in false }
        }
        return refusal("pin", hidden, more: able.pinRefusal(of: pin) ?? [:]) { other in
            other.pinRefusal(of: pin) == nil
        }
    }
}

extension PrinterCapabilities {
    /// Why the printer does not take a PIN, as parameters of the message; `nil` if it takes it.
    fileprivate func pinRefusal(of pin: String?) -> [String: String]? {
        guard let lengths = pinLengths else {
            var parameters: [String: String] = [:]
            parameters["why"] = pinObstacle?.rawValue
            return parameters
        }
        guard let pin else { return nil }
        guard lengths.contains(pin.utf8.count) else {
            return ["min": "\(lengths.lowerBound)", "max": "\(lengths.upperBound)"]
        }
        guard !takesCharacters(ofPIN: pin) else { return nil }
        return ["why": "characters", "characters": pinCharacters ?? "text"]
    }
}
