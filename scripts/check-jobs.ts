// No job walks cases but through `forEachCase`: the type `Job` asks for it, and where a job says that it has none, no loop waits in it unseen.
import { jobLoops, serverProgram } from './job-loops.ts'

const { jobs, faults } = jobLoops(serverProgram())
for (const fault of faults) console.log(fault)
if (jobs === 0) console.log('no job was found')
if (faults.length > 0 || jobs === 0) process.exitCode = 1
else console.log(`${jobs} jobs without cases, ${faults.length} faults`)
