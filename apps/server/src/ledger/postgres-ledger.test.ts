import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Bus } from '../platform/bus/bus.ts'
import type { Wire } from '../platform/bus/wire.ts'
import { ManualClock } from '../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../platform/database/temporary/test-database.ts'
import { AccountIds, type RunStatement } from './account-ids.ts'
import { Batcher, type BatcherOptions } from './batcher.ts'
import { encodePostings, encodeReservations, exceedsEveryBalance } from './encode-postings.ts'
import type { AccountRef, Posting, Step } from './ledger.ts'
import { createLedger } from './postgres-ledger.ts'
import type { AccountId } from './posting-types.ts'
import { sharePostings } from './share-postings.ts'
import { customer, hold, ofHouse, posting, release, transfer } from './test-accounts.ts'

/** A table of accounts, and what each statement asked for. */
function tableOf(rows: readonly (AccountRef & { readonly id: bigint })[]) {
  const statements: (readonly unknown[])[] = []
  const run = (async (_text: string, values: readonly unknown[]) => {
    statements.push(values)
    const [wanted] = values as [readonly string[]]
    return rows.filter(({ id, owner }) => wanted.includes(String(id)) || wanted.includes(owner))
  }) as RunStatement
  return { run, statements }
}
const ann = { ...customer('ann'), id: 11n }
const bob = { ...customer('bob', 'BTC'), id: 12n }
const capital = { ...ofHouse('trading-capital'), id: 13n }

test('ids are read for the accounts that are not known yet, and remembered where they are committed', async () => {
  const ids = new AccountIds()
  const { run, statements } = tableOf([ann, bob])
  const within = await ids.find([ann, customer('nobody')], run, false)
  expect([within(ann), within(customer('nobody')), within(bob)]).toEqual([11n, null, null])
  expect(statements).toEqual([
    [
      ['ann', 'nobody'],
      ['customer', 'customer'],
      ['DEMO', 'DEMO'],
    ],
  ])
  expect(ids.known(ann)).toBeNull()
  await ids.find([ann], run, true)
  expect(ids.known(ann)).toBe(11n)
  const both = await ids.find([ann, bob], run, false)
  expect([both(ann), both(bob)]).toEqual([11n, 12n])
  expect(statements.at(-1)).toEqual([['bob'], ['customer'], ['BTC']])
  const known = await ids.find([ann], run, true)
  expect([known(ann), known(bob), statements.length]).toEqual([11n, null, 3])
})

test('accounts of ids come in their order, without those that do not exist', async () => {
  const ids = new AccountIds()
  const { run, statements } = tableOf([ann, bob, capital])
  const refs = await ids.refsOf([13n, 99n, 11n], run)
  expect(refs).toEqual([ofHouse('trading-capital'), customer('ann')])
  expect(statements).toEqual([[['13', '99', '11']]])
  await ids.find([ann, bob], run, true)
  expect(await ids.refsOf([12n, 13n], run)).toEqual([customer('bob', 'BTC'), ofHouse('trading-capital')])
  expect(statements.at(-1)).toEqual([['13']])
  expect(await ids.refsOf([11n], run)).toEqual([customer('ann')])
  expect(statements).toHaveLength(3)
})

const ids: Readonly<Record<string, bigint>> = { ann: 11n, house: 12n }
const idOf = ({ owner }: { readonly owner: string }) => (ids[owner] ?? null) as AccountId | null
const lose = (minor: bigint, owner = 'ann') =>
  transfer('contract-loss', customer(owner), ofHouse('trading-capital'), minor)
const repurpose: Step = { do: 'repurpose', holdId: 'h', purpose: 'margin' }

test('an amount of 2^62 or more exceeds every balance, in whichever step it is', () => {
  const exceeds = (...steps: Step[]) => exceedsEveryBalance(posting('p', ...steps))
  expect([exceeds(lose(2n ** 62n)), exceeds(lose(2n ** 62n - 1n))]).toEqual([true, false])
  expect(exceeds(lose(1n), hold('h', customer('ann'), 2n ** 63n), repurpose)).toBe(true)
  expect(exceeds(release('h', 2n ** 62n))).toBe(true)
  expect([exceeds(), exceeds(repurpose), exceeds(release('h'))]).toEqual([false, false, false])
})

test('postings name accounts and holds by their place, and an account that does not exist by none', () => {
  const twice = posting('p', hold('h', customer('ann'), 5n), lose(3n))
  const { accounts, holds, steps } = encodePostings(
    [twice, posting('q', lose(1n, 'nobody'), release('h'))],
    idOf,
  )
  expect([accounts, holds]).toEqual([[11n, 12n], ['h']])
  expect(steps.toLiteral()).toBe(
    '{"(1,hold,,margin,1,,,1,5)","(1,transfer,contract-loss,,1,2,,,3)","(2,transfer,contract-loss,,0,2,,,1)","(2,release,,,,,,1,)"}',
  )
})

test('a reservation is sent with its posting, and left out where its account does not exist', () => {
  const reserved = (owner: string): Posting => ({
    ...posting(owner, lose(3n, owner)),
    reservation: { fence: 2n, number: 7n, account: customer(owner), minor: 3n, until: 1_000 },
  })
  const literal = (...postings: Posting[]) => encodeReservations(postings, idOf).toLiteral()
  expect(literal(reserved('nobody'), posting('none', lose(1n)), reserved('ann'))).toMatch(
    /^\{"\(3,2,7,11,3,[^)]*\)"\}$/,
  )
  expect(literal(reserved('nobody'))).toBe('{}')
})

const options: BatcherOptions = { lanes: 2, largest: 3, patienceMs: 10_000 }
const away = () => Object.assign(new Error('the server went away'), { code: 'ECONNRESET' })
const settled = async (requests: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(requests)).map((one) =>
    one.status === 'fulfilled' ? one.value : (one.reason as Error).message,
  )

/** A batcher whose batches end when they are let go, and the batches it carried out so far. */
function batcherOf(given: Partial<BatcherOptions> = {}) {
  const batches: (readonly number[])[] = []
  const ends: (() => void)[] = []
  const batcher = new Batcher<number, number>(
    async (requests) => {
      batches.push(requests)
      await new Promise<void>((resolve) => ends.push(resolve))
      return requests.map((request) => request * 10)
    },
    { ...options, ...given },
  )
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const endOne = async () => {
    ends.shift()?.()
    await turn()
    await turn()
  }
  return { batcher, batches, endOne, turn }
}

test('requests that arrive together are carried out together, as many as a batch and the lanes may have', async () => {
  const { batcher, batches, endOne, turn } = batcherOf()
  const results = Promise.all([1, 2, 3, 4, 5, 6, 7].map((request) => batcher.submit(request)))
  await turn()
  await turn()
  await turn()
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ])
  const late = batcher.submit(8)
  await turn()
  expect(batches).toHaveLength(2)
  await endOne()
  expect(batches[2]).toEqual([7, 8])
  await endOne()
  await endOne()
  expect(await results).toEqual([10, 20, 30, 40, 50, 60, 70])
  expect(await late).toBe(80)
})

test('a batch that fails is carried out one by one, and only the request at fault is refused', async () => {
  const batches: (readonly number[])[] = []
  const batcher = new Batcher<number, number>(async (requests) => {
    batches.push(requests)
    if (requests.includes(2)) throw new Error('two is odd here')
    return requests
  }, options)
  expect(await settled([1, 2, 3].map((request) => batcher.submit(request)))).toEqual([
    1,
    'two is odd here',
    3,
  ])
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]])
  // Both lanes are free again.
  expect(await settled([4, 5].map((request) => batcher.submit(request)))).toEqual([4, 5])
})

test('a request without a result is rejected, and those with one are not', async () => {
  const batcher = new Batcher<number, number>(async (requests) => requests.slice(0, 1), options)
  expect(await settled([batcher.submit(1), batcher.submit(2)])).toEqual([
    1,
    'a batched request got no result',
  ])
})

test('requests are repeated while the connection is lost, and no longer than patience lasts', async () => {
  let tries = 0
  const patient = new Batcher<number, number>(async (requests) => {
    tries += 1
    if (tries < 3) throw away()
    return requests
  }, options)
  expect(await patient.submit(1)).toBe(1)
  expect(tries).toBe(3)
  const impatient = new Batcher<number, number>(() => Promise.reject(away()), { ...options, patienceMs: 0 })
  await expect(impatient.submit(1)).rejects.toThrow('the server went away')
})

const [anns, bens] = [[customer('ann')], [customer('ben')]]
const log = { warn: () => undefined, error: () => undefined }
let db: TestDatabase
const buses: Bus[] = []
beforeAll(async () => {
  db = await freshDatabase({ max: 1 })
})
afterAll(async () => {
  for (const bus of buses) await bus.close()
  await db.dispose()
})

/** Makes processes that share one wire, or that are `alone`; `sent` gets the subject of each message. */
function installation() {
  const sent: string[] = []
  const hearers: (readonly [string, (json: string) => void])[] = []
  const wire: Wire = {
    send: (subject, json) => {
      sent.push(subject)
      for (const [one, hear] of hearers) if (one === subject) hear(json)
    },
    listen: async (subject, hear) => void hearers.push([subject, hear]),
    close: async () => undefined,
  }
  const join = async (alone = false) => {
    const bus = await Bus.open(alone ? null : wire, log)
    buses.push(bus)
    const ledger = createLedger(db, new ManualClock(0))
    const heard: (readonly AccountRef[])[] = []
    ledger.onPosted((accounts) => heard.push(accounts))
    await sharePostings(bus, ledger)
    return { bus, ledger, heard }
  }
  return { join, postingsSent: () => sent.filter((subject) => subject === 'posted').length }
}

test('what one process posts reaches the listeners of the others, and is not sent on by them', async () => {
  const { join, postingsSent } = installation()
  const [one, other] = [await join(), await join()]
  one.ledger.announceAccounts(anns)
  expect([one.heard, other.heard, postingsSent()]).toEqual([[anns], [anns], 1])
  other.ledger.announceAccounts(bens)
  expect([one.heard, other.heard, postingsSent()]).toEqual([[anns, bens], [anns, bens], 2])
  one.ledger.announceAccounts(bens)
  expect([one.heard, other.heard, postingsSent()]).toEqual([[anns, bens, bens], [anns, bens, bens], 3])
})

test('a process that is alone sends nothing', async () => {
  const { join } = installation()
  const { bus, ledger, heard } = await join(true)
  const publish = vi.spyOn(bus, 'publish')
  ledger.announceAccounts(anns)
  expect(heard).toEqual([anns])
  expect(publish).not.toHaveBeenCalled()
})
