extension DocumentFacts {
    /// What the layout of a document may take.
    public struct LayoutLimits: Codable, Sendable, Equatable {
        /// The most text, in megabytes of 1,048,576 bytes.
        public var megabytes: Int
        /// The most time of the processor, in seconds.
        public var seconds: Int

        /// Creates limits.
        public init(megabytes: Int, seconds: Int) {
            self.megabytes = megabytes
            self.seconds = seconds
        }
    }
}
