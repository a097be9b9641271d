import PreviewModel
import Synchronization

/// One of up to three pictures of a file, each better than the one before.
public struct PreviewAnswer: Sendable, Hashable {
    /// How good it is; later ones are better.
    public enum Quality: Int, Sendable, Comparable, CaseIterable {
        /// The icon of what the name says it is: there at once.
        case icon
        /// A picture that was at hand: of the desktop's cache, or the thumbnail that a photo brings along.
        ///
        /// It may be smaller than asked for.
        case quick
        /// What ``Previewer/thumbnail(of:name:page:size:scale:medium:password:)`` gives.
        case best

        /// Whether it is worse than another.
        public static func < (left: Quality, right: Quality) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// How good it is.
    public let quality: Quality
    /// The picture.
    public let image: PreviewImage
}

/// The pictures of a file as they become ready, the best last.
///
/// The work begins with the iteration, and ends with it: leaving the loop ends the processes that still
/// read the file. Each iteration does all of it anew.
public struct PreviewAnswers: AsyncSequence, Sendable {
    /// What it is a sequence of.
    public typealias Element = PreviewAnswer
    /// How it can end.
    public typealias Failure = PreviewError

    /// One iteration.
    public struct Iterator: AsyncIteratorProtocol {
        // Its end, by whatever way, cancels the work.
        private var stream: AsyncThrowingStream<PreviewAnswer, any Error>.Iterator

        fileprivate init(_ work: @escaping @Sendable (Relay) async -> Void) {
            // Who is slow does not see what has been superseded meanwhile.
            let (stream, continuation) = AsyncThrowingStream.makeStream(
                of: PreviewAnswer.self,
                bufferingPolicy: .bufferingNewest(1)
            )
            let relay = Relay(continuation)
            let task = Task { await work(relay) }
            continuation.onTermination = { _ in task.cancel() }
            self.stream = stream.makeAsyncIterator()
        }

        /// The next answer, which is better than the last; `nil` after the best.
        ///
        /// - Returns: The answer.
        /// - Throws: ``PreviewError``, after all answers that there are.
        public mutating func next() async throws(PreviewError) -> PreviewAnswer? {
            try await next(isolation: #isolation)
        }

        /// The next answer, which is better than the last; `nil` after the best.
        ///
        /// - Parameter actor: Where the caller runs.
        /// - Returns: The answer.
        /// - Throws: ``PreviewError``, after all answers that there are.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(PreviewError) -> PreviewAnswer? {
            do {
                if let answer = try await stream.next(isolation: actor) { return answer }
            } catch {
                throw error as? PreviewError ?? .canceled
            }
            if Task.isCancelled { throw .canceled }
            return nil
        }
    }

    /// Passes answers on, and never a worse one after a better one.
    final class Relay: Sendable {
        private let continuation: AsyncThrowingStream<PreviewAnswer, any Error>.Continuation
        private let last = Mutex<PreviewAnswer.Quality?>(nil)

        fileprivate init(
            _ continuation: AsyncThrowingStream<PreviewAnswer, any Error>.Continuation
        ) {
            self.continuation = continuation
        }

        /// Passes a picture on, unless a better one has been.
        func pass(_ image: PreviewImage, _ quality: PreviewAnswer.Quality) {
            // Under the lock, so that two at once keep their order.
            last.withLock { last in
                if let last, last >= quality { return }
                last = quality
                continuation.yield(PreviewAnswer(quality: quality, image: image))
            }
        }

        /// Ends the sequence.
        func finish(_ error: PreviewError? = nil) { continuation.finish(throwing: error) }
    }

    private let work: @Sendable (Relay) async -> Void

    init(work: @escaping @Sendable (Relay) async -> Void) { self.work = work }

    /// Begins the work.
    public func makeAsyncIterator() -> Iterator { Iterator(work) }
}
