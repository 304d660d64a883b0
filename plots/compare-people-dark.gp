# lab-run plot compare results/report --dark
# data: compare-people.tsv; to draw it again, here: gnuplot compare-people-dark.gp
set terminal svg size 1000,310 dynamic font 'sans-serif,14' background '#0D1117'
bold = 'sans-serif:Bold,17.00'
strong = 'sans-serif:Bold,13.00'
small = 'sans-serif,13.00'
ground = '#0D1117'
ink = '#E6EDF3'
muted = '#9BA5B0'
faint = '#2A313A'
pale = '#59626C'
blue = '#4BA6E4'
vermillion = '#F58545'
green = '#2FC39B'
purple = '#DE97BF'
orange = '#F0B53C'
grey = '#AAB3BD'
set output 'compare-people-dark.svg'
set encoding utf8
set datafile separator "\t"
data = 'compare-people.tsv'
set label 1 'Which strategy shows most and holds least over 8 traces of people?' at screen 0.0140, screen 0.9226 left font bold textcolor rgb ink
set label 2 'least blank first; bars: means, ticks and brackets: the worst trace; bold: best in both; decode-12ms; without the first frame, never ready' at screen 0.0140, screen 0.8516 left noenhanced font small textcolor rgb muted
set border 3 linecolor rgb pale linewidth 1
set tics nomirror out scale 0.5 textcolor rgb muted font small
set xlabel textcolor rgb muted font small
set ylabel textcolor rgb muted font small offset 1,0
set key textcolor rgb ink font small
set grid ytics linecolor rgb faint linewidth 1 linetype 1
set multiplot
set key off
unset grid
set style fill solid 1 noborder
set yrange [5.6:-0.6]
set border 0
set tics scale 0
unset xtics
set tmargin at screen 0.6387
set bmargin at screen 0.0452
set lmargin at screen 0.1440
set rmargin at screen 0.2992
set xrange [0:166.0000]
set ytics ('fixed-window' 0, 'windowed-lead' 1, 'preheat2x' 2, 'budget-priority' 3, 'lru' 4, 'none' 5) noenhanced textcolor rgb ink
set label 3 "images ready, %\nmore is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '100' at 100.0000,0 left offset 0.5,0 font strong textcolor rgb ink front
set label 11 '99.6 (97.0)' at 99.6225,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '98.5 (93.2)' at 98.5145,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '99.8 (98.9)' at 99.8275,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '40.6 (3.1)' at 40.6359,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '0' at 0.0000,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):4:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb green, \
data using (0):($1 == 1 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 2 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb blue, \
data using (0):($1 == 3 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 4 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb purple, \
data using (0):($1 == 5 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 4:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb ground
unset label 1
unset label 2
unset label 31
unset label 32
unset label 33
unset label 34
unset label 35
unset label 36
set lmargin at screen 0.3132
set rmargin at screen 0.4684
set xrange [0:0.1134]
unset ytics
set label 3 "blank area, %\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '0' at 0.0000,0 left offset 0.5,0 font strong textcolor rgb ink front
set label 11 '0.00 (0.00)' at 0.0011,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '0.00 (0.01)' at 0.0131,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '0.00 (0.02)' at 0.0154,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '0.01 (0.02)' at 0.0181,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '0.02 (0.07)' at 0.0683,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):6:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb green, \
data using (0):($1 == 1 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 2 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb blue, \
data using (0):($1 == 3 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 4 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb purple, \
data using (0):($1 == 5 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 6:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
unset label 31
unset label 32
unset label 33
unset label 34
unset label 35
unset label 36
set lmargin at screen 0.4824
set rmargin at screen 0.6376
set xrange [0:78.4927]
unset ytics
set label 3 "time to image, p95, ms\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '0' at 0.0000,0 left offset 0.5,0 font strong textcolor rgb ink front
set label 11 '0' at 0.0000,1 left offset 0.5,0 font strong textcolor rgb ink front
set label 12 '2.7 (21.2)' at 21.2267,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '0' at 0.0000,3 left offset 0.5,0 font strong textcolor rgb ink front
set label 14 '29.6 (30.8)' at 30.8239,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '33.0 (47.3)' at 47.2847,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):8:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb green, \
data using (0):($1 == 1 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 2 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb blue, \
data using (0):($1 == 3 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 4 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb purple, \
data using (0):($1 == 5 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 8:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
unset label 31
unset label 32
unset label 33
unset label 34
unset label 35
unset label 36
set lmargin at screen 0.6516
set rmargin at screen 0.8068
set xrange [0:102.5309]
unset ytics
set label 3 "peak of bitmaps, MB\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '53.7' at 53.6556,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '32.7 (32.8)' at 32.7744,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '35.2 (35.9)' at 35.8572,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '30.9 (30.9)' at 30.8805,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '61.1 (61.8)' at 61.7656,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '20.9 (20.9)' at 20.8858,5 left offset 0.5,0 font strong textcolor rgb ink front
plot data using (0):1:(0):10:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb green, \
data using (0):($1 == 1 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 2 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb blue, \
data using (0):($1 == 3 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 4 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb purple, \
data using (0):($1 == 5 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 10:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
unset label 31
unset label 32
unset label 33
unset label 34
unset label 35
unset label 36
set lmargin at screen 0.8208
set rmargin at screen 0.9760
set xrange [0:2.0750]
unset ytics
set label 3 "decodes a request\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '1.1 (1.3)' at 1.2500,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '0.88 (1.0)' at 1.0275,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '0.89 (1.0)' at 1.0244,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '0.84 (1.0)' at 1.0000,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '0.63 (0.98)' at 0.9756,4 left offset 0.5,0 font strong textcolor rgb ink front
set label 15 '1.0' at 1.0000,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):12:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb green, \
data using (0):($1 == 1 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 2 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb blue, \
data using (0):($1 == 3 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 4 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb purple, \
data using (0):($1 == 5 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 12:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
unset label 31
unset label 32
unset label 33
unset label 34
unset label 35
unset label 36
unset multiplot
