// ArgumentParser writes JSON by FoundationEssentials, whose file writer can call mktemp(3). The writer is never called
// here, but a linker that meets glibc's mktemp warns, on each first build. This one makes the same promise, a name that
// was free, and makes the file on the way, as mkstemp(3) does.
#if defined(__linux__)
#include <stdlib.h>
#include <unistd.h>

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
