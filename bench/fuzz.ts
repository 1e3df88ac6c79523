import { loadavg } from 'node:os'
import { fuzzProcess } from '../apps/server/src/system-tests/fuzz/fuzz-process.ts'
import type { BenchResult } from './result.ts'

const requests = 20_000
const longestMs = 1_000

/**
 * Unusual requests of all callers at once, sent to the real server: the response time of each operation. The long form is `npm
 * run fuzz`.
 */
export async function run(): Promise<BenchResult> {
  const { timings, faults, broken, seconds } = await fuzzProcess({ requests, uploads: 0, seed: 1 })
  const slow = timings.filter(({ max }) => max > longestMs)
  return {
    name: 'fuzz: unusual requests of all callers at once',
    ratio: null,
    goal: 'no fault, no answer over 1 s',
    reached: faults.length + broken.length + slow.length === 0,
    details: [
      `${requests} requests to ${timings.length} operations in ${seconds.toFixed(0)} s`,
      ...timings
        .slice(0, 20)
        .map(
          ({ operation, responses, p50, p99, max }) =>
            `${operation}: ${responses} answers, median ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, longest ${max.toFixed(0)} ms`,
        ),
      ...faults.slice(0, 20),
      ...broken,
      `load of the machine: ${loadavg()[0]?.toFixed(1)}`,
    ],
  }
}
