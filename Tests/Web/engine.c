// The engine of a page as a program, for processors that WebAssembly is not: see engine_test.py, which calls it.
//
//   engine LIBRARY_PACK < LINES
//
// A line is `trace`, a name and a path, or `ask` and words, with tabs between them. Prints a line for each: milliseconds,
// a tab, and the engine's answer.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void *lab_take(intptr_t);
void lab_give(void *);
char *lab_answer(void);
intptr_t lab_answer_size(void);
int32_t lab_library(void *, intptr_t);
int32_t lab_trace(void *, intptr_t, void *, intptr_t);
int32_t lab_ask(void *, intptr_t);

/// What Swift asks for to read a number with a fraction; glibc reads it in the locale C.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end;
}

static void *contents(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  *count = (size_t)ftell(file);
  rewind(file);
  void *bytes = lab_take((intptr_t)*count);
  if (fread(bytes, 1, *count, file) != *count) exit(1);
  fclose(file);
  return bytes;
}

int main(int count, char **words) {
  if (count != 2) return 1;
  size_t size;
  void *library = contents(words[1], &size);
  if (lab_library(library, (intptr_t)size)) return 1;
  lab_give(library);
  static char line[1 << 16];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    char *rest = strchr(line, '\t');
    if (!rest) return 1;
    *rest++ = 0;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    if (!strcmp(line, "trace")) {
      char *path = strchr(rest, '\t');
      if (!path) return 1;
      *path++ = 0;
      void *text = contents(path, &size);
      lab_trace(text, (intptr_t)size, rest, (intptr_t)strlen(rest));
      lab_give(text);
    } else {
      intptr_t length = (intptr_t)strlen(rest);
      for (char *at = rest; *at; at++) {
        if (*at == '\t') *at = 0;
      }
      lab_ask(rest, length);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double ms = (double)(end.tv_sec - begin.tv_sec) * 1e3 + (double)(end.tv_nsec - begin.tv_nsec) / 1e6;
    printf("%.3f\t%.*s\n", ms, (int)lab_answer_size(), lab_answer());
    fflush(stdout);
  }
  return 0;
}
