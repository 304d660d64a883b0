# lab-run plot compare results/report
# data: compare-traces.tsv; to draw it again, here: gnuplot compare-traces.gp
set terminal svg size 1000,310 dynamic font 'sans-serif,14' background '#FFFFFF'
bold = 'sans-serif:Bold,17.00'
strong = 'sans-serif:Bold,13.00'
small = 'sans-serif,13.00'
ground = '#FFFFFF'
ink = '#1F2328'
muted = '#636C76'
faint = '#DEE2E6'
pale = '#B4BBC2'
blue = '#0072B2'
vermillion = '#D55E00'
green = '#009E73'
purple = '#B85C93'
orange = '#DB9200'
grey = '#5E6670'
set output 'compare-traces.svg'
set encoding utf8
set datafile separator "\t"
data = 'compare-traces.tsv'
set label 1 'Which strategy shows most and holds least over 20 traces?' at screen 0.0140, screen 0.9226 left font bold textcolor rgb ink
set label 2 'least blank first; bars: means of the traces, ticks: the worst of them; decode-12ms; without the first frame, never ready' at screen 0.0140, screen 0.8516 left noenhanced font small textcolor rgb muted
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
set rmargin at screen 0.3385
set xrange [0:107.5344]
set ytics ('budget-priority' 0, 'fixed-window' 1, 'windowed-lead' 2, 'preheat2x' 3, 'lru' 4, 'none' 5) noenhanced textcolor rgb ink
set label 3 "images ready, %\nmore is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '79.9' at 79.8555,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '81.5' at 81.4654,1 left offset 0.5,0 font strong textcolor rgb ink front
set label 12 '77.5' at 77.5198,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '72.5' at 72.4857,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '5.7' at 5.7414,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '0' at 0.0000,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):4:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb green, \
data using (0):($1 == 2 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb blue, \
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
set lmargin at screen 0.3565
set rmargin at screen 0.5510
set xrange [0:47.0212]
unset ytics
set label 3 "blank area, %\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '2.7' at 18.0311,0 left offset 0.5,0 font strong textcolor rgb ink front
set label 11 '4.2' at 24.9927,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '4.9' at 28.8090,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '5.6' at 30.5634,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '6.9' at 35.6221,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '7.1' at 35.6221,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):6:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb green, \
data using (0):($1 == 2 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb blue, \
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
set lmargin at screen 0.5690
set rmargin at screen 0.7635
set xrange [0:317.6626]
unset ytics
set label 3 "time to image, p95, ms\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '72.2' at 231.2881,0 left offset 0.5,0 font strong textcolor rgb ink front
set label 11 '89.7' at 238.8997,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '94.2' at 239.2189,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '101' at 239.7724,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '115' at 240.6535,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '120' at 240.6535,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):8:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb green, \
data using (0):($1 == 2 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb blue, \
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
set lmargin at screen 0.7815
set rmargin at screen 0.9760
set xrange [0:121.1920]
unset ytics
set label 3 "peak of bitmaps, MB\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '30.4' at 35.5384,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '65.5' at 91.8121,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '39.8' at 55.5656,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '43.1' at 61.2465,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '30.4' at 35.5384,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '25.8' at 35.5384,5 left offset 0.5,0 font strong textcolor rgb ink front
plot data using (0):1:(0):10:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb green, \
data using (0):($1 == 2 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb blue, \
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
unset multiplot
