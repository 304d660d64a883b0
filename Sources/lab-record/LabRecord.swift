import ArgumentParser
import FoundationEssentials
import LabSystem

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
