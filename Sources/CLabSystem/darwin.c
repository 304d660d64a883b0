// What only macOS has: the physical footprint and the instructions of proc_pid_rusage.

#if defined(__APPLE__)

#include "lab_system.h"

#include <errno.h>
#include <fcntl.h>
#include <libproc.h>
#include <mach/mach_time.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sysctl.h>
#include <time.h>
#include <unistd.h>

// Not in the public headers, though in the library and in XNU's own (bsd/sys/resource.h, libsyscall's
// wrappers/libproc/libproc_internal.h): has the interval's peak of the physical footprint begin anew.
extern int proc_reset_footprint_interval(int process);

// --- This process and its machine ---

char *lab_executable(void) {
  char path[PROC_PIDPATHINFO_MAXSIZE];
  int count = proc_pidpath(getpid(), path, sizeof path);
  return count > 0 ? strndup(path, (size_t)count) : NULL;
}

// The library comes with the system.
bool lab_carries_swift(void) { return false; }

char *lab_processor_name(void) {
  char name[256] = {0};
  size_t size = sizeof name - 1;
  return sysctlbyname("machdep.cpu.brand_string", name, &size, NULL, 0) == 0 ? strdup(name) : NULL;
}

void lab_wait_until(int64_t time) {
  while (true) {
    int64_t rest = time - lab_monotonic();
    if (rest <= 0) return;
    struct timespec due = {.tv_sec = rest / 1000000000, .tv_nsec = rest % 1000000000};
    nanosleep(&due, NULL);
  }
}

int32_t lab_pipe(int32_t *ends) {
  if (pipe(ends) < 0) return -errno;
  // lab_spawn hands none on, whatever another thread does between the two calls.
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
}

// --- Memory ---

void *lab_map(size_t bytes, bool resident) {
  void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (pages == MAP_FAILED) return NULL;
  if (resident) lab_touch(pages, bytes);
  return pages;
}

// Pages are 4 or 16 KiB here.
void lab_refuse_huge(void *pages, size_t bytes) { (void)pages, (void)bytes; }
void lab_give_back(void *pages, size_t bytes) { madvise(pages, bytes, MADV_DONTNEED); }

static bool usage(struct rusage_info_v4 *info) {
  return proc_pid_rusage(getpid(), RUSAGE_INFO_V4, (rusage_info_t *)info) == 0;
}

int64_t lab_memory_of(lab_memory kind) {
  struct rusage_info_v4 info;
  if (!usage(&info)) return -1;
  switch (kind) {
    case lab_memory_resident: return (int64_t)info.ri_phys_footprint;
    case lab_memory_peak: return (int64_t)info.ri_interval_max_phys_footprint;
    case lab_memory_own: return (int64_t)info.ri_phys_footprint;
  }
  return -1;
}

int64_t lab_memory_now(void) { return lab_memory_of(lab_memory_resident); }
bool lab_reset_peak(void) { return proc_reset_footprint_interval(getpid()) == 0; }
const char *lab_memory_accounting(void) { return "physical-footprint"; }

const char *lab_memory_source(lab_memory kind) {
  switch (kind) {
    case lab_memory_peak: return "ri_interval_max_phys_footprint of proc_pid_rusage";
    default: return "ri_phys_footprint of proc_pid_rusage";
  }
}

// --- Instructions ---

// There is no valgrind here.
bool lab_is_simulated(void) { return false; }
void lab_callgrind_start(void) {}
void lab_callgrind_toggle(void) {}
void lab_callgrind_zero(void) {}
void lab_callgrind_dump(const char *name) { (void)name; }

#endif
