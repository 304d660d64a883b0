import CacheLab
import LabBase
import LabRecords

/// What there is to say of a pack.
enum PackCheck {
  /// Its size, without reading its traces.
  static func description(of path: String) throws -> String {
    let pack = try TracePack(path)
    let mean = pack.byteCount / Int64(max(pack.traceCount, 1))
    return
      "\(path.visible): \(NumberText.count(pack.traceCount, "trace")) in \(NumberText.count(pack.blockCount, "block")), "
      + "\(NumberText.grouped(pack.byteCount)) bytes, \(NumberText.grouped(mean)) a trace\n  digest \(pack.digest)\n"
  }

  /// Reads every trace, and says what is wrong.
  ///
  /// - Throws: `LabError` with how many blocks or traces are damaged, each of which is named before.
  static func run(_ path: String) throws {
    let pack = try TracePack(path)
    var (damaged, warnings) = (0, 0)
    for number in 0..<pack.blockCount {
      do {
        let (first, traces) = try pack.traces(ofBlock: number)
        for index in 0..<traces.count {
          do { warnings += try traces.trace(index, sha256: "").warningCount } catch {
            damaged += 1
            Terminal.error("\(path)#\(first + index + 1): \(error)")
          }
        }
      } catch {
        damaged += 1
        Terminal.error(error.description)
      }
    }
    guard damaged == 0 else { throw LabError("\(path): \(NumberText.count(damaged, "part")) damaged, named above") }
    let counts = [NumberText.count(pack.traceCount, "trace"), NumberText.count(warnings, "warning")]
    Terminal.output("\(path.visible): \(counts.joined(separator: ", "))\n")
  }
}
