// Writes deploy/grafana/candor.json, the dashboard for Grafana. With --check it only reports whether the file is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDashboard } from './dashboard/build-dashboard.ts'
import { rows } from './dashboard/rows.ts'

const name = 'deploy/grafana/candor.json'
const file = join(fileURLToPath(new URL('..', import.meta.url)), name)
const source = `${JSON.stringify(buildDashboard(rows), null, 2)}\n`

if (!process.argv.includes('--check')) writeFileSync(file, source)
else if (readFileSync(file, 'utf8') !== source) {
  process.stdout.write(`${name} is out of date: run npm run dashboard\n`)
  process.exitCode = 1
}
