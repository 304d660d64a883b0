extension VisitMarket {
  private struct Choice {
    var slice: Int32
    var endSlice: Int32
    /// The nanoseconds into the slice at which it ends.
    var tail: Double
    var gain: Double
    /// True if it begins before the end of the visit before, so that no image of that visit can be there.
    var isOverlapping: Bool
  }

  /// Keys whose cells always come and go together; bytes and cost are their mean.
  private struct Group {
    var key: Int
    var count: Double
    var bytes: Double
    var cost: Int64
  }

  /// The steps of prices at first and at last, as a share of the median worth of a decode or byte.
  private static let steps = (first: 0.1, last: 0.004)
  /// The temperature at first and at last, as a share of the median worth of a visit.
  private static let temperatures = (first: 0.2, last: 0.003)
  /// The time over which prices are one at first, in nanoseconds; later it is shorter.
  private static let blockAtFirst = 300_000_000.0

  /// Finds prices in so many rounds, in fewer if one takes long.
  ///
  /// - Parameters:
  ///   - rounds: 600 come within some percent of the best prices.
  ///   - stepsMax: The most choices that are looked at in all rounds together; each takes 10 to 20 ns.
  mutating func findPrices(rounds: Int, stepsMax: Int) {
    let all = keyVisits.map { Int($0) }
    if all.isEmpty || rounds <= 0 || work.isEmpty { return }
    func middle(_ values: [Int64]) -> Int64 { values.sorted()[values.count / 2] }
    // The median worth of the visits that are worth something.
    let worths = all.map(whole).filter { $0 > 0 }.sorted()
    let unit = worths.isEmpty ? 1 : max(1e-9, worths[worths.count / 2])
    let cost = Double(max(1, middle(all.map { visits[$0].cost })))
    let bytes = Double(max(1, middle(all.map { visits[$0].bytes })))
    // Filling all memory once takes so long.
    let fill = max(cost, cost * memory / bytes / workers)
    let groups = groups()
    var search = Search(sliceCount: work.count)
    var (round, rounds) = (0, rounds)
    while round < rounds {
      let share = Double(round) / Double(rounds)
      let fall = Exponential.logarithm(VisitMarket.temperatures.first / VisitMarket.temperatures.last)
      let decay = Exponential.decay(share * fall)
      addUp()
      use(groups, temperature: unit * VisitMarket.temperatures.first * decay, &search)
      if round == 9 { rounds = max(20, min(rounds, stepsMax / max(1, search.looked / 10))) }
      let step =
        VisitMarket.steps.first
        * Exponential.decay(share * Exponential.logarithm(VisitMarket.steps.first / VisitMarket.steps.last))
      let block = VisitMarket.blockAtFirst * Exponential.decay(min(1, share / 0.7) * Exponential.logarithm(100))
      move(&search, work: step * unit / cost, place: step * unit / (bytes * fill), fill: fill, block: block)
      round += 1
    }
    addUp()
  }

  private func groups() -> ContiguousArray<Group> {
    var groups: ContiguousArray<Group> = []
    for key in 0..<keyCount {
      let visit = visits[Int(keyVisits[Int(keyStarts[key])])]
      if let last = groups.indices.last, hasSameRows(groups[last].key, key) {
        groups[last].count += 1
        groups[last].bytes += Double(visit.bytes)
        groups[last].cost += visit.cost
      } else {
        groups.append(Group(key: key, count: 1, bytes: Double(visit.bytes), cost: visit.cost))
      }
    }
    for index in groups.indices {
      groups[index].bytes /= groups[index].count
      groups[index].cost /= Int64(groups[index].count)
    }
    return groups
  }

  private func hasSameRows(_ one: Int, _ other: Int) -> Bool {
    let (left, right) = (places(ofKey: one), places(ofKey: other))
    guard left.count == right.count else { return false }
    return zip(left, right).allSatisfy { rowOf[Int(keyVisits[$0])] == rowOf[Int(keyVisits[$1])] }
  }

  private struct Node {
    /// The index of its first choice; those of earlier visits come after.
    var first = 0
    /// The gain that is left without an image after so many visits, and with one after this visit.
    var without = 0.0
    var with = 0.0
    var chanceWithout = 0.0
    /// The chance that an image that is held after the visit is dropped then.
    var leaves = 0.0
  }

  /// The smoothed distance of demand from supply, and its square.
  private struct Trend {
    var distance = 0.0
    var square = 0.0

    mutating func step(_ latest: Double) -> Double {
      distance += 0.2 * (latest - distance)
      square = 0.95 * square + 0.05 * latest * latest
      return distance / (square.squareRoot() + 0.1)
    }
  }

  /// Memory that is kept between rounds, so that none allocates.
  private struct Search {
    var looked = 0
    var choices: ContiguousArray<Choice> = []
    var nodes: ContiguousArray<Node> = []
    /// Changes of workers and bytes in use from a border on, and work in the slice in which it ends.
    var workSteps: ContiguousArray<Double>
    var workTails: ContiguousArray<Double>
    var byteSteps: ContiguousArray<Double>
    var workTrends: ContiguousArray<Trend>
    var placeTrends: ContiguousArray<Trend>

    init(sliceCount: Int) {
      workSteps = ContiguousArray(repeating: 0, count: sliceCount + 2)
      (workTails, byteSteps) = (workSteps, workSteps)
      workTrends = ContiguousArray(repeating: Trend(), count: sliceCount)
      placeTrends = workTrends
    }

    mutating func eachOption(_ later: Range<Int>, _ own: Range<Int>, _ body: (inout Choice) -> Void) {
      for choice in later where choices[choice].isOverlapping { body(&choices[choice]) }
      for choice in own where !choices[choice].isOverlapping { body(&choices[choice]) }
    }
  }

  private mutating func move(
    _ search: inout Search, work unit: Double, place byteUnit: Double, fill: Double, block: Double
  ) {
    var (begin, used, held) = (0, 0.0, 0.0)
    while begin < work.count {
      var end = begin + 1
      while end < work.count && Double(borders[end + 1] - borders[begin]) <= block { end += 1 }
      let length = Double(borders[end] - borders[begin])
      var (done, kept) = (0.0, 0.0)
      for slice in begin..<end {
        let time = Double(borders[slice + 1] - borders[slice])
        used += search.workSteps[slice]
        held += search.byteSteps[slice]
        done += used * time + search.workTails[slice]
        kept += held * time
      }
      let spare = VisitMarket.bounded(1 - done / (workers * length), price: work[begin])
      let room = VisitMarket.bounded(1 - kept / (memory * length), price: place[begin + 1])
      let far = min(1, fill / length)
      for slice in begin..<end {
        let time = Double(borders[slice + 1] - borders[slice])
        let workStep = search.workTrends[slice].step(spare)
        let placeStep = search.placeTrends[slice].step(room)
        work[slice] = max(0, work[slice] - unit * workStep)
        place[slice + 1] = max(0, place[slice + 1] - byteUnit * far * time * placeStep)
      }
      begin = end
    }
  }

  private static func bounded(_ spare: Double, price: Double) -> Double { spare > 0 && price <= 0 ? 0 : max(-2, spare) }

  /// Adds up the demand of all groups for workers and bytes at these prices.
  private func use(_ groups: ContiguousArray<Group>, temperature: Double, _ search: inout Search) {
    for index in search.workSteps.indices {
      search.workSteps[index] = 0
      search.workTails[index] = 0
      search.byteSteps[index] = 0
    }
    for group in groups {
      look(at: group, temperature: temperature, &search)
      spread(group, &search)
    }
  }

  /// Walks a key's visits backward: the gain that is left, and the chance of each choice where it can be made.
  private func look(at group: Group, temperature: Double, _ search: inout Search) {
    let places = places(ofKey: group.key)
    let count = places.count
    search.choices.removeAll(keepingCapacity: true)
    while search.nodes.count <= count { search.nodes.append(Node()) }
    (search.nodes[count].without, search.nodes[count - 1].with) = (0, 0)
    // Choices of the visit after, for those that begin before this one has ended.
    var later = 0..<0
    for index in (0..<count).reversed() {
      let visit = Int(keyVisits[places.lowerBound + index])
      if index + 1 < count {
        let next = Int(keyVisits[places.lowerBound + index + 1])
        let stay =
          whole(next) + search.nodes[index + 1].with
          - group.bytes * (placeUpTo[Int(endOf[next])] - placeUpTo[Int(endOf[visit])])
        let go = search.nodes[index + 1].without
        let best = max(stay, go)
        let (x, y) = (Self.decay((best - stay) / temperature), Self.decay((best - go) / temperature))
        search.nodes[index].with = best + temperature * Exponential.logarithm(x + y)
        search.nodes[index].leaves = y / (x + y)
      }
      let before = index == 0 ? nil : Int(keyVisits[places.lowerBound + index - 1])
      search.nodes[index].first = search.choices.count
      list(visit, after: before, group, with: search.nodes[index].with, temperature: temperature, &search)
      // A node's options: nothing until the next visit has ended, choices of the next one that overlap this
      // one's end, choices for this one.
      let own = search.nodes[index].first..<search.choices.count
      var best = search.nodes[index + 1].without
      search.eachOption(later, own) { best = max(best, $0.gain) }
      var sum = Self.decay((best - search.nodes[index + 1].without) / temperature)
      let stays = sum
      search.eachOption(later, own) { choice in
        choice.gain = Self.decay((best - choice.gain) / temperature)
        sum += choice.gain
      }
      search.eachOption(later, own) { $0.gain /= sum }
      search.nodes[index].chanceWithout = stays / sum
      search.nodes[index].without = best + temperature * Exponential.logarithm(sum)
      later = own
    }
  }

  /// The number of temperatures below the best from which on a choice has no chance.
  private static let cut = 7.0

  private static func decay(_ x: Double) -> Double { x > 30 ? 0 : Exponential.decay(x) }

  /// Lists starts of a decode from which a visit has an image, the latest first.
  private func list(
    _ visit: Int, after before: Int?, _ group: Group, with: Double, temperature: Double, _ search: inout Search
  ) {
    let ended = before.map { borders[Int(endOf[$0])] } ?? Int64.min
    let lowest = max(since[visit], before == nil ? 0 : ended - group.cost)
    let out = placeUpTo[Int(endOf[visit])]
    let full = whole(visit) + with
    var slice = slice(at: max(borders[0], visits[visit].end - group.cost))
    var end = min(work.count, Int(endOf[visit]))
    var (best, freeOnes) = (-temperature * Self.cut, 0)
    while slice >= 0 && borders[slice] >= lowest {
      let time = borders[slice] + group.cost
      while end > 0 && borders[end] > time { end -= 1 }
      search.looked += 1
      let held = group.bytes * (out - placeUpTo[slice])
      let isOverlapping = before != nil && borders[slice] < ended
      if full - held < best - temperature * Self.cut || freeOnes > 12 {
        if before == nil || isOverlapping { return }
        // None earlier for this visit alone; those that overlap the one before may still count.
        slice = min(slice - 1, Int(endOf[before!]) - 1)
        freeOnes = 0
        if full - group.bytes * (out - placeUpTo[max(0, slice)]) < best - temperature * Self.cut { return }
        continue
      }
      let cost = workUpTo(time, slice: end) - workUpTo[slice]
      let gain = rest(visit, at: time, slice: end) + with - held - cost
      best = max(best, gain)
      if gain >= best - temperature * Self.cut {
        search.choices.append(
          Choice(
            slice: Int32(slice), endSlice: Int32(end), tail: end < work.count ? Double(time - borders[end]) : 0,
            gain: gain, isOverlapping: isOverlapping))
        if cost <= 0 && time <= visits[visit].begin && !isOverlapping { freeOnes += 1 }
      }
      slice -= 1
    }
  }

  /// Walks forward: the chance of each choice adds to the demand.
  private func spread(_ group: Group, _ search: inout Search) {
    let places = places(ofKey: group.key)
    let count = places.count
    var reached = 1.0
    func take(_ choice: Int, _ chance: Double, until end: Int, _ search: inout Search) {
      let made = search.choices[choice]
      search.workSteps[Int(made.slice)] += chance
      search.workSteps[Int(made.endSlice)] -= chance
      search.workTails[Int(made.endSlice)] += chance * made.tail
      search.byteSteps[Int(made.slice)] += chance * group.bytes
      search.byteSteps[end] -= chance * group.bytes
    }
    var arriving = 0.0
    for index in 0..<count {
      let end = Int(endOf[Int(keyVisits[places.lowerBound + index])])
      let chance = reached * group.count
      var (having, laterOnes) = (arriving, 0.0)
      if chance > 1e-4 {
        let own = search.nodes[index].first..<(index == 0 ? search.choices.count : search.nodes[index - 1].first)
        for choice in own where !search.choices[choice].isOverlapping {
          let made = chance * search.choices[choice].gain
          if made < 1e-5 { continue }
          having += made
          take(choice, made, until: end, &search)
        }
        if index + 1 < count {
          let next = Int(endOf[Int(keyVisits[places.lowerBound + index + 1])])
          let ofNext = search.nodes[index + 1].first..<search.nodes[index].first
          for choice in ofNext where search.choices[choice].isOverlapping {
            let made = chance * search.choices[choice].gain
            if made < 1e-5 { continue }
            laterOnes += made
            take(choice, made, until: next, &search)
          }
        }
      }
      reached *= search.nodes[index].chanceWithout
      arriving = laterOnes
      if having > 1e-5 && index + 1 < count {
        let next = Int(endOf[Int(keyVisits[places.lowerBound + index + 1])])
        let goes = search.nodes[index].leaves
        reached += having / group.count * goes
        arriving += having * (1 - goes)
        search.byteSteps[end] += having * (1 - goes) * group.bytes
        search.byteSteps[next] -= having * (1 - goes) * group.bytes
      }
    }
  }
}
