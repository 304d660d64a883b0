/// Small traces that use everything the format has: what traces are mutated from.
enum TraceSeeds {
  static let all = [plain, events, layouts, contents, sections, defaultGrid, odd, session, vast, crowded, again].map {
    Array($0.utf8)
  }

  private static let header = #"""
    {"scrolltrace":1,"viewport":[390,844],"content":[390,3998],"grid":{"count":160,"columns":4,"cell":[96,96],\#
    "spacing":[2,2],"inset":[8,0,34,0]},"scale":3,"refresh_hz":120}
    """#

  private static let plain =
    header + "\n"
    + [0, 40, 310, 1200, 1190, 2000, -60, 3_100].enumerated().map { "[\($0 * 16).667,\($1)]\n" }.joined()
    + #"[200,"end"]"#

  private static let events =
    header + "\n" + #"""
      [0,0]
      [0,"down",{"x":195,"y":700}]
      [16.667,12.5]
      [20,"drag"]
      [33.333,300]
      [40,"up",{"v":[0,-4200.25]}]
      [41,"decel"]
      [50,900]
      [51,"memory-warning"]
      [60,"jump",{"to":1600}]
      [66.667,1600]
      [70,"background"]
      [80,"foreground"]
      [83.334,"scrub",{"on":true}]
      [83.334,1560]
      [90,"scrub",{"on":false}]
      [95,"insert",{"at":[0,1]}]
      [96,"remove",{"at":[0]}]
      [97,"access",{"items":[1,2]}]
      [98,"mark",{"note":"caf\u00e9 \ud83d\ude00"}]
      [100,1560]
      [101,"idle"]
      [102,"bounce"]
      [120,"top"]
      [130,0]
      [200,"end"]

      """#

  private static let contents =
    header + "\n" + #"""
      # photos come, go and are chosen; then another layout
      [0,500]
      [10,"insert",{"items":[0,[3,9],40]}]
      [10,520]
      [20,"remove",{"items":[[2,30],31]}]
      [30,"access",{"items":[[90,120],5,[20,40]]}]
      [30,0]
      [40,"layout",{"viewport":[844,390]}]
      [50,"insert",{"items":[[61,64]]}]
      [60,"end"]
      """#

  private static let sections = #"""
    {"scrolltrace":2,"viewport":[390,844],"content":[390,5000],"grid":{"count":160,"columns":4,"cell":[96,96],\#
    "spacing":[2,2],"section":{"header":44,"inset":[0,0,9.5,0]},"sections":[7,[3,20],0,{"count":50,"columns":3,\#
    "cell":[128,64],"spacing":[0,1],"header":300,"footer":20},[0,2],43]},"scale":3}
    [0,0]
    [10,"insert",{"items":[0,[8,11],163]}]
    [10,900]
    [20,"remove",{"items":[[3,40]],"sections":[100,[27,1]]}]
    [30,"access",{"items":[[90,120],5,[20,40]]}]
    [30,400]
    [40,"layout",{"viewport":[844,390],"grid":{"count":51,"columns":9,"cell":[92,92],"section":{"footer":1},\#
    "sections":[[17,3]]}}]
    [50,"insert",{"items":[[51,53]],"sections":[53]}]
    [60,200]
    [65,"layout",{"content":[50000,390],"grid":{"count":53,"columns":1,"cell":[844,390],"axis":"x","inset":[0,3,0,9]}}]
    [70,"end"]
    """#

  private static let session =
    header.replacing("{\"scrolltrace\":1", with: "{\"scrolltrace\":1,\(driver)") + "\n" + #"""
      [0,0]
      [0,"photos",{"from":0,"sizes":[[4032,3024,40],[0,0,20],[1170,2532,90,120,160],[640,640,10]]}]
      [0,"phase",{"is":"dragging"}]
      [16.667,120]
      [20,"image",{"place":3,"target":[288,288],"photo":[4032,3024],"ms":12.5,"bytes":331776,"open":2,"urgent":true}]
      [30,"image",{"place":4,"target":[288,288],"ms":9,"result":"failure"}]
      [31,"image",{"place":9,"target":[120,160],"ms":1,"tier":"coarse","open":1,"result":"thumbnail"}]
      [33.333,400]
      [40,"counters",{"requests":9,"hits":4,"late":3,"misses":2,"decodes":3,"failures":1,"peak":999,"visible":70,"blank":8}]
      [50,"phase",{"is":"decelerating","target":1200}]
      [50,500]
      [60,"insert",{"items":[[4,9]],"content":[390,4096]}]
      [60,"photos",{"from":160,"sizes":[[3024,4032,5]]}]
      [60,505]
      [90,"counters",{"requests":12,"hits":6,"late":4,"misses":2,"decodes":5,"failures":1,"peak":1200,"visible":99.5,"blank":8}]
      [100,"end"]

      """#

  private static let driver =
    #""session":{"version":1,"strategy":"lru:budget=30MB","workers":2,"fit":"fill","pixels":"bgra"}"#

  /// Cells and photos whose images no memory holds.
  private static let vast = #"""
    {"scrolltrace":1,"viewport":[40000,40000],"content":[40000,400000],\#
    "grid":{"count":9,"columns":1,"cell":[40000,40000],"spacing":[0,0]},\#(driver)}
    [0,0]
    [0,"photos",{"from":0,"sizes":[[65535,65535,5],[40000,100,4,65535,65535]]}]
    [40,"counters",{"requests":2,"hits":1,"late":1,"misses":0,"decodes":3,"failures":1,"peak":999,"visible":70,"blank":8}]
    [100,"end"]

    """#

  /// More images open at one time than any driver opens.
  private static let crowded =
    header.replacing("{\"scrolltrace\":1", with: "{\"scrolltrace\":1,\(driver)") + "\n[0,0]\n"
    + String(
      repeating: #"[900,"image",{"target":[288,288],"photo":[4032,3024],"ms":899,"open":64}]"# + "\n", count: 200)
    + "[1000,\"end\"]\n"

  /// The same photos told of again and again.
  private static let again =
    header.replacing("{\"scrolltrace\":1", with: "{\"scrolltrace\":1,\(driver)") + "\n[0,0]\n"
    + String(repeating: #"[0,"photos",{"from":0,"sizes":[[1,1,100000000]]}]"# + "\n", count: 20)

  private static let layouts =
    header + "\n" + #"""
      # four, three and five columns, then the viewer
      [0,500]
      [20,"layout",{"content":[390,20000],"grid":{"count":90,"columns":3,"cell":[128.667,128.667],"spacing":[2,2]}}]
      [20,600]
      [40,700]
      [50,"layout",{"grid":{"count":160,"columns":5,"cell":[76.4,76.4],"spacing":[2,2]}}]
      [60,"layout",{"viewport":[844,390],"content":[844,11700],"grid":{"count":30,"columns":1,"cell":[844,390]}}]
      [60,3900]
      [80,4290]
      [90,"layout",{"viewport":[390,844],"content":[390,9000]}]
      [100,"memory-warning"]
      [110,0]
      [120,"end"]

      """#

  private static let defaultGrid = #"""
    {"scrolltrace":1.0,"viewport":[375,667],"content":[375,3000],"title":"by hand","clock":"raf","device":"x",\#
    "recorded_at":"2026-01-01","source":{"kind":"synthetic","by":"lab","model":"m","fingers":"f","seed":7,"license":"0"}}
    [0,0]
    [1e1,25e-1]
    [20,"layout",{"content":[375,4000]}]
    [30,3.0E+2]
    [40,"end",{}]

    """#

  private static let odd =
    "\u{FEFF}" + #"{"scrolltrace":1,"viewport":[0.001,1000000],"content":[1000000000,1000000000],"#
    + #""grid":{"count":500,"columns":7,"cell":[0.001,0.001],"spacing":[0,1000000]},"scale":16}"#
    + "\r\n\n[0,1000000000,[[[1]]],{\"a\":[true,false,null]}]\r\n[2592000000,-1000000]"
}
