import { once } from 'node:events'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { openDatabaseServer } from '../apps/server/src/platform/database/database-server.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import { findMatches } from '../apps/server/src/screening/find-matches.ts'
import { readLists } from '../apps/server/src/screening/read-lists.ts'
import { testContext } from '../apps/server/src/testing/test-context.ts'
import type { BenchResult } from './result.ts'
import { watchLoop } from './watch-own-loop.ts'

/** Names, three of each entry. */
const listed = Number(process.env.BENCH_NAMES ?? 1_000_000)
const goalP95Ms = 500
const goalBlockMs = 50

/** Parts of names as common as in life: the first ones are most of what is written. */
const given = [
  'Mohammed Ali Ahmed Hassan Hussein Ibrahim Mahmoud Abdullah Omar Khalid Yusuf Said Mustafa Karim Tariq Jamal Nasser Rashid Farid Bilal',
  'Ivan Sergey Vladimir Aleksandr Dmitri Andrei Nikolai Mikhail Oleg Viktor Yuri Igor Pavel Anatoly Boris Konstantin Roman Maxim Artem Denis',
  'Wei Jin Ming Hao Jian Lei Yang Jun Feng Bo Chao Gang Hui Ping Qiang Tao Xin Yong Zhi Kai Li Wang Zhang Chen Liu Zhao Huang Zhou Wu Xu Sun Hu Zhu Gao Lin He Guo Ma Luo Song',
  'Min Jong Chol Sung Hyun Young Jae Kyung Song Hyok Kim Park Choi Jung Kang Cho Yoon Jang Lim Han Shin Seo Kwon Hwang Ahn Ho Il Chang Dong Myong Nam Su Won Yong',
  'Jose Luis Carlos Juan Miguel Jorge Pedro Antonio Manuel Francisco Rafael Diego Fernando Ricardo Eduardo Alberto Hector Raul Victor Oscar',
  'John James Robert Michael William David Richard Thomas Charles Daniel Anna Maria Elena Fatima Aisha Olga Natalia Mei Ling Rosa',
].map((names) => names.split(' '))
const syllables =
  'ba be bo da de di do fa fi ga go ha he ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe po ra re ri ro sa se si so ta te ti to va ve vi vo za ze zo'.split(
    ' ',
  )
const endings = ['', 'n', 'r', 's', 'v', 'vich', 'sky', 'ov', 'ez', 'ini', 'man', 'son', 'zadeh', 'uddin']

/** Repeats itself in every run. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Names = () => { readonly name: string; readonly birth: string }

function namesOf(next: () => number): Names {
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(of: readonly T[]): T => of[below(of.length)] as T
  const family = () => {
    const length = 2 + below(2)
    const text = Array.from({ length }, () => pick(syllables)).join('') + pick(endings)
    return text[0]?.toUpperCase() + text.slice(1)
  }
  return () => {
    const of = pick(given)
    const words = [pick(of), ...(next() < 0.4 ? [pick(of)] : []), next() < 0.3 ? pick(of) : family()]
    return { name: words.join(' '), birth: `${1930 + below(75)}-0${1 + below(9)}-1${below(9)}` }
  }
}

/** Made-up people in the format of OpenSanctions, each with two aliases. */
async function writeList(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const file = createWriteStream(join(folder, 'targets.simple.csv'))
  file.write('"id","schema","name","aliases","birth_date","countries","sanctions","dataset"\n')
  const person = namesOf(chance(1))
  for (let n = 0; n < listed / 3; n += 1) {
    const { name, birth } = person()
    const aliases = `${name.split(' ').reverse().join(' ')};${person().name}`
    const more = file.write(`"NK-${n}","Person","${name}","${aliases}","${birth}","xx","Made-up","made_up"\n`)
    if (!more) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
}

interface Measured {
  readonly loadMs: number
  readonly loadBlockMs: number
  readonly lookUps: readonly { readonly name: string; readonly ms: number; readonly found: number }[]
  readonly blockMs: number
}

async function measure(db: Database, folder: string): Promise<Measured> {
  const { signal } = new AbortController()
  const loading = watchLoop()
  const began = performance.now()
  await readLists(testContext({ db, now: systemClock.now }), { screeningDir: folder, signal })
  const loadMs = performance.now() - began
  const loadBlockMs = loading()
  const person = namesOf(chance(2))
  const common = [
    'Mohammed Ali',
    'Ali Hassan Ahmed',
    'Kim Jong Min',
    'Li Wei',
    'Jose Luis',
    'Иван Сергей',
    'محمد علي',
    '李伟',
  ]
  const customers = [
    ...common.map((name) => ({ name, birth: null })),
    ...Array.from({ length: 200 }, () => person()),
  ]
  const lookUps: { name: string; ms: number; found: number }[] = []
  const held = watchLoop()
  for (const { name, birth } of customers) {
    const from = performance.now()
    const { length } = await findMatches(db.query, { where: 'legal name', name, birthdate: birth })
    lookUps.push({ name, ms: performance.now() - from, found: length })
  }
  return { loadMs, loadBlockMs, lookUps, blockMs: held() }
}

/** Reads a list of a million made-up people from its file, then compares customers with it: most with usual names, some with the most common. */
export async function run(): Promise<BenchResult> {
  const dataDir = temporaryDataDir('candor-bench-names-')
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const databaseServer = await openDatabaseServer({ dataDir, databaseUrl: null, log: silent })
  try {
    await migrate(databaseServer.owner)
    const db = openDatabase(databaseServer.app)
    try {
      const folder = join(dataDir, 'lists')
      await writeList(folder)
      return report(await measure(db, folder))
    } finally {
      await db.close()
    }
  } finally {
    await databaseServer.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function report({ loadMs, loadBlockMs, lookUps, blockMs }: Measured): BenchResult {
  const sorted = [...lookUps].sort((a, b) => a.ms - b.ms)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.ms ?? 0
  const slowest = sorted.slice(-5).map(({ name, ms, found }) => `${name} ${ms.toFixed(0)} ms, ${found} alike`)
  const block = Math.max(loadBlockMs, blockMs)
  return {
    name: `names compared with a list of ${listed.toLocaleString('en-GB')}`,
    ratio: null,
    goal: `p95 ≤ ${goalP95Ms} ms, the event loop never blocked for ${goalBlockMs} ms`,
    reached: at(0.95) <= goalP95Ms && block < goalBlockMs,
    details: [
      `read in ${(loadMs / 1000).toFixed(0)} s, the event loop blocked for ${loadBlockMs.toFixed(0)} ms at most`,
      `compared: median ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, the event loop blocked for ${blockMs.toFixed(0)} ms at most`,
      `slowest: ${slowest.join('; ')}`,
    ],
  }
}
