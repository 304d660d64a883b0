import ArgumentParser
import CShippedFiles
import FoundationEssentials
import LabBase
import LabSystem
import SystemPackage

/// Serves the recorder page and takes the trace that a phone sends back.
@main
struct LabRecord: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab-record",
    abstract: "Serve the recorder page to a phone and take its trace.",
    discussion: """
      Prints an address with a token that is made anew at each start; only who has
      it can send. Ends after one trace, unless told to stay. Only this machine is
      served, unless --bind names an address of it that the phone can reach. A sender
      that brings less than 50 kB in 5 s is dropped.

      EXAMPLES
        lab-record
        lab-record --bind 192.168.1.20 --out my-traces --stay
      """
  )

  @Option(help: ArgumentHelp("Address of this machine to serve at; 0.0.0.0 is all.", valueName: "address"))
  var bind = "127.0.0.1"

  @Option(help: ArgumentHelp("Port; 0 takes a free one.", valueName: "number"))
  var port: UInt16 = 0

  @Option(help: ArgumentHelp("Folder for traces.", valueName: "dir"), completion: .directory)
  var out = "."

  @Option(help: ArgumentHelp("Largest trace that is taken.", valueName: "MB"))
  var maxMB = 64

  @Option(
    help: ArgumentHelp(
      "How long a request may take, and as much again for each MB of a trace.", valueName: "seconds"))
  var patience = 10

  @Flag(help: "Go on after the first trace.")
  var stay = false

  func validate() throws {
    guard (1...1000).contains(maxMB) else { throw ValidationError("--max-mb \(maxMB): 1 to 1000") }
    guard (1...600).contains(patience) else { throw ValidationError("--patience \(patience): 1 to 600") }
    guard let host = HostName(bind), host.isAddress, host.name == bind, !bind.contains(":") else {
      throw ValidationError("--bind \(bind): an IPv4 address of this machine, such as 127.0.0.1")
    }
  }

  func run() throws {
    let hostName = ProcessInfo.processInfo.hostName
    let router = Router(
      page: try RecorderPage.load(), folder: out, token: Router.newToken(), bytesMax: maxMB * 1_000_000,
      hostName: hostName)
    let limits = HTTPLimits(patience: Int64(patience) * 1_000_000_000)
    var server = try HTTPServer(address: bind, port: port, router: router, limits: limits)
    say("Open this on the phone or here, record, and press Send:")
    say("  http://\(bind == "0.0.0.0" ? hostName : bind):\(server.port)/#lab=\(router.token)")
    repeat {
      let trace = server.nextTrace()
      say(
        "\(trace.path): \(NumberText.count(trace.samples, "sample")), "
          + "\(NumberText.fixed(trace.seconds, decimals: 1)) s, \(NumberText.count(trace.warnings, "warning"))")
      say("  lab-run trace plot \(trace.path)")
      say("  lab-run --strategy preheat2x --trace \(trace.path)")
    } while stay
  }

  /// Nobody may read it any more; the traces are stored all the same.
  private func say(_ text: String) { _ = try? FileDescriptor.standardOutput.writeAll(Array((text + "\n").utf8)) }
}

/// What went wrong, in words for the person at the terminal.
struct RecordError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// `traces/recorder/index.html`: of $CACHELAB_HOME or of the current folder, else the one that is part of the program.
enum RecorderPage {
  private static let path = "traces/recorder/index.html"

  /// - Throws: `RecordError` when it is nowhere.
  static func load() throws -> [UInt8] {
    let home = ProcessInfo.processInfo.environment["CACHELAB_HOME"] ?? "."
    if let page = FileManager.default.contents(atPath: "\(home)/\(path)") { return [UInt8](page) }
    var number = 0
    while let file = unsafe cachelab_shipped_file(number) {
      if unsafe String(cString: file.pointee.path) == path {
        return unsafe [UInt8](UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.size))
      }
      number += 1
    }
    throw RecordError("\(path) is not here: run in the project's folder, or set CACHELAB_HOME")
  }
}
