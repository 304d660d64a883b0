#ifndef CACHELAB_SHIPPED_FILES_H
#define CACHELAB_SHIPPED_FILES_H

#include <stddef.h>

// The files of the repository that are part of the program, by number from 0: their paths, such as
// traces/browse.scrolltrace, and their texts. The path behind the last is null. The texts are constant data, of which the
// system reads a page when it is used.
const char *_Nullable lab_shipped_path(size_t number);
const char *_Nonnull lab_shipped_text(size_t number);

// What reports, pictures and Swift lines are made of, by the name of the file, such as `pareto.gp`; null for any
// other name.
const char *_Nullable lab_resource(const char *_Nonnull name);

#endif
