// Loaded into the measured server before its own code (`--import`): reports each block of the event loop to the benchmark, with
// the work in progress, and each run of a job. On the benchmark's command every interval elapses at once, so that hourly jobs
// run.
import { subscribe, tracingChannel } from 'node:diagnostics_channel'
import { readFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'

const everyMs = 5
const reportedMs = 15
const longestIntervalMs = 8_000
const profiledMs = 35
/** File that receives the functions of each block. Profiling itself takes time, so the figures of such a run are not valid. */
const profiled = process.env.BENCH_AGED_PROFILE

const bareSetInterval = globalThis.setInterval
globalThis.setInterval = (work, ms, ...rest) =>
  bareSetInterval(work, Math.min(ms, longestIntervalMs), ...rest)

/** What performance.now() is 0 at, on the clock of a profile. */
const originUs = Number(process.hrtime.bigint()) / 1_000 - performance.now() * 1_000
const underWay = new Set()
const tell = (message) => process.connected && process.send(message)

/**
 * CPU time of this thread in ms: time used by other processes, also in the kernel's queue, does not count as blocking. Where it
 * is unknown, the wall clock is used.
 */
function spentMs() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

let last = performance.now()
let spent = spentMs()
/** Everything that was under way since the last look, also what has ended meanwhile. */
let doing = new Set()
const blocks = []
const look = () => {
  const now = performance.now()
  const spentNow = spentMs()
  const own = Math.min(spentNow - spent, now - last)
  const late = now - last - everyMs
  if (late > reportedMs && own > reportedMs) {
    tell({ kind: 'block', ms: own, wallMs: late, doing: [...doing] })
    if (profiled && own > profiledMs) blocks.push({ from: last, to: now, ms: own })
  }
  last = performance.now()
  spent = spentMs()
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

if (profiled) {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: 1_000 })
  session.post('Profiler.start')
  process.once('exit', () =>
    session.post('Profiler.stop', (_error, { profile }) => writeFileSync(profiled, named(profile))),
  )
}

/** For each block the functions that had the processor longest, with all they called. */
function named(profile) {
  const moments = momentsOf(profile)
  const callersOf = callersIn(profile)
  const longestFirst = blocks.toSorted((a, b) => b.ms - a.ms).slice(0, 40)
  return longestFirst
    .map(({ from, to, ms }) => {
      const [begin, end] = [from, to].map((moment) => moment * 1_000 + originUs)
      const samples = profile.samples.filter((_id, place) => moments[place] >= begin && moments[place] <= end)
      const heaviest = [...countsOf(samples.flatMap(callersOf))].toSorted((a, b) => b[1] - a[1]).slice(0, 14)
      return [`${ms.toFixed(0)} ms`, ...heaviest.map(([name, count]) => `  ${count} ${name}`), ''].join('\n')
    })
    .join('')
}

function momentsOf({ startTime, timeDeltas }) {
  let time = startTime
  return timeDeltas.map((delta) => {
    time += delta
    return time
  })
}

/** The names of a sample's function and of all that called it, each once. */
function callersIn({ nodes }) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  return (id) => {
    const names = new Set()
    for (let one = id; one !== undefined; one = parents.get(one)) {
      const { functionName, url, lineNumber } = byId.get(one).callFrame
      names.add(`${functionName || '(anonymous)'} ${url.split('/').at(-1)}:${lineNumber + 1}`)
    }
    return [...names]
  }
}

function countsOf(names) {
  const counts = new Map()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

process.channel?.unref()
