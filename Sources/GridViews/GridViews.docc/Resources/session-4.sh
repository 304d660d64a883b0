lab-run baseline record --strategy budget-priority:budget=35MB --screen iphone-17 --decode none \
  -t browse.scrolltrace -t hunt.scrolltrace -t fast.scrolltrace --reason "as shipped in 4.2"
git add results/baseline *.scrolltrace
