/// Deals a recipe to every asset: sizes in exact shares, neighbours from different canvases, no window twice with the
/// same tint.
struct RecipeDealer {
  private let pool: PoolHeader
  private let sizes: [PixelSize]
  private let thumbnailOverhead: Int
  private let photoOverhead: Int
  private var random: SplitMix64
  private var walks: [Int]
  private let walkStarts: [Int]
  private let windowCounts: [Int]
  private let leaps: [Int]

  init(_ pool: PoolHeader) {
    self.pool = pool
    sizes = SizeClass.all.map { $0.size(in: pool.geometry.profile) }
    let tint = Tint(number: 0)
    thumbnailOverhead = AssetHeader.thumbnail(pool, size: sizes[0], tint).count + 2
    photoOverhead = AssetHeader.exifCount + AssetHeader.photo(pool, size: sizes[0], tint).count + 2
    var random = SplitMix64(seed: pool.seed ^ 0x7265_6369_7065)
    walks = Array(repeating: 0, count: sizes.count * pool.canvases.count)
    walkStarts = walks.map { _ in random.next(below: 1 << 30) }
    self.random = random
    let geometry = pool.geometry
    windowCounts = sizes.map { size in
      ((geometry.canvasHeight - Int(size.height)) / geometry.step + 1) * geometry.columns
    }
    leaps = windowCounts.map { RecipeDealer.leap(over: $0) }
  }

  mutating func deal(_ count: Int) -> (recipes: ContiguousArray<AssetRecipe>, assets: ContiguousArray<AssetInfo>) {
    var sizeOrder: [UInt8] = []
    for (index, share) in SizeClass.counts(assetCount: count).enumerated() {
      sizeOrder += repeatElement(UInt8(index), count: share)
    }
    shuffle(&sizeOrder)
    var recipes = ContiguousArray<AssetRecipe>()
    var assets = ContiguousArray<AssetInfo>()
    recipes.reserveCapacity(count)
    assets.reserveCapacity(count)
    let half = pool.canvases.count / 2
    var front = Array(0..<half)
    var back = Array(half..<pool.canvases.count)
    while recipes.count < count {
      // Two halves of the canvases in turn, each shuffled anew: a canvas comes back after at least half of
      // them.
      shuffle(&front)
      shuffle(&back)
      for canvas in (front + back).prefix(count - recipes.count) {
        let (recipe, info) = recipe(canvas: canvas, sizeClass: Int(sizeOrder[recipes.count]))
        recipes.append(recipe)
        assets.append(info)
      }
    }
    return (recipes, assets)
  }

  private mutating func shuffle<Element>(_ array: inout [Element]) {
    for index in stride(from: array.count - 1, to: 0, by: -1) {
      array.swapAt(index, random.next(below: index + 1))
    }
  }

  /// Walks over the windows of a canvas to the next suitable one, in an order that visits each before any comes again.
  private mutating func recipe(canvas: Int, sizeClass: Int) -> (AssetRecipe, AssetInfo) {
    let geometry = pool.geometry
    let (windows, leap) = (windowCounts[sizeClass], leaps[sizeClass])
    let walk = sizeClass * pool.canvases.count + canvas
    let horizon = SceneKind.of(canvas: canvas, profile: geometry.profile).horizon
    for strictness in [2, 1, 0] {
      for _ in 0..<windows {
        let place = (walkStarts[walk] + walks[walk] * leap) % windows
        let tint = tint(walk: walk, place: place, round: walks[walk] / windows)
        walks[walk] += 1
        let candidate = AssetRecipe(
          canvas: UInt8(canvas), sizeClass: UInt8(sizeClass), column: UInt8(place % geometry.columns),
          step: UInt16(place / geometry.columns), tint: tint)
        if strictness > 1, let horizon, !isHigh(horizon, in: candidate) { continue }
        let info = info(of: candidate)
        if strictness > 0 && !isInRange(info) { continue }
        return (candidate, info)
      }
    }
    preconditionFailure("the loosest pass takes the first window")
  }

  private func info(of recipe: AssetRecipe) -> AssetInfo {
    let (size, canvas) = (sizes[Int(recipe.sizeClass)], pool.canvases[Int(recipe.canvas)])
    let window = Window(pool.geometry, size: size, column: Int(recipe.column), step: Int(recipe.step))
    let thumbnail = thumbnailOverhead + RecipeDealer.byteCount(of: window.units, at: canvas.unitOffsets)
    let photo = photoOverhead + RecipeDealer.byteCount(of: window.segments, at: canvas.segmentOffsets)
    return AssetInfo(
      width: size.width, height: size.height, encodedBytes: Int32(photo + thumbnail),
      thumbnailBytes: Int32(thumbnail), thumbnailSize: pool.geometry.thumbnailSize(of: size), isDecodable: true)
  }

  /// Returns the bytes of pieces with restart markers between them.
  private static func byteCount(of runs: [Range<Int>], at offsets: [UInt32]) -> Int {
    runs.reduce(-2) { $0 + 2 * $1.count + Int(offsets[$1.upperBound]) - Int(offsets[$1.lowerBound]) }
  }

  /// Returns the tint of a window when it comes for the `round`-th time: another in each round, so that not even a very
  /// large library holds a photo twice. One photo in 41 is almost black and white, in the first round.
  private func tint(walk: Int, place: Int, round: Int) -> UInt16 {
    let draw = Int(SplitMix64.hash(pool.seed ^ 0x7469_6E74, UInt64(walk << 32 | place)) >> 33)
    if round == 0 && draw % 41 == 0 { return UInt16(Tint.colouredCount + draw / 41 % 5) }
    return UInt16((draw / 41 + round) % Tint.colouredCount)
  }

  private func isInRange(_ info: AssetInfo) -> Bool {
    // In hundredths of a bit a pixel.
    pool.geometry.profile == .tiny || 155...295 ~= Int64(info.encodedBytes) * 800 / info.size.pixelCount
  }

  private func isHigh(_ horizon: Int, in recipe: AssetRecipe) -> Bool {
    let height = Int(sizes[Int(recipe.sizeClass)].height)
    let y = pool.geometry.canvasHeight * horizon / 100 - Int(recipe.step) * pool.geometry.step
    return y > height * 25 / 100 && y < height * 75 / 100
  }

  /// Returns a step with no common factor with `count`, near its golden section.
  private static func leap(over count: Int) -> Int {
    var candidate = max(1, count * 618 / 1_000)
    while greatestCommonDivisor(candidate, count) != 1 { candidate += 1 }
    return candidate
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}
