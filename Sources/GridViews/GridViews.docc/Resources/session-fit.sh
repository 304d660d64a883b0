lab-run calibrate --from hunt.scrolltrace --out phone.device.json
lab-run session fast.scrolltrace --device phone.device.json
