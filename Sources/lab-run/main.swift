import LabRunKit

await LabRun.start()
