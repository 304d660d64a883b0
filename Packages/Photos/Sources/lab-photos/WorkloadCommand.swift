import ArgumentParser
import LabLibrary
import PhotosCatalog
import PhotosModel

/// A command that asks for images of many assets, at several sizes and in both ways, each in a process of its own.
protocol WorkloadCommand: ParsableCommand {
  var workload: WorkloadOptions { get }
  /// Sizes, in the order of the table.
  var sizes: [WorkloadSize] { get }
  static var deliveryMode: ImageRequestOptionsDeliveryMode { get }
  static var holdsImages: Bool { get }
  /// What another process is told to do the same, beside size, calls and library.
  var ownWords: [String] { get }

  /// What calls its argument with each asset that an image is wanted of; what comes before is not measured.
  func loop(over photos: AssetLibrary) throws -> ((Asset) -> Void) throws -> Void
  /// Lines above the table.
  func introduction(_ photos: AssetLibrary) throws -> String
}

extension WorkloadCommand {
  static var holdsImages: Bool { false }
  var ownWords: [String] { [] }
  func introduction(_ photos: AssetLibrary) throws -> String { "" }

  func run() throws {
    let library = try workload.openLibrary()
    if workload.report { return try measure(library) }
    print(try introduction(AssetLibrary(of: library)), terminator: "")
    let arms = sizes.flatMap { size in
      (workload.calls.isEmpty ? WorkloadCalls.allCases : workload.calls).map { (size: size, calls: $0) }
    }
    var results = [[WorkloadResult]](repeating: [], count: arms.count)
    // One round after another: what disturbs the machine for a while then meets all of them.
    for _ in 0..<workload.count {
      for (index, arm) in arms.enumerated() {
        let words = ["--size", arm.size.text, "--calls", arm.calls.rawValue] + ownWords + workload.libraryWords
        results[index].append(try WorkloadProcess.measure([Self._commandName] + words))
      }
    }
    var table = WorkloadTable()
    for (index, arm) in arms.enumerated() { table.append(arm.size, arm.calls, results[index]) }
    print(table.text, terminator: "")
  }

  private func measure(_ library: PhotoLibrary) throws {
    guard let size = sizes.first, let calls = workload.calls.first, sizes.count == 1, workload.calls.count == 1 else {
      throw ValidationError("--report is for one size and one kind of calls")
    }
    let photos = try AssetLibrary(of: library)
    let run = WorkloadRun(
      library: library, size: size, calls: calls, deliveryMode: Self.deliveryMode, holdsImages: Self.holdsImages)
    try WorkloadProcess.report(try run.measure(loop(over: photos)))
  }
}
