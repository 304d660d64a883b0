#ifndef CACHELAB_SLOT_MEMORY_H
#define CACHELAB_SLOT_MEMORY_H

// Memory of zeros for the slots of a replay: a header alone, because apps take it, and Embedded Swift where there is no C
// library.

#include <stddef.h>

#if defined(__has_include)
#if (defined(__linux__) || defined(__APPLE__)) && __has_include(<sys/mman.h>)
#define CACHELAB_HAS_PAGES 1
#include <stdlib.h>
#include <sys/mman.h>
#endif
#endif

// Whether slot_memory_make gives memory of the system here.
static inline int slot_memory_is_there(void) {
#if defined(CACHELAB_HAS_PAGES)
  return 1;
#else
  return 0;
#endif
}

// Memory, touched as it is used; null where there is none. From `mapped` bytes on it is mapped, in huge pages where the system
// has any. It is all zeros unless `zeroed` is 0.
static inline void *_Nullable slot_memory_make(size_t bytes, size_t mapped, int zeroed) {
#if defined(CACHELAB_HAS_PAGES)
  if (bytes < mapped) return zeroed ? calloc(bytes, 1) : malloc(bytes);
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (memory == MAP_FAILED) return NULL;
#if defined(MADV_HUGEPAGE)
  madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
#else
  (void)bytes, (void)mapped, (void)zeroed;
  return NULL;
#endif
}

static inline void slot_memory_free(void *_Nonnull memory, size_t bytes, size_t mapped) {
#if defined(CACHELAB_HAS_PAGES)
  if (bytes < mapped) {
    free(memory);
  } else {
    munmap(memory, bytes);
  }
#else
  (void)memory, (void)bytes, (void)mapped;
#endif
}

#endif
