#!/usr/bin/awk -f
# Passes a test run on, and says at its end what failed, so that nobody searches thousands of lines for it.
#
#   { swift test; echo "exit $?"; } 2>&1 | scripts/failures.awk
#
# The last line is `exit CODE`; it is not shown, and its code is this script's. A run without that line was cut: 1.
/^exit [0-9]+$/ { code = $2; isWhole = 1; next }
{ print; fflush() }
/^✘|^error: |: error: |Fatal error:/ { failures[++count] = $0; isOpen = 1; next }
# What was compared, with its values, follows a failure.
/^↳/ { if (isOpen) failures[++count] = "  " $0; next }
{ isOpen = 0 }
END {
  if (!isWhole) code = 1
  if (code != 0 && count > 0) {
    print "\nWhat failed:"
    for (i = 1; i <= count; i++) print failures[i]
  }
  exit code
}
