import LabRunKit
import MyStrategies
import Strategies

LabRun.main(.all.adding([MyStrategy.self]))
