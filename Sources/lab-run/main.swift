import LabRunKit

LabRun.main()
