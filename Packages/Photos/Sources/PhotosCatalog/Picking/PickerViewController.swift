public import Foundation
public import PhotosModel
import StrategyKit

/// The delegate of a picker (`PHPickerViewControllerDelegate`).
@MainActor
public protocol PickerViewControllerDelegate: AnyObject {
  /// Tells the delegate, once, that the user has chosen or cancelled.
  func picker(_ picker: PickerViewController, didFinishPicking results: [PickerResult])
}

/// A picker (`PHPickerViewController`), with calls in place of the user's taps. It needs no permission, because it runs
/// outside the app, which gets only the results.
@MainActor
public final class PickerViewController {
  public let configuration: PickerConfiguration
  public weak var delegate: (any PickerViewControllerDelegate)?
  private let photos: AssetLibrary
  private var chosen: [Asset] = []
  private var preselected: [Asset] = []
  private var isClosed = false

  public init(configuration: PickerConfiguration) {
    self.configuration = configuration
    let photos = configuration.library ?? .shared()
    self.photos = photos
    let names = configuration.library == nil ? [] : configuration.preselectedAssetIdentifiers
    let known: FetchResult<Asset> = photos.fetch(
      .assets(names.compactMap { photos.rowOf($0, [.asset]) }), nil, as: .authorized)
    let assets = Dictionary(uniqueKeysWithValues: known.map { ($0.localIdentifier, $0) })
    for name in names { assets[name].map { _ = choose($0) } }
    preselected = results
  }

  /// The assets that the picker shows: all but hidden ones, newest first, whatever the app's access.
  public var assets: [Asset] {
    photos.fetch(.assets(inSmart: .smartAlbumUserLibrary), nil, as: .authorized)
      .filter { configuration.filter?.shows($0) ?? true }
  }

  /// Taps an asset that is not chosen.
  ///
  /// - Returns: True if the asset was taken. Photos' own picker hides assets that it would refuse; here they can be
  ///   tapped.
  public func choose(_ asset: Asset) -> Bool {
    let limit = configuration.selectionLimit
    guard !isClosed, !asset.isHidden, configuration.filter?.shows(asset) ?? true, !chosen.contains(asset),
      limit <= 0 || chosen.count < limit
    else { return false }
    chosen.append(asset)
    return true
  }

  /// Taps a chosen asset.
  public func takeBack(_ asset: Asset) { chosen.removeAll { $0 == asset } }

  private var results: [Asset] {
    configuration.selection == .ordered ? chosen : chosen.sorted { $0.id < $1.id }
  }

  /// Taps Add, which gives the results to the delegate.
  public func add() { finish(results) }

  /// Taps Cancel, which gives the delegate the assets that were chosen at first, usually none.
  public func cancel() { finish(preselected) }

  private func finish(_ assets: [Asset]) {
    guard !isClosed else { return }
    isClosed = true
    let known = Set(preselected)
    let results = assets.map { asset in
      PickerResult(
        itemProvider: PickerItemProvider(asset, of: photos, isEmpty: known.contains(asset)),
        assetIdentifier: configuration.library == nil ? nil : asset.localIdentifier)
    }
    delegate?.picker(self, didFinishPicking: results)
  }
}

/// A picked asset (`PHPickerResult`).
public struct PickerResult: Sendable {
  /// The provider of the image, with or without access to the library; empty for an asset chosen at first, which the
  /// app already has.
  public let itemProvider: PickerItemProvider
  /// The identifier of the asset, or nil unless the configuration has a library.
  public let assetIdentifier: String?
}

/// The provider of a picked asset's image (`NSItemProvider`). It calls handlers on another thread.
public final class PickerItemProvider: Sendable {
  private let asset: Asset
  private let photos: AssetLibrary
  /// The types that it provides, best first; none for videos, which are not played here.
  public let registeredTypeIdentifiers: [String]

  init(_ asset: Asset, of photos: AssetLibrary, isEmpty: Bool) {
    var own = asset
    // The picker is outside the app, so the app's access does not matter.
    own.home = nil
    self.asset = own
    self.photos = photos
    registeredTypeIdentifiers = isEmpty || asset.mediaType != .image ? [] : ["public.jpeg"]
  }

  public func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    ["public.jpeg", "public.image", "public.data", "public.item"].contains(typeIdentifier)
      && !registeredTypeIdentifiers.isEmpty
  }

  /// The suggested name of the file, by its number in the library.
  public var suggestedName: String? { "IMG_\(asset.file.rawValue)" }

  /// Returns true if the provider has an image; `UIImage` is `PhotosImage` here.
  public func canLoadObject(ofClass aClass: PhotosImage.Type) -> Bool { !registeredTypeIdentifiers.isEmpty }

  /// Loads the whole upright image with its edits, a `PhotosImage`.
  @discardableResult
  public func loadObject(
    ofClass aClass: PhotosImage.Type, completionHandler: @escaping @Sendable ((any Sendable)?, (any Error)?) -> Void
  ) -> Progress {
    load(completionHandler) { manager, options, answer in
      manager.requestImage(
        for: self.asset, targetSize: ImageManagerMaximumSize, contentMode: .default, options: options
      ) { image, info in answer(image, ImageResultInfo(info).error) }
    }
  }

  /// Loads the file, which contains its orientation.
  @discardableResult
  public func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    let isKnown = hasItemConformingToTypeIdentifier(typeIdentifier)
    return load(completionHandler) { manager, options, answer in
      guard isKnown else { return answer(nil, PhotosError(.invalidResource, "no representation as \(typeIdentifier)")) }
      manager.requestImageDataAndOrientation(for: self.asset, options: options) { data, _, _, info in
        answer(data, ImageResultInfo(info).error)
      }
    }
  }

  /// Loads a copy of the file, which exists until the handler returns.
  @discardableResult
  public func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    loadDataRepresentation(forTypeIdentifier: typeIdentifier) { data, error in
      guard let data else { return completionHandler(nil, error) }
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      let copy = folder.appendingPathComponent("\(self.suggestedName ?? "").jpeg")
      defer { try? FileManager.default.removeItem(at: folder) }
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: copy)
      } catch {
        return completionHandler(nil, error)
      }
      completionHandler(copy, nil)
    }
  }

  private func load<Value>(
    _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
    _ body: @escaping @Sendable (ImageManager, ImageRequestOptions, @escaping (Value?, PhotosError?) -> Void) -> Void
  ) -> Progress {
    let progress = Progress(totalUnitCount: 1)
    photos.scheduler.after(.zero) {
      guard !self.registeredTypeIdentifiers.isEmpty else {
        return handler(nil, PhotosError(.invalidResource, "the item has no image"))
      }
      let options = ImageRequestOptions()
      options.deliveryMode = .highQualityFormat
      options.isSynchronous = true
      options.isNetworkAccessAllowed = true
      body(ImageManager(LibraryImageSource(self.photos.catalog.files)), options) { value, error in
        progress.completedUnitCount = 1
        handler(value, error)
      }
    }
    return progress
  }
}
