#ifndef CACHELAB_INSTRUCTION_COUNT_H
#define CACHELAB_INSTRUCTION_COUNT_H

#include <stddef.h>
#include <stdint.h>

// What counts instructions: the processor's own counter, which Linux lends by perf_event_open, and callgrind, which
// executes a program one instruction after the other and hears requests that mean nothing to a processor.

// True in a process that valgrind executes.
int is_simulated(void);

// What callgrind is asked for; without effect outside of it.
void callgrind_start_instrumentation(void);
void callgrind_toggle_collect(void);
void callgrind_zero_stats(void);
// Writes what was counted since the last time, with a word that tells which it is.
void callgrind_dump_stats(const char *name);

// A counter of the calling thread's instructions in user space: a descriptor, or an error number with its sign turned.
int instruction_counter_open(void);
// What it stands at; -1 where it cannot be read.
int64_t instruction_counter_read(int descriptor);

// Has the programs that this process becomes from now on begin at the same addresses each time: 1 when that is new, 0
// when it was so already, -1 where the system refuses.
int fix_addresses(void);

// The version of the C library; empty where it does not say.
const char *c_library_version(void);

// A Swift symbol as people read it, to be freed; null for what is none.
char *demangled_swift_symbol(const char *name, size_t length);

#endif
