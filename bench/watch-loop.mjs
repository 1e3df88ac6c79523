// Loaded into the measured server before its own code (`--import`): reports to the bench each block of the event loop, what was
// under way then, and each turn of a job. At the bench's word every interval comes at once, so that hourly jobs have their turn.
import { subscribe, tracingChannel } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'

const everyMs = 5
const reportedMs = 15
const longestIntervalMs = 8_000

const bareSetInterval = globalThis.setInterval
globalThis.setInterval = (work, ms, ...rest) =>
  bareSetInterval(work, Math.min(ms, longestIntervalMs), ...rest)

const underWay = new Set()
const tell = (message) => process.connected && process.send(message)

/** How long this thread was ready to run while others had the processor: that is no block of ours. */
function waitedMs() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

let last = performance.now()
let waited = waitedMs()
/** Everything that was under way since the last look, also what has ended meanwhile. */
let doing = new Set()
const look = () => {
  const now = performance.now()
  const late = now - last - everyMs
  const waitedNow = waitedMs()
  const own = late - (waitedNow - waited)
  if (own > reportedMs) tell({ kind: 'block', ms: own, wallMs: late, doing: [...doing] })
  last = performance.now()
  waited = waitedMs()
  doing = new Set(underWay)
}
bareSetInterval(look, everyMs).unref()

const begin = (what) => {
  underWay.add(what)
  doing.add(what)
}
const end = (what) => void underWay.delete(what)

const jobs = tracingChannel('candor:job')
const began = new WeakMap()
jobs.subscribe({
  start: (turn) => {
    began.set(turn, performance.now())
    begin(turn.name)
  },
  asyncStart: () => undefined,
  end: () => undefined,
  error: () => undefined,
  asyncEnd: (turn) => {
    end(turn.name)
    const failed = turn.error === undefined ? null : String(turn.error)
    tell({ kind: 'job', name: turn.name, ms: performance.now() - (began.get(turn) ?? 0), failed })
  },
})
subscribe('http.server.request.start', ({ request }) => begin(`${request.method} ${request.url}`))
subscribe('http.server.response.finish', ({ request }) => end(`${request.method} ${request.url}`))

process.channel?.unref()
