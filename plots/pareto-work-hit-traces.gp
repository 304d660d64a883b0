# lab-run plot pareto --strategy preheat2x --strategy windowed-lead --strategy per-row-window --strategy fixed-window --strategy uikit-prefetch --strategy deadline-lookahead --strategy budget-priority --strategy budget-priority:rest=1/8 --strategy budget-priority:rest=3/8 --strategy budget-priority:rest=3/2 --strategy clairvoyant --trace people
# data: pareto-work-hit-traces.tsv; to draw it again, here: gnuplot pareto-work-hit-traces.gp
set terminal svg size 1000,620 dynamic font 'sans-serif,14' background '#FFFFFF'
bold = 'sans-serif:Bold,17.00'
strong = 'sans-serif:Bold,13.00'
small = 'sans-serif,13.00'
ink = '#1F2328'
muted = '#636C76'
faint = '#DEE2E6'
pale = '#B4BBC2'
vermillion = '#D55E00'
green = '#009E73'
purple = '#B85C93'
sky = '#4AA8E0'
set output 'pareto-work-hit-traces.svg'
set encoding utf8
set datafile separator "\t"
data = 'pareto-work-hit-traces.tsv'
set label 1 'What do decodes buy over 8 traces?' at screen 0.0140, screen 0.9613 left font bold textcolor rgb ink
set label 2 'means of 8 traces; decode-12ms; joined: no other decodes less and shows more; pale: beaten on both' at screen 0.0140, screen 0.9258 left noenhanced font small textcolor rgb muted
set border 3 linecolor rgb pale linewidth 1
set tics nomirror out scale 0.5 textcolor rgb muted font small
set xlabel textcolor rgb muted font small
set ylabel textcolor rgb muted font small offset 1,0
set key textcolor rgb ink font small
set grid ytics linecolor rgb faint linewidth 1 linetype 1
set xlabel 'decodes for each image that a cell asks for, less is better'
set ylabel 'images ready after the first frame, %, more is better'
set key off
set lmargin at screen 0.07500
set rmargin at screen 0.97500
set bmargin at screen 0.11935
set tmargin at screen 0.87419
set xrange [0.63880:2.49320]
set yrange [98.36596:100.50000]
set label 'clairvoyant' at screen 0.12926, screen 0.69734 left noenhanced font small textcolor rgb ink
set label 'budget-priority:rest=1/8' at screen 0.16609, screen 0.58865 left noenhanced font small textcolor rgb ink
set label 'budget-priority' at screen 0.18545, screen 0.61602 left noenhanced font small textcolor rgb ink
set label 'per-row-window' at screen 0.25830, screen 0.65040 left noenhanced font small textcolor rgb ink
set label 'fixed-window' at screen 0.30398, screen 0.69734 left noenhanced font small textcolor rgb ink
set label 'windowed-lead' at screen 0.20006, screen 0.55026 left noenhanced font small textcolor rgb muted
set label 'preheat2x' at screen 0.20692, screen 0.17190 left noenhanced font small textcolor rgb muted
set label 'budget-priority:rest=3/8' at screen 0.26410, screen 0.73395 left noenhanced font small textcolor rgb muted
set arrow from screen 0.25030, screen 0.65653 to screen 0.26410, screen 0.73395 nohead linewidth 0.75 linecolor rgb pale back
set label 'deadline-lookahead' at screen 0.32825, screen 0.48591 left noenhanced font small textcolor rgb muted
set label 'budget-priority:rest=3/2' at screen 0.68254, screen 0.69734 left noenhanced font small textcolor rgb muted
set label 'uikit-prefetch' at screen 0.86697, screen 0.30862 left noenhanced font small textcolor rgb muted
plot data index 0 using 2:3 with lines linewidth 1.5 linecolor rgb pale, \
data index 1 using 2:3 with points pointtype 9 pointsize 1 linecolor rgb vermillion, \
data index 2 using 2:3 with points pointtype 5 pointsize 1 linecolor rgb purple, \
data index 3 using 2:3 with points pointtype 7 pointsize 1 linecolor rgb vermillion, \
data index 4 using 2:3 with points pointtype 7 pointsize 0.6 linecolor rgb pale, \
data index 5 using 2:3 with points pointtype 7 pointsize 0.6 linecolor rgb pale, \
data index 6 using 2:3 with points pointtype 7 pointsize 0.6 linecolor rgb pale, \
data index 7 using 2:3 with points pointtype 7 pointsize 1 linecolor rgb sky, \
data index 8 using 2:3 with points pointtype 7 pointsize 1 linecolor rgb green, \
data index 9 using 2:3 with points pointtype 7 pointsize 0.6 linecolor rgb pale, \
data index 10 using 2:3 with points pointtype 7 pointsize 0.6 linecolor rgb pale, \
data index 11 using 2:3 with points pointtype 7 pointsize 0.6 linecolor rgb pale
