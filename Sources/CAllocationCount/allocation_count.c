#include "allocation_count.h"

#include <errno.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_ANOTHER_MALLOC 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_ANOTHER_MALLOC)

// The linker takes these before the C library's, for the program and for every library that it loads; memory still comes
// from the C library, so that its free takes it back.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

// What the Swift runtime takes memory with for its objects; weak, as a program without Swift has none.
extern void *swift_slowAlloc(size_t size, size_t alignment_mask) __attribute__((weak));

static _Thread_local uint64_t count;
static _Thread_local uint64_t objects;

// The function is some 60 bytes long.
enum { slow_alloc_length = 160 };

#define COUNT()                                                                                          \
  do {                                                                                                   \
    count += 1;                                                                                          \
    uintptr_t distance = (uintptr_t)__builtin_return_address(0) - (uintptr_t)swift_slowAlloc;             \
    if (distance < slow_alloc_length) objects += 1;                                                      \
  } while (0)

void *malloc(size_t size) {
  COUNT();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  COUNT();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  COUNT();
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  COUNT();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  COUNT();
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  void *made = __libc_memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *memory = made;
  return 0;
}

uint64_t allocation_count(void) { return count; }

uint64_t object_allocation_count(void) { return objects; }

#else

uint64_t allocation_count(void) { return 0; }
uint64_t object_allocation_count(void) { return 0; }

#endif
