import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CasesFixture, openCasesFixture } from '../../testing/cases-fixture.ts'

const dayMs = 24 * 3_600_000
let fixture: CasesFixture
beforeAll(async () => {
  fixture = await openCasesFixture()
})
afterAll(() => fixture.dispose())
beforeEach(() => {
  fixture.store.clear()
  fixture.clock.advance(30 * dayMs)
})

const code = (refused: number) => expect.objectContaining({ code: refused })

test('waiting cases are shown in pages by number, and decided ones by their age', async () => {
  const { cases, store, clock, rita, newCase } = fixture
  const ids = Array.from({ length: 5 }, () => newCase().id)
  const page = (state: 'waiting' | 'decided', limit: number, cursor?: string) =>
    cases.queue({ kind: 'recharge', state, limit, cursor }, rita)
  const first = await page('waiting', 2)
  expect([first.items.map(({ id }) => id), first.nextCursor]).toEqual([ids.slice(0, 2), '2'])
  const last = await page('waiting', 3, '2')
  expect([last.items.map(({ id }) => id), last.nextCursor]).toEqual([ids.slice(2), null])
  store.clear()
  const closedIds = Array.from({ length: 3 }, (_, n) => {
    clock.advance(1_000)
    return newCase({ status: `decided ${n}`, allowed: [] }).id
  }).toReversed()
  const newest = await page('decided', 2)
  expect(newest.items.map(({ id }) => id)).toEqual(closedIds.slice(0, 2))
  expect(newest.nextCursor).toBe(newest.items[1]?.createdAt)
  const older = await page('decided', 2, newest.nextCursor ?? '')
  expect([older.items.map(({ id }) => id), older.nextCursor]).toEqual([closedIds.slice(2), null])
  expect(await page('decided', 1, '2020-01-01T00:00:00.000Z')).toEqual({ items: [], nextCursor: null })
})

test('a line of a queue has its claim, whether it is late, and whether it awaits a second person', async () => {
  const { cases, store, clock, ana, rita, fay, newCase, decide } = fixture
  const at = (ms: number) => ({ deadlineAt: new Date(clock.now() + ms) })
  const [none, now, late] = [newCase(), newCase(at(0)), newCase({ ...at(-1), approvalsNeeded: 2 })]
  await cases.claim(none, rita)
  await decide(late, fay)
  const { items } = await cases.queue({ kind: 'recharge', state: 'waiting', limit: 10 }, rita)
  const claimedUntil = new Date(clock.now() + 600_000).toISOString()
  expect(
    items.map(({ late: isLate, claimedBy, claimedUntil: until, awaitsSecond }) => [
      isLate,
      claimedBy,
      until,
      awaitsSecond,
    ]),
  ).toEqual([
    [false, { id: rita.id, email: rita.email }, claimedUntil, false],
    [false, null, null, false],
    [true, null, null, true],
  ])
  expect(items[1]).toMatchObject({
    ...{ kind: 'recharge', id: now.id, customer: ana, summary: 'a summary', status: 'pending' },
    deadlineAt: new Date(clock.now()).toISOString(),
  })
  expect(items[0]?.deadlineAt).toBeNull()
  // Once it has changed, or nothing is to be decided any more, it awaits nobody.
  store.change(late, { allowed: [] })
  const after = await cases.queue({ kind: 'recharge', state: 'waiting', limit: 10 }, rita)
  expect(after.items[2]?.awaitsSecond).toBe(false)
})

test('T14: what is masked is read by who holds the case alone, and each look is in the log', async () => {
  const { cases, db, rita, newCase } = fixture
  const rows = [
    { label: 'Name', value: 'Ana Lima', tone: 'good', masked: 'A••• L•••' },
    { label: 'Number', value: 'X123', tone: 'bad', masked: true },
    { label: 'Country', value: 'DE', tone: 'plain' },
  ] as const
  const ref = newCase({ sections: [{ title: 'Evidence', rows, images: [] }] })
  const shown = async () => {
    const { sections, shownHash } = await cases.show(ref, rita)
    return { values: sections[0]?.rows.map(({ value, tone }) => [value, tone]), shownHash }
  }
  const before = await shown()
  expect(before.values).toEqual([
    ['A••• L•••', 'plain'],
    ['••••', 'plain'],
    ['DE', 'plain'],
  ])
  await cases.claim(ref, rita)
  await expect(cases.decide('approve', { ...ref, shownHash: before.shownHash }, rita)).rejects.toEqual(
    code(11006),
  )
  const whole = await shown()
  expect(whole.values).toEqual([
    ['Ana Lima', 'good'],
    ['X123', 'bad'],
    ['DE', 'plain'],
  ])
  const plain = newCase({ sections: [{ title: 'Evidence', rows: [rows[2]], images: [] }] })
  await cases.claim(plain, rita)
  await cases.show(plain, rita)
  const looks = await db.query
    .selectFrom('trust_audit')
    .select('subject')
    .where('action', '=', 'recharge.view')
    .execute()
  expect(looks).toEqual([{ subject: `recharge:${ref.id}` }])
})

test('a case is shown with its timeline, items, reasons, and the customer’s other cases, newest first', async () => {
  const { cases, clock, ana, rita, fay, newCase } = fixture
  const step = { status: 'pending', at: new Date(clock.now()), by: null, reason: null }
  const items = [{ key: 'name', label: 'Name' }]
  const ref = newCase({ timeline: [step], items, hashNeeded: true, rejectionsNeeded: 2 })
  clock.advance(1)
  const [other, elsewhere] = [newCase({ status: 'done' }), newCase({}, 'loan')]
  newCase({ customer: { id: randomUUID(), userName: 'ben' } })
  const shown = await cases.show(ref, rita)
  expect(shown).toMatchObject({
    ...{ timeline: [{ ...step, at: step.at.toISOString() }], items, hashNeeded: true },
    ...{ approvalsNeeded: 1, secondPerson: [], rejectionsNeeded: 2, approvals: [] },
    allowed: ['approve', 'reject', 'sent'],
    reasons: [
      { key: 'codes.10025', text: 'text of codes.10025' },
      { key: 'codes.10022', text: 'text of codes.10022' },
    ],
    history: [{ kind: 'recharge', id: other.id, summary: 'a summary', status: 'done' }],
  })
  const plain = await cases.show(other, fay)
  expect([plain.hashNeeded, plain.rejectionsNeeded, plain.items]).toEqual([false, 1, []])
  expect(plain.history.map(({ id }) => id)).toEqual([elsewhere.id, ref.id])
  expect((await cases.ofCustomer(ana.id, fay)).map(({ id }) => id)).toEqual([other.id, elsewhere.id, ref.id])
  expect((await cases.ofCustomer(ana.id, rita)).map(({ id }) => id)).toEqual([other.id, ref.id])
})

test('a queue is registered once, and a capability that is not here has none', async () => {
  const { cases, store, db, rita, newCase } = fixture
  expect(() => cases.register(store.kindOf('recharge'))).toThrow('the case kind recharge is registered twice')
  const ref = newCase({}, 'names')
  await expect(cases.show(ref, rita)).rejects.toEqual(code(11004))
  await expect(cases.claim(ref, rita)).rejects.toEqual(code(11004))
  await expect(cases.claim({ kind: 'recharge', id: 'none' }, rita)).rejects.toEqual(code(11004))
  const claimed = newCase()
  await cases.claim(claimed, rita)
  const log = await db.query
    .selectFrom('trust_audit')
    .select('subject')
    .where('action', '=', 'recharge.claim')
    .orderBy('seq', 'desc')
    .executeTakeFirst()
  expect(log).toEqual({ subject: `recharge:${claimed.id}` })
  expect(await cases.queue({ kind: 'names', state: 'waiting', limit: 1 }, rita)).toEqual({
    items: [],
    nextCursor: null,
  })
})
