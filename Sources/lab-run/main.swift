import LabRunKit

LabRun.start()
