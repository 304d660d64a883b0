public import UIKit

// https://github.com/kean/Nuke/blob/main/Sources/Nuke/ImageRequest.swift
public struct ImageRequest: Sendable {
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    public static let disableMemoryCache = Options(rawValue: 3)
  }

  public init(url: URL?, processors: [any ImageProcessing] = [], options: Options = []) {}
}

// https://github.com/kean/Nuke/blob/main/Sources/Nuke/Processing/ImageProcessing.swift
public protocol ImageProcessing: Sendable {}

// https://github.com/kean/Nuke/blob/main/Sources/Nuke/Processing/ImageProcessors+Resize.swift
public enum ImageProcessors {
  public struct Resize: ImageProcessing {}
}

// https://github.com/kean/Nuke/blob/main/Sources/Nuke/Processing/ImageProcessingOptions.swift
public enum ImageProcessingOptions {
  public enum Unit: Sendable { case points, pixels }
}

extension ImageProcessing where Self == ImageProcessors.Resize {
  public static func resize(size: CGSize, unit: ImageProcessingOptions.Unit = .points) -> ImageProcessors.Resize {
    ImageProcessors.Resize()
  }
}

// https://github.com/kean/Nuke/blob/main/Sources/Nuke/Pipeline/ImagePipeline.swift
public final class ImagePipeline: Sendable {
  public static let shared = ImagePipeline()

  public func image(for request: ImageRequest) async throws -> UIImage {
    UIImage(rehearsed: "nuke", width: 1, height: 1)
  }
}
