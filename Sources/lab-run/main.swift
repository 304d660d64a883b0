import LabRunKit

LabRun.main(adding: [])
