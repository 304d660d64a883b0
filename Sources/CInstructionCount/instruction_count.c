#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "instruction_count.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__linux__)
#include <linux/perf_event.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

// --- Requests to valgrind ---------------------------------------------------------------------------------------------

// Rotations that leave a register as it was, then a move of a register to itself: no compiler makes that, and valgrind
// takes it for a request (its manual, "The Client Request mechanism"). Six words tell what is asked; the answer comes
// back in the register that held the default.
static uintptr_t ask(uintptr_t request, uintptr_t argument, uintptr_t otherwise) {
  volatile uintptr_t words[6] = {request, argument, 0, 0, 0, 0};
#if defined(__linux__) && defined(__x86_64__)
  volatile uintptr_t answer;
  __asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
                   : "=d"(answer)
                   : "a"(&words[0]), "0"(otherwise)
                   : "cc", "memory");
  return answer;
#elif defined(__linux__) && defined(__aarch64__)
  volatile uintptr_t answer;
  __asm__ volatile("mov x3, %1\n\tmov x4, %2\n\t"
                   "ror x12, x12, #3\n\tror x12, x12, #13\n\tror x12, x12, #51\n\tror x12, x12, #61\n\t"
                   "orr x10, x10, x10\n\tmov %0, x3"
                   : "=r"(answer)
                   : "r"(otherwise), "r"(&words[0])
                   : "cc", "memory", "x3", "x4");
  return answer;
#else
  (void)words;
  return otherwise;
#endif
}

enum {
  running_on_valgrind = 0x1001,
  callgrind = ('C' << 24) | ('T' << 16),
  zero_stats = callgrind + 1,
  toggle_collect = callgrind + 2,
  dump_stats_at = callgrind + 3,
  start_instrumentation = callgrind + 4,
};

int is_simulated(void) { return ask(running_on_valgrind, 0, 0) != 0; }
void callgrind_start_instrumentation(void) { ask(start_instrumentation, 0, 0); }
void callgrind_toggle_collect(void) { ask(toggle_collect, 0, 0); }
void callgrind_zero_stats(void) { ask(zero_stats, 0, 0); }
void callgrind_dump_stats(const char *name) { ask(dump_stats_at, (uintptr_t)name, 0); }

// --- The processor's counter ------------------------------------------------------------------------------------------

#if defined(__linux__)

int instruction_counter_open(void) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.size = sizeof attributes;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  // Always counting, or not at all: no share of the time that is scaled up.
  attributes.pinned = 1;
  long descriptor = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (descriptor < 0) return -errno;
  // Some virtual machines lend a counter that never moves.
  int64_t first = instruction_counter_read((int)descriptor);
  if (first < 0 || instruction_counter_read((int)descriptor) <= first) {
    close((int)descriptor);
    return -ENODATA;
  }
  return (int)descriptor;
}

int64_t instruction_counter_read(int descriptor) {
  int64_t value = 0;
  return read(descriptor, &value, sizeof value) == sizeof value ? value : -1;
}

int fix_addresses(void) {
  int now = personality(0xffffffff);
  if (now == -1) return -1;
  if (now & ADDR_NO_RANDOMIZE) return 0;
  return personality((unsigned long)now | ADDR_NO_RANDOMIZE) == -1 ? -1 : 1;
}

#else

int instruction_counter_open(void) { return -ENOSYS; }

int64_t instruction_counter_read(int descriptor) {
  (void)descriptor;
  return -1;
}

int fix_addresses(void) { return -1; }

#endif

// --- Names ------------------------------------------------------------------------------------------------------------

const char *c_library_version(void) {
#if defined(__GLIBC__)
  return gnu_get_libc_version();
#else
  return "";
#endif
}

// The Swift runtime's own.
extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *buffer_size, uint32_t flags);

char *demangled_swift_symbol(const char *name, size_t length) { return swift_demangle(name, length, NULL, NULL, 0); }
