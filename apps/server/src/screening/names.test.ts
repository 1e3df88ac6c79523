import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CaseShown, NameLists, QueueEntry, Withdrawal } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house } from '../ledger/ledger.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { testContext } from '../testing/test-context.ts'
import { identityForm } from '../testing/test-identity.ts'
import { signInOperator, type TestOperator } from '../testing/test-operators.ts'
import { readLists } from './read-lists.ts'
import { standingOfLists } from './standing-of-lists.ts'

const dayMs = 86_400_000
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const folder = mkdtempSync(join(tmpdir(), 'candor-lists-'))

let app: TestApp
let first: TestOperator
let second: TestOperator
let copies = 0

/** Made-up people in the formats that OFAC and OpenSanctions publish. */
async function publish(birth = '10 Dec 1948'): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const none = Array(7).fill('-0- ').join(',')
  writeFileSync(
    join(folder, 'sdn.csv'),
    `1001,"PETROVSKIY, Vladimir Anatolyevich","individual","MADE-UP","-0- ",${none.slice(0, -5)},"DOB ${birth}; POB ""Old, Town""; nationality Nowhere."\r\n` +
      `1002,"GREY GULL","vessel","MADE-UP","-0- ",${none.slice(0, -5)},"-0- "\r\n\u001a`,
  )
  writeFileSync(join(folder, 'alt.csv'), '1001,2001,"aka","PETROWSKI, Wladimir","-0- "\r\n')
  writeFileSync(
    join(folder, 'targets.simple.csv'),
    '"id","schema","name","aliases","birth_date","countries","addresses","identifiers","sanctions","phones","emails","dataset","first_seen","last_seen","last_change"\n' +
      '"NK-1","Person","محمد الخطيبي","Muhammad al-Khatibi;Мухаммад аль-Хатиби","1961","xx","","","Made-up programme","","","made_up","","",""\n' +
      '"NK-2","Person","魏金堂","Wei Jintang","","xx","","","Made-up programme","","","made_up","","",""\n',
  )
  copies += 1
  for (const name of ['sdn.csv', 'alt.csv', 'targets.simple.csv'])
    utimesSync(join(folder, name), 0, 1_790_000_000 + copies)
  await readThem()
}

const readThem = (signal = new AbortController().signal) =>
  readLists(testContext(app), { screeningDir: folder, signal })

async function signInBoth(): Promise<void> {
  first = await signInOperator(app, 'reviewer')
  second = await signInOperator(app, 'admin')
}

beforeAll(async () => {
  app = await startTestApp()
  await signInBoth()
  await publish()
})
afterAll(async () => {
  await app.dispose()
  rmSync(folder, { recursive: true, force: true })
})

interface Person {
  readonly id: string
  readonly token: string
  readonly email: string
  readonly password: string
}

const identify = async (person: Person, changes: object) =>
  app.call('identification', await identityForm(app, person.token, changes), {
    token: person.token,
    mode: 'real',
  })

async function waiting(person: Person): Promise<QueueEntry[]> {
  const { items } = resultOf<{ items: QueueEntry[] }>(
    await first.call('opsQueue', { kind: 'names', limit: 100 }),
  )
  return items.filter(({ customer }) => customer.id === person.id)
}

async function claimed(by: TestOperator, id: string): Promise<CaseShown> {
  expect((await by.call('opsClaim', { kind: 'names', id })).code).toBe(200)
  return resultOf<CaseShown>(await by.call('opsCase', { kind: 'names', id }))
}

const note = 'born elsewhere, seen on the passport'
async function decide(by: TestOperator, call: 'opsApprove' | 'opsReject', id: string): Promise<number> {
  const { shownHash } = await claimed(by, id)
  const reason = call === 'opsReject' ? { reason: 'trust.frozen.why.legalOrder' } : {}
  return (await by.call(call, { kind: 'names', id, shownHash, note, ...reason })).code
}

/** With 5 000 USDT and an address that can be used. */
async function withMoney(): Promise<Person> {
  const person = await app.signUp()
  const { ok } = await createLedger(app.db, { now: () => app.now() }).post({
    id: `deposit:${randomUUID()}`,
    reference: null,
    steps: [
      {
        do: 'transfer',
        kind: 'deposit',
        from: { class: 'world', owner: house, asset: 'USDT' },
        to: { class: 'customer', owner: person.id, asset: 'USDT' },
        minor: 5_000_000_000n,
      },
    ],
  })
  expect(ok).toBe(true)
  const real = { token: person.token, mode: 'real' } as const
  const place = { network: 'ERC20', address, label: '', password: person.password }
  const { result } = await app.call('addAddress', place, real)
  const code = (await app.letter(person.email, 'code-address')).code
  expect((await app.call('confirmAddress', { id: result.id, code }, real)).code).toBe(200)
  return person
}

async function withdraw(person: Person): Promise<Withdrawal> {
  const real = { token: person.token, mode: 'real' } as const
  await app.call('sendCode', { email: person.email, purpose: 'withdrawal' })
  const { code } = await app.letter(person.email, 'code-withdrawal')
  const request = { method: 'coin', coin: 'USDT', network: 'ERC20', address, amount: '100', code }
  const response = await app.call('withdrawal', request, real)
  expect(response.code).toBe(20003)
  return resultOf<Withdrawal>(response)
}

const read = async (person: Person, id: string): Promise<Withdrawal> => {
  const response = await app.call('listWithdrwal', {}, { token: person.token, mode: 'real' })
  const found = resultOf<{ items: Withdrawal[] }>(response).items.find((one) => one.id === id)
  if (found === undefined) throw new Error('the withdrawal is not in the list')
  return found
}

test('I12.12: a list is read whole once, with its hash; a newer copy takes its place, and the doctor says how old it is', async () => {
  const listed = async () =>
    (await app.db.pool.query('SELECT source, sha256, entries FROM screening_lists ORDER BY source')).rows
  const before = await listed()
  expect(before).toMatchObject([
    { source: 'ofac-sdn', entries: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { source: 'opensanctions', entries: 2 },
  ])
  await readThem()
  expect(await listed()).toEqual(before)
  await publish('11 Dec 1948')
  const after = await listed()
  expect(after).toMatchObject([{ entries: 1 }, { entries: 2 }])
  expect(after[0]).not.toEqual(before[0])
  await publish()
  const day = 1_790_000_000_000
  expect((await standingOfLists(folder, day + 2 * dayMs)).map(({ good }) => good)).toEqual([true, true])
  expect((await standingOfLists(folder, day + 9 * dayMs)).map(({ good }) => good)).toEqual([false, false])
  expect((await standingOfLists(null, day)).map(({ good }) => good)).toEqual([false])
})

const spoiltCopies: readonly (readonly [string, (text: string) => string, RegExp])[] = [
  ['is cut off within a field', (text) => text.slice(0, text.indexOf('Jintang')), /within a quoted field/],
  [
    'is cut off after a field',
    (text) => text.slice(0, text.indexOf('"NK-2"') + 6),
    /1 columns instead of 15/,
  ],
  ['is empty', () => '', /list is empty/],
  ['is another file', () => 'a,b\n1,2\n', /has no column id/],
]
test.each(spoiltCopies)(
  'I12.12: a copy that %s leaves the list as it is, and operators read why',
  async (_, spoil, why) => {
    const file = join(folder, 'targets.simple.csv')
    const whole = readFileSync(file, 'utf8')
    writeFileSync(file, spoil(whole))
    await expect(readThem()).rejects.toThrow(why)
    // Tried again only once it changes.
    await readThem()
    const { lists } = resultOf<NameLists>(await first.call('opsNameLists'))
    const failed = lists.find(({ source }) => source === 'opensanctions')
    expect(failed).toMatchObject({ current: { entries: 2 }, failure: { why: expect.stringMatching(why) } })
    const { rows } = await app.db.pool.query(
      'SELECT count(*)::int AS stray FROM screening_entries WHERE list IN (SELECT id FROM screening_lists WHERE loaded_at IS NULL)',
    )
    expect(rows).toEqual([{ stray: 0 }])
    writeFileSync(file, whole)
    await readThem()
    const mended = resultOf<NameLists>(await first.call('opsNameLists')).lists
    expect(mended.map(({ failure, current }) => [failure, current?.entries])).toEqual([
      [null, 1],
      [null, 2],
    ])
  },
)

test('I12.12: a shutdown ends the reading of a list, which is read from its start again; only one process reads', async () => {
  const listed = async () =>
    (await app.db.pool.query(`SELECT id, loaded_at FROM screening_lists ORDER BY source`)).rows
  const before = await listed()
  const touch = (second: number) => utimesSync(join(folder, 'sdn.csv'), 0, second)
  touch(1_790_500_000)
  await readThem(AbortSignal.abort())
  expect(await listed()).toEqual(expect.arrayContaining(before))
  const elsewhere = await app.db.pool.connect()
  await elsewhere.query(`SELECT pg_advisory_lock(hashtextextended('screening_lists', 0))`)
  await readThem()
  expect(await listed()).toEqual(expect.arrayContaining(before))
  await elsewhere.query('SELECT pg_advisory_unlock_all()')
  elsewhere.release()
  await readThem()
  const after = await listed()
  expect([before.length, after.length, after[1]]).toEqual([2, 2, before[1]])
  expect(after[0]).not.toEqual(before[0])
})

test('I12.12: a name at sign-up that may be one is a case; a word is none, and the customer is not held up', async () => {
  const person = await app.signUp('vladimir.petrovskiy')
  expect(await waiting(person)).toMatchObject([{ summary: expect.stringMatching(/at sign-up$/) }])
  expect(await waiting(await app.signUp('petrovskiy'))).toEqual([])
})

test('I12.12: a listed name in an identity check is a case that says why, hidden until it is claimed; cleared with a reason it is not raised again unless the entry changes', async () => {
  const person = await app.signUp()
  const named = { firstName: 'Wladimir', lastName: 'Petrowski', birthdate: '1949-01-02' }
  expect((await identify(person, named)).code).toBe(20001)
  const [entry] = await waiting(person)
  const id = entry?.id ?? ''
  expect(JSON.stringify(resultOf(await second.call('opsCase', { kind: 'names', id })))).not.toContain(
    'Petrowski"',
  )
  const shown = await claimed(first, id)
  const text = JSON.stringify(shown.sections)
  for (const phrase of [
    'OFAC SDN list, entry 1001',
    'Wladimir Petrowski',
    'PETROWSKI, Wladimir',
    'within two years',
    'MADE-UP',
  ])
    expect(text).toContain(phrase)
  expect([shown.approvalsNeeded, shown.rejectionsNeeded]).toEqual([1, 2])
  const { shownHash } = shown
  const unexplained = await first.call('opsApprove', { kind: 'names', id, shownHash })
  expect([unexplained.code, unexplained.result]).toMatchObject([11001, { issues: [{ path: 'note' }] }])
  expect(await decide(first, 'opsApprove', id)).toBe(200)
  const check = () =>
    app.db.pool.query(`SELECT status FROM screening_cases WHERE user_id = $1 ORDER BY opened_at`, [person.id])
  const kyc = resultOf<{ items: QueueEntry[] }>(await first.call('opsQueue', { kind: 'kyc', limit: 100 }))
  const caseId = kyc.items.find(({ customer }) => customer.id === person.id)?.id ?? ''
  await publish('11 Dec 1948')
  expect((await first.call('opsClaim', { kind: 'kyc', id: caseId })).code).toBe(200)
  const identity = resultOf<CaseShown>(await first.call('opsCase', { kind: 'kyc', id: caseId }))
  const approved = { kind: 'kyc', id: caseId, shownHash: identity.shownHash }
  expect((await first.call('opsApprove', approved)).code).toBe(200)
  expect((await check()).rows).toEqual([{ status: 'cleared' }, { status: 'open' }])
})

test.each([
  ['Muhammad', 'Al Khatibi'],
  ['Мухаммад', 'Аль-Хатиби'],
  ['محمد', 'الخطيبي'],
  ['金堂', '魏'],
  ['Jintang', 'Wei'],
])('I12.12: %s %s is found in whatever script it is written', async (firstName, lastName) => {
  const person = await app.signUp()
  expect((await identify(person, { firstName, lastName })).code).toBe(20001)
  expect(await waiting(person)).toHaveLength(1)
})

test('I12.12, T13: a listed name at a withdrawal is a legal hold with its review date, which its customer reads; two clear it, and it goes its way', async () => {
  const [person, other] = [await withMoney(), await withMoney()]
  const named = { firstName: 'Vladimir', lastName: 'Petrovskiy', birthdate: '1948-12-11' }
  for (const one of [person, other]) expect((await identify(one, named)).code).toBe(20001)
  await app.moveClock(dayMs)
  await signInBoth()
  const made = await withdraw(person)
  const until = Date.parse(made.heldUntil ?? '')
  // They read that it waits and until when, nothing of a list or a name.
  const letter = await app.letter(person.email, 'withdrawalHeld')
  expect(letter.text).toContain('100.00 USDT')
  expect(letter.text).toContain(
    new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(until),
  )
  expect(`${letter.subject} ${letter.text}`).not.toMatch(/list|sanction|name|match/i)
  expect(until).toBeGreaterThan(app.now() + 9 * dayMs)
  // Another one waits for the same decision, no longer.
  await app.moveClock(dayMs)
  await signInBoth()
  expect(Date.parse((await withdraw(person)).heldUntil ?? '')).toBe(until)
  const held = resultOf<CaseShown>(await first.call('opsCase', { kind: 'withdrawal', id: made.id }))
  expect(held.allowed).toEqual(['reject'])
  const [entry] = await waiting(person)
  const id = entry?.id ?? ''
  expect(await decide(first, 'opsApprove', id)).toBe(200)
  expect((await read(person, made.id)).heldUntil).not.toBeNull()
  expect(await decide(second, 'opsApprove', id)).toBe(200)
  expect((await read(person, made.id)).heldUntil).toBeNull()
  const free = resultOf<CaseShown>(await first.call('opsCase', { kind: 'withdrawal', id: made.id }))
  expect(free.allowed).toEqual(['approve', 'reject'])
  expect((await withdraw(person)).heldUntil).toBeNull()

  // Two who confirm place a legal hold on the account, which the customer is told; one who nobody decides about lapses.
  const lapsing = await withdraw(other)
  const [confirmed] = await waiting(other)
  for (const by of [first, second]) expect(await decide(by, 'opsReject', confirmed?.id ?? '')).toBe(200)
  const real = { token: other.token, mode: 'real' } as const
  const summary = resultOf<{ frozen: unknown }>(await app.call('getUserInfo', {}, real))
  expect(summary.frozen).toMatchObject({ legalHold: true, reason: 'legalOrder' })
  await app.letter(other.email, 'accountFrozen')
  await app.moveClock(11 * dayMs)
  const { email: account, password } = other
  const { token } = (await app.call('login', { account, password })).result
  expect((await read({ ...other, token }, lapsing.id)).heldUntil).toBeNull()
})
