import ArgumentParser
import CacheLab
import FoundationEssentials
import LabBase
import LabPictures
import LabRecords
import LabSystem
import Subprocess
import SystemPackage

@main
enum Main {
  static func main() {
    CommandThread.run(
      {
        await LabRecord.main()
        ThisProcess.end(0)
      }, meanwhile: ThisProcess.hang, alone: {})
  }
}

/// Serves the recorder page and takes the trace that a phone sends back.
struct LabRecord: AsyncParsableCommand {
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

  @Option(help: ArgumentHelp("Folder for traces and their plots.", valueName: "dir"), completion: .directory)
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

  func run() async throws {
    let page = try RecorderPage.load()
    let desk = RecordingDesk(folder: out, token: RecordingDesk.newToken(), bytesMax: maxMB * 1_000_000)
    let hostName = ProcessInfo.processInfo.hostName
    var limits = ExchangeLimits()
    limits.patience = Int64(patience) * 1_000_000_000
    var door = try FrontDoor(
      address: bind, port: port, reception: Reception(page: page, desk: desk, hostName: hostName), limits: limits)
    Output.line("Open this on the phone or here, record, and press Send:")
    Output.line("  http://\(bind == "0.0.0.0" ? hostName : bind):\(door.port)/#lab=\(desk.token)")
    // Others are served while a picture is drawn.
    let (arrivals, stay) = (Monitor<[Arrival]>([]), stay)
    do throws(SystemThread.Refused) {
      _ = try SystemThread {
        repeat {
          let arrival = door.nextArrival(clock: Clocks.monotonic)
          arrivals.withLock { $0.append(arrival) }
        } while stay
      }
    } catch {
      throw RecordError("no thread can be started (\(error.reason)): raise the limit on processes (ulimit -u)")
    }
    repeat { await Output.tell(arrivals.wait { $0.isEmpty ? nil : $0.removeFirst() }) } while stay
  }
}

/// What the person at the terminal reads.
enum Output {
  /// Nobody may read it any more; the traces are stored all the same.
  static func line(_ text: String) { _ = try? FileDescriptor.standardOutput.writeAll(Array((text + "\n").utf8)) }

  /// Bytes of a trace that is drawn: an hour at 60 frames a second has five million. A picture of a larger one takes
  /// minutes, and memory.
  static let drawnBytesMax = 8_000_000

  /// What has come, its picture, and what to do with it.
  static func tell(_ arrival: Arrival) async {
    let warnings = NumberText.count(arrival.warnings, "warning")
    line(
      "\(arrival.path): \(NumberText.count(arrival.samples, "sample")), "
        + "\(NumberText.fixed(arrival.seconds, decimals: 1)) s, \(warnings)")
    if arrival.bytes > drawnBytesMax {
      line("  lab-run trace plot \(arrival.path) draws it: it has more than \(drawnBytesMax / 1_000_000) MB")
    } else if let picture = try? await plot(arrival.path) {
      line(picture)
    }
    line("  lab-run --strategy preheat2x --trace \(arrival.path)")
  }

  /// Script, data and, where gnuplot is, the picture, beside the trace; the path of the last that was made.
  private static func plot(_ path: String) async throws -> String {
    let trace = try Trace.load(path: path)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let name = String((parts.last ?? "").dropLast(".scrolltrace".count))
    let plot = Plot.trace(trace, name: name)
    let file = plot.name
    for (ending, text) in [("tsv", plot.data), ("gp", plot.script(command: "lab-run trace plot \(name)"))] {
      var result = try ResultFile(path: "\(folder)/\(file).\(ending)")
      try result.write(text)
      _ = try result.commit(exclusively: false)
    }
    let ran = try? await Subprocess.run(
      .name("gnuplot"), arguments: ["\(file).gp"], workingDirectory: Paths.any(folder), input: .none,
      output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
    return "\(folder)/\(file).\(ran?.terminationStatus.isSuccess == true ? "svg" : "gp")"
  }
}

/// What went wrong, in words for the person at the terminal.
struct RecordError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
