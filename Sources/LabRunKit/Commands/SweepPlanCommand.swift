import ArgumentParser
import LabBase
import LabJudge
import LabRecords
import StrategyKit

/// `lab-run sweep plan`: the jobs of a sweep, without running them.
struct SweepPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show what a sweep would run: numbered jobs that do not depend on each other.",
    discussion: """
      EXAMPLES
        lab-run sweep plan sweeps/example.sweep
        lab-run sweep plan sweeps/example.sweep --shard 3/8 --format tsv
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case table, tsv, json
  }

  @OptionGroup var source: SweepSource

  @Option(help: "table, what is swept; tsv, a line a job; or json.")
  var format = Format.table

  func run() throws {
    if let fleet = try source.fleet() {
      guard format == .table else { throw UsageError("a fleet has no list of jobs: leave out --format") }
      return Terminal.output(
        "\(NumberText.count(fleet.runner.plan.jobCount, "job")) over \(NumberText.count(fleet.pack.traceCount, "trace")); "
          + "shard \(source.shard) has \(NumberText.count(fleet.runner.unitCount, "part")); "
          + "plan \(fleet.runner.plan.digest.prefix(16))\n")
    }
    let runner = try source.setup().runner
    let plan = runner.plan
    let numbers = source.shard.jobs(of: plan)
    // Replayed only where a list of jobs is asked for.
    func budgets() -> [[ByteCount]]? { plan.hasPeaks ? runner.budgets(numbers) : nil }
    switch format {
    case .json:
      var members: [String: JSON] = [
        "plan": plan.json, "digest": .string(plan.digest), "shard": .string(source.shard.description),
        "jobs": .array(numbers.map { .integer(Int128($0 + 1)) }),
      ]
      if let budgets = budgets() {
        members["budget-bytes"] = .array(budgets.map { .array($0.map { .integer(Int128($0.rawValue)) }) })
      }
      Terminal.output(JSON.object(members).prettyText)
    case .tsv:
      let budgets = budgets()
      let lines = numbers.enumerated().map { index, number in
        let job = plan.job(number)
        return
          ([
            "\(number + 1)", plan.strategies[job.strategy].text, plan.traceNames[job.trace], plan.screens[job.screen],
            plan.deviceName(job.device),
          ] + (budgets.map { [$0[index].map { "\($0.rawValue)" }.joined(separator: " ")] } ?? []))
          .joined(separator: "\t") + "\n"
      }
      Terminal.output("job\tstrategy\ttrace\tscreen\tdevice\(plan.hasPeaks ? "\tbudget-bytes" : "")\n" + lines.joined())
    case .table: Terminal.output(text(plan, numbers.count))
    }
  }

  private func text(_ plan: SweepPlan, _ count: Int) -> String {
    let rows = [
      ("strategies", plan.strategies.map(\.text)), ("traces", plan.traceNames), ("screens", plan.screens),
      ("devices", plan.devices.indices.map { plan.deviceName($0) }),
    ]
    var table = TextTable(
      columns: [.init(["what"], alignsRight: false), .init(["how many"]), .init(["which"], alignsRight: false)])
    for (name, values) in rows {
      table.append([name, NumberText.grouped(Int64(values.count)), values.joined(separator: " ")])
    }
    let all = NumberText.count(plan.jobCount, "job")
    let part = source.shard.isWhole ? "" : "; shard \(source.shard) has \(NumberText.grouped(Int64(count))) of them"
    return table.text(width: 100) + "\n\(all)\(part); plan \(plan.digest.prefix(16))\n"
  }
}
