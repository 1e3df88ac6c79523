// `npm run fuzz -- --requests 200000 --uploads 5000 --seed 1 --texts`: unusual requests of all callers at once and hostile
// files, sent to the real server; with `--texts` only unusual texts, entered everywhere and viewed in a browser. Exits with 1
// after a server error.
import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { readCommandLine } from '../../../../../scripts/command-line.mjs'
import { fuzzProcess } from './fuzz-process.ts'
import type { UploadsReport } from './fuzz-uploads.ts'
import type { Timing } from './timings.ts'

const usage = `npm run fuzz -- [flags]
  --requests N  well-formed requests (200000)
  --uploads N   hostile files (5000)
  --seed N      (1)
  --all         every operation's times, not only the slowest
  --texts       odd texts in every field, in a browser, instead`
const { values } = readCommandLine(usage, {
  options: {
    requests: { type: 'string', default: '200000' },
    uploads: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    texts: { type: 'boolean', default: false },
  },
})
if (values.texts) {
  const env = { ...process.env, CANDOR_EVERY_TEXT: '1' }
  const journey = 'npm run build --silent && npm run journeys -w e2e -- --project=desktop every-text'
  process.exit(spawnSync(journey, { shell: true, stdio: 'inherit', env }).status ?? 1)
}
const report = await fuzzProcess({
  requests: Number(values.requests),
  uploads: Number(values.uploads),
  seed: Number(values.seed),
  onFault: (fault) => process.stdout.write(`${fault}\n`),
})
const { requests, operations, codes, faults, timings, uploads, broken, peakMb, grownMb, drawingMb, seconds } =
  report

const found = faults.length + uploads.reduce((sum, one) => sum + one.faults.length, 0)

const ms = (value: number) => value.toFixed(0).padStart(6)
const line = ({ operation, responses, p50, p99, max }: Timing) =>
  `${operation.padEnd(28)}${String(responses).padStart(6)}${ms(p50)}${ms(p99)}${ms(max)}`
const uploadsLine = ({ files, codes: responses, served, slowest }: UploadsReport) =>
  `${files} hostile files: ${JSON.stringify(responses)}, ${served} downloaded again, slowest ${slowest.ms.toFixed(0)} ms (${slowest.name})`
const write = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`)

write([
  `${requests} requests to ${operations} operations in ${seconds.toFixed(0)} s, seed ${values.seed}`,
  `answers by code: ${JSON.stringify(codes)}`,
  `most memory of the server: ${peakMb?.toFixed(0) ?? '?'} MB; load of the machine: ${loadavg()[0]?.toFixed(1)}`,
  `${'operation'.padEnd(28)} count   p50   p99   max (ms)`,
  ...(values.all ? timings : timings.slice(0, 20)).map(line),
  `${timings.filter(({ max }) => max > 1_000).length} operations had an answer over 1 s`,
  ...uploads.map(uploadsLine),
  `the server grew by ${grownMb ?? '?'} MB in the second half of them`,
  `most memory of a process that opens pictures: ${drawingMb ?? '?'} MB`,
  ...broken,
  `${found} faults, ${broken.length} things broken`,
])
process.exitCode = found + broken.length > 0 ? 1 : 0
