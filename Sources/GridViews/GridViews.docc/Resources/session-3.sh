lab-run trace check browse.scrolltrace
lab-run trace check hunt.scrolltrace
lab-run trace check fast.scrolltrace

lab-run recommend --budget 35MB --screen iphone-17 \
  -t browse.scrolltrace -t hunt.scrolltrace -t fast.scrolltrace
