// Imports across the boundaries of .dependency-cruiser.cjs, and the proof that every file was read.
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { boundaryFaults, type CruiseReport } from './boundary-faults.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['packages', 'apps', 'bench', 'e2e', 'scripts']
const args = [...folders, '--config', '.dependency-cruiser.cjs', '--output-type', 'json']

const report = await new Promise<string>((resolve, reject) =>
  execFile(
    join(root, 'node_modules/.bin/depcruise'),
    args,
    { cwd: root, maxBuffer: 1e9 },
    // It ends with the number of violations, and prints its report all the same.
    (error, stdout) => (stdout === '' ? reject(error ?? new Error('no report')) : resolve(stdout)),
  ),
)
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist|\.cache)\//.test(file)),
)
const faults = boundaryFaults(JSON.parse(report) as CruiseReport, files)
for (const fault of faults) console.log(fault)
console.log(`${files.length} files, ${faults.length} faults`)
if (faults.length > 0) process.exitCode = 1
