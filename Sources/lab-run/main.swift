import LabRunKit
import Strategies

LabRun.main(.all)
