import ArgumentParser
import CacheLab
import LabBase
import LabLibrary
import LabRecords
import LabSystem
import StrategyKit

extension LibraryCommand {
  /// `lab-run library bitmaps`
  struct Bitmaps: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write what bitmaps for a cell hold, byte for byte.",
      discussion: """
        A file a photo, the bitmap as it lies in memory, and a list on standard output:
        file, width, height, pixels, and the whole picture's size that a crop is the
        middle of. Rows of bgra are width x 4 bytes; those of a plane are padded to 16.
        Exit code 1 says that a photo gave no image and has no file.

        EXAMPLES
          lab-run library bitmaps --cell 297x297 -o bitmaps --items 0-19
          lab-run library bitmaps --cell 297x297 --fit crop --pixels yuv420 -o bitmaps
        """)

    /// How bitmaps are held.
    enum FormGroup: SettingGroup {
      static var settings: [RunSetting] { RunSetting.all.filter { ["fit", "pixels", "scales"].contains($0.name) } }
    }

    @OptionGroup var choice: Choice

    @OptionGroup var form: SettingFlags<FormGroup>

    @Option(help: ArgumentHelp("The cell in pixels, such as 297x297.", valueName: "WxH"))
    var cell: CellArgument

    @Option(help: ArgumentHelp("Which photos, such as 17 or 0-99 (default: all).", valueName: "range"))
    var items: ItemsArgument?

    @Option(
      name: .shortAndLong, help: ArgumentHelp("Folder to write to.", valueName: "DIR"), completion: .directory)
    var out: String

    func run() throws {
      let library = try choice.open()
      let chosen = try items.map { try $0.checked(against: library.index.count) } ?? 0..<library.index.count
      let settings = form.settings.replay
      var reader = try library.makeReader()
      var decoder = try PhotoDecoder(library.decoder)
      try Paths.makeDirectory(out)
      var lines = ["file,width,height,pixels,whole width,whole height"]
      var isWhole = true
      for item in chosen {
        let asset = library.index[item]
        let form = BitmapForm(
          of: asset, reaching: cell.size, fit: settings.fit, scales: settings.scales, pixels: settings.pixels)
        var bytes = [UInt8](repeating: 0, count: Int(form.bytes))
        let jpeg = unsafe try reader.read(item)
        do {
          _ = unsafe try bytes.withUnsafeMutableBytes { pixels in
            unsafe try decoder.decode(jpeg, as: form, expecting: asset.size, into: pixels)
          }
        } catch {
          Terminal.error("photo \(item) gives no image: \(error)")
          isWhole = false
          continue
        }
        let name = "\(item)-\(settings.fit.rawValue).\(settings.pixels.rawValue)"
        var file = try ResultFile(path: "\(out)/\(name)")
        try file.write(bytes)
        _ = try file.commit(exclusively: false)
        lines.append(
          "\(name),\(form.size.width),\(form.size.height),\(settings.pixels.rawValue),\(form.whole.width),"
            + "\(form.whole.height)")
      }
      Terminal.output(lines.joined(separator: "\n") + "\n")
      if !isWhole { throw ExitCode(1) }
    }
  }
}

/// `297x297`, in pixels.
struct CellArgument: ExpressibleByArgument {
  let size: PixelSize

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int32($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (1...65_535).contains(width),
      (1...65_535).contains(height)
    else { return nil }
    size = PixelSize(width: width, height: height)
  }
}
