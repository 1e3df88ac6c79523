// Every job walks its cases by `forEachCase`: the type `Job` requires it, and a job that declares no cases must not hide a loop
// that awaits.
import { jobLoops, serverProgram } from './job-loops.ts'

const { jobs, faults } = jobLoops(serverProgram())
for (const fault of faults) console.log(fault)
if (jobs === 0) console.log('no job was found')
if (faults.length > 0 || jobs === 0) process.exitCode = 1
else console.log(`${jobs} jobs without cases, ${faults.length} faults`)
