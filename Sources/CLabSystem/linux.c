// What only Linux has: /proc, and requests to valgrind.

#if defined(__linux__)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lab_system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>


// --- This process and its machine ---

char *lab_executable(void) {
  char path[4096];
  ssize_t count = readlink("/proc/self/exe", path, sizeof path - 1);
  return count > 0 ? strndup(path, (size_t)count) : NULL;
}

// What stands behind a key at the beginning of a line, to be freed.
static char *field(const char *path, const char *key) {
  FILE *file = fopen(path, "re");
  if (file == NULL) return NULL;
  char line[512];
  char *found = NULL;
  while (found == NULL && fgets(line, sizeof line, file) != NULL) {
    if (strncmp(line, key, strlen(key)) != 0) continue;
    char *text = strchr(line, ':');
    if (text == NULL) continue;
    text += 1;
    text += strspn(text, " \t");
    text[strcspn(text, "\n")] = 0;
    found = strdup(text);
  }
  fclose(file);
  return found;
}

bool lab_carries_swift(void) { return true; }
char *lab_processor_name(void) { return field("/proc/cpuinfo", "model name"); }

void lab_wait_until(int64_t time) {
  struct timespec due = {.tv_sec = time / 1000000000, .tv_nsec = time % 1000000000};
  // A signal's handler ends the wait early.
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR) {
  }
}

int32_t lab_pipe(int32_t *ends) { return pipe2(ends, O_CLOEXEC) < 0 ? -errno : 0; }

// --- Memory ---

void *lab_map(size_t bytes, bool resident) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | (resident ? MAP_POPULATE : 0);
  void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

void lab_refuse_huge(void *pages, size_t bytes) { madvise(pages, bytes, MADV_NOHUGEPAGE); }
void lab_give_back(void *pages, size_t bytes) { madvise(pages, bytes, MADV_DONTNEED); }

static const char *const memory_keys[] = {"VmRSS", "VmHWM", "RssAnon"};

int64_t lab_memory_of(lab_memory kind) {
  char *text = field("/proc/self/status", memory_keys[kind]);
  char *unit = NULL;
  int64_t kibibytes = text == NULL ? -1 : strtoll(text, &unit, 10);
  bool is_known = unit != NULL && unit != text && strcmp(unit, " kB") == 0;
  free(text);
  return is_known ? kibibytes * 1024 : -1;
}

int64_t lab_memory_now(void) {
  char text[128];
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  long long pages;
  if (count <= 0) return -1;
  text[count] = 0;
  return sscanf(text, "%*s %lld", &pages) == 1 ? (int64_t)pages * lab_page_size() : -1;
}

bool lab_reset_peak(void) {
  int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  bool is_reset = write(file, "5", 1) == 1;
  close(file);
  return is_reset;
}

const char *lab_memory_accounting(void) { return "resident"; }

const char *lab_memory_source(lab_memory kind) {
  static const char *const sources[] = {
      "VmRSS of /proc/self/status", "VmHWM of /proc/self/status", "RssAnon of /proc/self/status"};
  return sources[kind];
}

// --- Instructions: callgrind executes a program one instruction after the other, and hears requests that mean nothing to a
// processor ---

// Rotations that leave a register as it was, then a move of a register to itself: no compiler makes that, and valgrind
// takes it for a request (its manual, "The Client Request mechanism"). Six words tell what is asked; the answer comes
// back in the register that held the default.
static uintptr_t ask(uintptr_t request, uintptr_t argument, uintptr_t otherwise) {
  volatile uintptr_t words[6] = {request, argument, 0, 0, 0, 0};
#if defined(__x86_64__)
  volatile uintptr_t answer;
  __asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
                   : "=d"(answer)
                   : "a"(&words[0]), "0"(otherwise)
                   : "cc", "memory");
  return answer;
#elif defined(__aarch64__)
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

bool lab_is_simulated(void) { return ask(running_on_valgrind, 0, 0) != 0; }
void lab_callgrind_start(void) { ask(start_instrumentation, 0, 0); }
void lab_callgrind_toggle(void) { ask(toggle_collect, 0, 0); }
void lab_callgrind_zero(void) { ask(zero_stats, 0, 0); }
void lab_callgrind_dump(const char *name) { ask(dump_stats_at, (uintptr_t)name, 0); }

// --- For the linker ---

// ArgumentParser writes JSON by FoundationEssentials, whose file writer can call mktemp(3). The writer is never called
// here, but a linker that meets glibc's mktemp warns, on each first build. This one makes the same promise, a name that
// was free, and makes the file on the way, as mkstemp(3) does.
char *mktemp(char *template) {
  int file = mkstemp(template);
  if (file < 0) {
    *template = 0;
  } else {
    close(file);
    unlink(template);
  }
  return template;
}

#endif
