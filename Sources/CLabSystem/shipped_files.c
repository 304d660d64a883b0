#include "shipped_files.h"

// clang has C23's #embed in every C.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

// A file's path and its text, which ends with a zero byte: none of these files has one.
#define SHIPPED(path) {path, (const char[]){
#define END 0}}

static const struct {
  const char *path;
  const char *text;
} files[] = {
    SHIPPED("traces/browse.scrolltrace")
#embed "../../traces/browse.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/fastscroll.scrolltrace")
#embed "../../traces/fastscroll.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/flicks.scrolltrace")
#embed "../../traces/flicks.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/hunt.scrolltrace")
#embed "../../traces/hunt.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/interrupted.scrolltrace")
#embed "../../traces/interrupted.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/ios-browse.scrolltrace")
#embed "../../traces/ios-browse.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/ios-fastscroll.scrolltrace")
#embed "../../traces/ios-fastscroll.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/ios-flicks.scrolltrace")
#embed "../../traces/ios-flicks.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/ios-hunt.scrolltrace")
#embed "../../traces/ios-hunt.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/ios-overscroll.scrolltrace")
#embed "../../traces/ios-overscroll.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/library-changes.scrolltrace")
#embed "../../traces/library-changes.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/limited-access.scrolltrace")
#embed "../../traces/limited-access.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/looker-android-120.scrolltrace")
#embed "../../traces/looker-android-120.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/looker-android-60.scrolltrace")
#embed "../../traces/looker-android-60.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/looker-ios-120.scrolltrace")
#embed "../../traces/looker-ios-120.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/looker-ios-60.scrolltrace")
#embed "../../traces/looker-ios-60.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/open-photo.scrolltrace")
#embed "../../traces/open-photo.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/promotion.scrolltrace")
#embed "../../traces/promotion.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/reader-android-120.scrolltrace")
#embed "../../traces/reader-android-120.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/reader-android-60.scrolltrace")
#embed "../../traces/reader-android-60.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/reader-ios-120.scrolltrace")
#embed "../../traces/reader-ios-120.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/reader-ios-60.scrolltrace")
#embed "../../traces/reader-ios-60.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/rotation.scrolltrace")
#embed "../../traces/rotation.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/scroll-to-top.scrolltrace")
#embed "../../traces/scroll-to-top.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/scrub.scrolltrace")
#embed "../../traces/scrub.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/searcher-120.scrolltrace")
#embed "../../traces/searcher-120.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/searcher-60.scrolltrace")
#embed "../../traces/searcher-60.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/tablet.scrolltrace")
#embed "../../traces/tablet.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/ten-minutes.scrolltrace")
#embed "../../traces/ten-minutes.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/zoom.scrolltrace")
#embed "../../traces/zoom.scrolltrace" suffix(,)
    END,
    SHIPPED("traces/fleet.shares")
#embed "../../traces/fleet.shares" suffix(,)
    END,
    SHIPPED("sweeps/example.sweep")
#embed "../../sweeps/example.sweep" suffix(,)
    END,
    SHIPPED("Packages/Example/Package.swift")
#embed "../../Packages/Example/Package.swift" suffix(,)
    END,
    SHIPPED("Packages/Example/Sources/MyStrategies/MyStrategy.swift")
#embed "../../Packages/Example/Sources/MyStrategies/MyStrategy.swift" suffix(,)
    END,
    SHIPPED("Packages/Example/Sources/my-lab/main.swift")
#embed "../../Packages/Example/Sources/my-lab/main.swift" suffix(,)
    END,
    SHIPPED("Packages/Example/Tests/MyStrategiesTests/ContractTests.swift")
#embed "../../Packages/Example/Tests/MyStrategiesTests/ContractTests.swift" suffix(,)
    END,
    // The sources of the strategies, one behind the other: the comment above a type says what it does.
    SHIPPED("Sources/Strategies/Policies")
#embed "../StrategyKit/NoPreheating.swift" suffix(,)
#embed "../Strategies/Policies/AdaptiveReplacement.swift" suffix(,)
#embed "../Strategies/Policies/Belady.swift" suffix(,)
#embed "../Strategies/Policies/BudgetPriority.swift" suffix(,)
#embed "../Strategies/Policies/Clairvoyant.swift" suffix(,)
#embed "../Strategies/Policies/Clock.swift" suffix(,)
#embed "../Strategies/Policies/DeadlineLookahead.swift" suffix(,)
#embed "../Strategies/Policies/DisplayPort.swift" suffix(,)
#embed "../Strategies/Policies/FixedWindow.swift" suffix(,)
#embed "../Strategies/Policies/FlashListWindow.swift" suffix(,)
#embed "../Strategies/Policies/ForeseenWindow.swift" suffix(,)
#embed "../Strategies/Policies/GlidePreloader.swift" suffix(,)
#embed "../Strategies/Policies/LeastRecentlyUsed.swift" suffix(,)
#embed "../Strategies/Policies/LeastRecentlyUsedBySize.swift" suffix(,)
#embed "../Strategies/Policies/NukePrefetch.swift" suffix(,)
#embed "../Strategies/Policies/PerRowWindow.swift" suffix(,)
#embed "../Strategies/Policies/Preheat2x.swift" suffix(,)
#embed "../Strategies/Policies/S3FIFO.swift" suffix(,)
#embed "../Strategies/Policies/ScrollAware.swift" suffix(,)
#embed "../Strategies/Policies/Sieve.swift" suffix(,)
#embed "../Strategies/Policies/Skewport.swift" suffix(,)
#embed "../Strategies/Policies/TextureRanges.swift" suffix(,)
#embed "../Strategies/Policies/UIKitPrefetch.swift" suffix(,)
#embed "../Strategies/Policies/Unbounded.swift" suffix(,)
#embed "../Strategies/Policies/WindowedLead.swift" suffix(,)
    END,
};

const char *lab_shipped_path(size_t number) { return number < sizeof files / sizeof files[0] ? files[number].path : NULL; }
const char *lab_shipped_text(size_t number) { return files[number].text; }
