import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../clock.ts'
import { freshDatabase, type TestDatabase } from '../database/temporary/test-database.ts'
import { type CasesOfJob, forEachCase } from './for-each-case.ts'
import { stuckCases } from './stuck-cases-store.ts'
import type { Job } from './timetable.ts'

let db: TestDatabase
const clock = new ManualClock(1_800_000_000_000)
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())
beforeEach(() => db.query.deleteFrom('jobs_stuck_cases').execute())

/** A queue of cases by number; the stuck ones come first and throw. */
function queueOf(stuck: number, fine: number) {
  const left = Array.from({ length: stuck + fine }, (_, n) => ({ id: `${n}`, stuck: n < stuck }))
  const tries = new Map<string, number>()
  const cases: CasesOfJob<(typeof left)[number]> = {
    job: 'test',
    atOnce: 3,
    find: async (limit) => left.slice(0, limit),
    move: async (one) => {
      tries.set(one.id, (tries.get(one.id) ?? 0) + 1)
      if (one.stuck) throw new Error(`case ${one.id} is stuck`)
      left.splice(left.indexOf(one), 1)
      return true
    },
  }
  return { left, tries, cases }
}

test('more stuck cases than a page holds do not keep the others from their turn', async () => {
  const { left, cases } = queueOf(10, 20)
  await expect(forEachCase({ db, clock }, cases)).rejects.toThrow('test: 10 cases failed')
  expect(left).toHaveLength(10)
  // The next turn leaves them alone, and says nothing.
  expect(await forEachCase({ db, clock }, cases)).toBe(0)
})

test('a bounded turn continues with other cases while stuck ones are set aside', async () => {
  const { left, cases } = queueOf(4, 4)
  const bounded = { ...cases, mostPerTurn: 3, onFailure: () => undefined }
  for (let turn = 0; turn < 4; turn += 1) {
    // By then what failed may be tried again, and still the others come first.
    clock.advance(60_000)
    await forEachCase({ db, clock }, bounded)
  }
  expect(left.filter(({ stuck }) => !stuck)).toEqual([])
})

test('a stuck case waits twice as long each time, at most ten minutes, and is forgotten once it moves', async () => {
  const { left, tries, cases } = queueOf(1, 0)
  const quiet = { ...cases, onFailure: () => undefined }
  const waits: number[] = []
  for (let turn = 0; turn < 9; turn += 1) {
    await forEachCase({ db, clock }, quiet)
    const [row] = await stuckCases(db.query, 10)
    waits.push(Number(row?.retry_at ?? 0n) - clock.now())
    expect(row).toMatchObject({ job: 'test', case_id: '0', failures: turn + 1, error: 'case 0 is stuck' })
    clock.advance(Number(row?.retry_at ?? 0n) - clock.now() - 1)
    await forEachCase({ db, clock }, quiet)
    clock.advance(1)
  }
  expect(waits.map((ms) => ms / 1_000)).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600])
  expect(tries.get('0')).toBe(9)
  const [one] = left
  if (one !== undefined) one.stuck = false
  expect(await forEachCase({ db, clock }, quiet)).toBe(1)
  expect(await stuckCases(db.query, 10)).toEqual([])
})

test('a page that cannot be moved together is moved one by one, each page after the one before', async () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
  const cursors: (string | null)[] = []
  const moved: string[] = []
  const cases: CasesOfJob<{ id: string }> = {
    job: 'test',
    atOnce: 2,
    inOrderOfId: true,
    // All stay due: without a cursor the first page would come again and again.
    find: async (limit, after) => {
      cursors.push(after)
      return all.filter(({ id }) => after === null || id > after).slice(0, limit)
    },
    move: async ({ id }) => {
      if (id === 'c') throw new Error('c is stuck')
      moved.push(id)
      return true
    },
    moveTogether: async (page) => {
      if (page.some(({ id }) => id === 'c')) throw new Error('not together')
      moved.push(page.map(({ id }) => id).join(' and '))
      return page.length
    },
  }
  await expect(forEachCase({ db, clock }, cases)).rejects.toThrow('test: 1 cases failed')
  expect(moved).toEqual(['a and b', 'd', 'e'])
  expect(cursors).toEqual([null, 'b', 'd'])
  expect(await forEachCase({ db, clock }, cases)).toBe(4)
})

test('a turn reads the failed cases once, with any number of cases', async () => {
  const { cases } = queueOf(2, 8)
  await forEachCase({ db, clock }, { ...cases, onFailure: () => undefined })
  const reads: string[] = []
  const query = db.query.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'SelectQueryNode') reads.push(JSON.stringify(node.from))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await forEachCase({ db: { ...db, query }, clock }, cases)
  expect(reads.filter((from) => from.includes('jobs_stuck_cases'))).toHaveLength(1)
})

test('a job that walks cases without reporting them does not compile', () => {
  // @ts-expect-error: only forEachCase answers how many cases moved.
  const job: Job = { name: 'test', everyMs: 1, run: async () => 3 }
  const whole: Job = { name: 'test', everyMs: 1, noCases: 'one statement', run: async () => 3 }
  expect([job.noCases, whole.noCases]).toEqual([undefined, 'one statement'])
})
