public import UIKit

// https://github.com/onevcat/Kingfisher/blob/master/Sources/General/ImageSource/Resource.swift
public protocol Resource: Sendable {}
extension URL: Resource {}

// https://github.com/onevcat/Kingfisher/blob/master/Sources/Image/ImageProcessor.swift
public protocol ImageProcessor: Sendable {}

// https://github.com/onevcat/Kingfisher/blob/master/Sources/Image/ImageProcessor.swift
public struct ResizingImageProcessor: ImageProcessor {
  public init(referenceSize: CGSize, mode: ContentMode = .none) {}
}

// https://github.com/onevcat/Kingfisher/blob/master/Sources/Image/Image.swift
public enum ContentMode: Sendable { case none, aspectFit, aspectFill }

// https://github.com/onevcat/Kingfisher/blob/master/Sources/Cache/Storage.swift
public enum StorageExpiration: Sendable { case never, expired }

// https://github.com/onevcat/Kingfisher/blob/master/Sources/General/KingfisherOptionsInfo.swift
public typealias KingfisherOptionsInfo = [KingfisherOptionsInfoItem]

// https://github.com/onevcat/Kingfisher/blob/master/Sources/General/KingfisherOptionsInfo.swift
public enum KingfisherOptionsInfoItem: Sendable {
  case processor(any ImageProcessor)
  case memoryCacheExpiration(StorageExpiration)
}

// https://github.com/onevcat/Kingfisher/blob/master/Sources/General/KingfisherManager.swift
public struct RetrieveImageResult: Sendable {
  public let image: UIImage
}

// https://github.com/onevcat/Kingfisher/blob/master/Sources/General/KingfisherManager.swift
public final class KingfisherManager: Sendable {
  public static var shared: KingfisherManager { KingfisherManager() }

  public func retrieveImage(with resource: any Resource, options: KingfisherOptionsInfo? = nil) async throws
    -> RetrieveImageResult
  { RetrieveImageResult(image: UIImage(rehearsed: "kingfisher", width: 1, height: 1)) }
}
