# lab-run plot pareto --strategy preheat2x --strategy windowed-lead --strategy per-row-window --strategy fixed-window --strategy uikit-prefetch --strategy deadline-lookahead --strategy budget-priority --strategy budget-priority:rest=1/8 --strategy budget-priority:rest=3/8 --strategy budget-priority:rest=3/2 --strategy clairvoyant --trace people --dark
# data: pareto-work-hit-traces.tsv; to draw it again, here: gnuplot pareto-work-hit-traces-dark.gp
set terminal svg size 1000,620 dynamic font 'sans-serif,14' background '#0D1117'
bold = 'sans-serif:Bold,17.00'
strong = 'sans-serif:Bold,13.00'
small = 'sans-serif,13.00'
ink = '#E6EDF3'
muted = '#9BA5B0'
faint = '#2A313A'
pale = '#59626C'
vermillion = '#F58545'
green = '#2FC39B'
purple = '#DE97BF'
wine = '#D9809D'
set output 'pareto-work-hit-traces-dark.svg'
set encoding utf8
set datafile separator "\t"
set datafile commentschars ''
data = 'pareto-work-hit-traces.tsv'
set label 1 'What do decodes buy over 8 traces?' at screen 0.0140, screen 0.9613 left font bold textcolor rgb ink
set label 2 'means of 8 traces; decode-12ms; joined: no other decodes less and shows more; pale: beaten on both' at screen 0.0140, screen 0.9258 left noenhanced font small textcolor rgb muted
set border 3 linecolor rgb pale linewidth 1
set tics nomirror out scale 0.5 textcolor rgb muted font small
set xlabel textcolor rgb muted font small
set ylabel textcolor rgb muted font small offset 1,0
set key textcolor rgb ink font small
set grid ytics linecolor rgb faint linewidth 1 linetype 1
set key off
set lmargin at screen 0.0950
set rmargin at screen 0.64
set tmargin at screen 0.8742
set bmargin at screen 0.1194
set label 'numbers stand beside the points' at screen 0.665, screen 0.8516 left noenhanced font small textcolor rgb muted
set label '' at screen 0.677, screen 0.8194 point pointtype 9 linecolor rgb vermillion
set label '1  clairvoyant' at screen 0.697, screen 0.8194 left noenhanced font small textcolor rgb ink
set label '' at screen 0.677, screen 0.7871 point pointtype 5 linecolor rgb purple
set label '2  budget-priority:rest=1/8' at screen 0.697, screen 0.7871 left noenhanced font small textcolor rgb ink
set label '' at screen 0.677, screen 0.7548 point pointtype 7 linecolor rgb vermillion
set label '3  budget-priority' at screen 0.697, screen 0.7548 left noenhanced font small textcolor rgb ink
set label '' at screen 0.677, screen 0.7226 point pointtype 13 linecolor rgb wine
set label '4  budget-priority:rest=3/8' at screen 0.697, screen 0.7226 left noenhanced font small textcolor rgb ink
set label '' at screen 0.677, screen 0.6903 point pointtype 7 linecolor rgb pale
set label '5  windowed-lead' at screen 0.697, screen 0.6903 left noenhanced font small textcolor rgb muted
set label '' at screen 0.677, screen 0.6581 point pointtype 7 linecolor rgb pale
set label '6  preheat2x' at screen 0.697, screen 0.6581 left noenhanced font small textcolor rgb muted
set label '' at screen 0.677, screen 0.6258 point pointtype 7 linecolor rgb pale
set label '7  per-row-window' at screen 0.697, screen 0.6258 left noenhanced font small textcolor rgb muted
set label '' at screen 0.677, screen 0.5935 point pointtype 7 linecolor rgb green
set label '8  fixed-window' at screen 0.697, screen 0.5935 left noenhanced font small textcolor rgb ink
set label '' at screen 0.677, screen 0.5613 point pointtype 5 linecolor rgb pale
set label '9  deadline-lookahead' at screen 0.697, screen 0.5613 left noenhanced font small textcolor rgb muted
set label '' at screen 0.677, screen 0.5290 point pointtype 13 linecolor rgb pale
set label '10  budget-priority:rest=3/2' at screen 0.697, screen 0.5290 left noenhanced font small textcolor rgb muted
set label '' at screen 0.677, screen 0.4968 point pointtype 7 linecolor rgb pale
set label '11  uikit-prefetch' at screen 0.697, screen 0.4968 left noenhanced font small textcolor rgb muted
set xlabel 'decodes for each image that a cell asks for, less is better'
set ylabel 'images ready after the first frame, %, more is better'
set xrange [0.63880:2.43240]
set yrange [98.36596:100.50000]
set label '1' at 0.730,100.0000 right offset -0.6,0.4 font small textcolor rgb ink front
set label '2–3' at 0.740,99.8096 right offset -0.6,0.4 font small textcolor rgb ink front
set label '4' at 0.870,99.9056 right offset -0.6,0.4 font small textcolor rgb ink front
set label '5' at 0.880,99.6225 left offset 0.6,-0.4 font small textcolor rgb muted front
set label '6' at 0.890,98.5145 left offset 0.6,-0.4 font small textcolor rgb muted front
set label '7' at 1.000,99.9056 left offset 0.6,-0.4 font small textcolor rgb muted front
set label '8' at 1.090,100.0000 right offset -0.6,0.4 font small textcolor rgb ink front
set label '9' at 1.140,99.4023 left offset 0.6,-0.4 font small textcolor rgb muted front
set label '10' at 1.610,100.0000 left offset 0.6,-0.4 font small textcolor rgb muted front
set label '11' at 2.250,98.9010 right offset -0.6,-0.4 font small textcolor rgb muted front
plot data index 0 using 2:3 with lines linewidth 1.5 linecolor rgb pale, \
data index 1 using 2:3 with points pointtype 9 pointsize 1 linecolor rgb vermillion, \
data index 2 using 2:3 with points pointtype 5 pointsize 1 linecolor rgb purple, \
data index 3 using 2:3 with points pointtype 7 pointsize 1 linecolor rgb vermillion, \
data index 4 using 2:3 with points pointtype 13 pointsize 1 linecolor rgb wine, \
data index 5 using 2:3 with points pointtype 7 pointsize 0.6 linecolor rgb pale, \
data index 6 using 2:3 with points pointtype 7 pointsize 0.6 linecolor rgb pale, \
data index 7 using 2:3 with points pointtype 7 pointsize 0.6 linecolor rgb pale, \
data index 8 using 2:3 with points pointtype 7 pointsize 1 linecolor rgb green, \
data index 9 using 2:3 with points pointtype 5 pointsize 0.6 linecolor rgb pale, \
data index 10 using 2:3 with points pointtype 13 pointsize 0.6 linecolor rgb pale, \
data index 11 using 2:3 with points pointtype 7 pointsize 0.6 linecolor rgb pale
