import { languageCodes } from '@candor/texts/languages.ts'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../clock.ts'
import { freshDatabase, type TestDatabase } from '../database/temporary/test-database.ts'
import { Letters } from './letters.ts'
import type { Message } from './messenger.ts'
import { letterKinds, writeLetter } from './write-letter.ts'

const clock = new ManualClock(Date.UTC(2026, 10, 21, 12))
const head = {
  number: 7,
  at: '2026-11-21T11:00:00.000Z',
  hash: 'ab'.repeat(32),
  address: 'https://trade.example/.well-known/candor-heads.json',
}
const amounts = { amount: '1200.5', coin: 'USDT' }

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())
afterEach(() => db.query.deleteFrom('outbox_letters').execute())

/** Letters with a mail server that takes what `takes` says. */
function openOutbox(takes: () => boolean = () => true) {
  const mails: Message[] = []
  const faults: object[] = []
  const letters = new Letters({
    db,
    clock,
    messenger: {
      send: async (message) => {
        if (!takes()) throw new Error('try later')
        mails.push(message)
      },
    },
    readerOf: async (userId) => ({ email: `${userId}@candor.example`, language: 'de' }),
    head: () => head,
    undoLink: (undoingId) => `https://trade.example/#/pass/undo?token=${undoingId}`,
    log: { error: (details) => void faults.push(details) },
  })
  return { letters, mails, faults }
}

const letter = (once: string, userId: string = v7()) =>
  ({ userId, kind: 'depositCredited', once, facts: amounts }) as const

test('a letter is sent once its decision is committed, once for any number of callers, and not after a rollback', async () => {
  const { letters, mails } = openOutbox()
  const undone = db.transaction(async (tx) => {
    await letters.keep(tx, letter('undone'))
    throw new Error('the decision is taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  const userId = v7()
  for (let time = 0; time < 2; time++) {
    await db.transaction((tx) => letters.keep(tx, letter('done', userId)))
    await letters.send()
  }
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ to: `${userId}@candor.example`, kind: 'depositCredited' })
  expect(mails[0]?.text).toContain('1.200,50 USDT')
})

test('trust T14: every letter contains the newest signed head of the audit log', async () => {
  const { letters, mails } = openOutbox()
  await db.transaction((tx) => letters.keep(tx, letter('with-head')))
  await letters.send()
  for (const part of [head.hash, head.address, 'Nr. 7', '21. November 2026'])
    expect(mails[0]?.text).toContain(part)
})

test('a mail server that is down loses nothing: tried later and later, and given up after twelve tries', async () => {
  let up = false
  const { letters, mails, faults } = openOutbox(() => up)
  await db.transaction((tx) => letters.keep(tx, letter('late')))
  await letters.send()
  await letters.send()
  expect([mails.length, faults.length]).toEqual([0, 1])
  clock.advance(60_000)
  up = true
  await letters.send()
  expect(mails).toHaveLength(1)
  up = false
  await db.transaction((tx) => letters.keep(tx, letter('never')))
  for (let turn = 0; turn < 20; turn++) {
    await letters.send()
    clock.advance(4 * 3_600_000)
  }
  expect(faults).toHaveLength(13)
})

test('three processes that send at once send each letter once, in their order for each of them', async () => {
  const outboxes = [openOutbox(), openOutbox(), openOutbox()]
  await db.transaction(async (tx) => {
    for (let n = 0; n < 30; n++)
      await outboxes[0]?.letters.keep(tx, letter(`many-${n}`, `00000000-0000-7000-8000-0000000000${10 + n}`))
  })
  await Promise.all(outboxes.map(({ letters }) => letters.send()))
  const sent = outboxes.map(({ mails }) => mails.map(({ to }) => to))
  expect(new Set(sent.flat()).size).toBe(30)
  expect(sent.flat()).toHaveLength(30)
  for (const order of sent) expect(order).toEqual([...order].sort())
})

test('a month after it was sent a letter is forgotten; one that waits is not', async () => {
  const { letters } = openOutbox()
  await db.transaction((tx) => letters.keep(tx, letter('old')))
  await letters.send()
  await db.transaction((tx) => letters.keep(tx, letter('waits')))
  clock.advance(31 * 24 * 3_600_000)
  await letters.forgetOld()
  const left = await db.query.selectFrom('outbox_letters').select('once').execute()
  expect(left).toEqual([{ once: 'waits' }])
})

test('T20: the last letter knows its reader by itself, in their language, and is forgotten once it is taken or will not be', async () => {
  let works = false
  const { letters, mails } = openOutbox(() => works)
  const userId = v7()
  const farewell = (once: string) =>
    ({
      userId,
      kind: 'closingErased',
      once,
      to: ['ada@candor.example'],
      language: 'fr',
      facts: { name: 'ada', at: '2026-11-21T12:00:00.000Z' },
    }) as const
  await db.transaction(async (tx) => {
    await letters.keep(tx, letter('from before', userId))
    await letters.forget(tx, userId)
    await letters.keep(tx, farewell('closing:1'))
  })
  await letters.send()
  works = true
  clock.advance(61_000)
  await letters.send()
  expect(mails).toMatchObject([{ to: 'ada@candor.example', kind: 'closingErased' }])
  expect(mails[0]?.text).toContain('21 novembre 2026')
  const left = () => db.query.selectFrom('outbox_letters').select('once').execute()
  expect(await left()).toEqual([])

  works = false
  await db.transaction((tx) => letters.keep(tx, farewell('closing:2')))
  for (let time = 0; time < 12; time++) {
    await letters.forgetOld()
    expect(await left()).toHaveLength(1)
    await letters.send()
    clock.advance(4 * 3_600_000)
  }
  await letters.forgetOld()
  expect(await left()).toEqual([])
})

test('every kind reads whole in all ten languages: subject, amount, reason, date, head', () => {
  const facts = {
    ...amounts,
    received: '1194.4975',
    owed: '300',
    due: '2026-12-01T00:00:00.000Z',
    hash: `0x${'7'.repeat(64)}`,
    reason: 'withdraw.reason.network',
    name: 'ada.lovelace',
    at: '2026-11-30T09:15:00.000Z',
    change: 'apiKey',
    link: 'https://trade.example/#/pass/undo?token=1',
    days: '7',
    left: '3',
    device: 'Firefox',
    address: '127.0.0.*',
  }
  for (const language of languageCodes) {
    const subjects = letterKinds.map((kind) => {
      const { subject, text } = writeLetter(kind, facts, language, head)
      const label = `${language} ${kind}`
      expect(`${subject}${text}`, label).not.toMatch(/[{}]|undefined|NaN/)
      expect(text, label).toContain(head.hash)
      if (
        !/^identity|^closing|Frozen$|^accountChange|^recovery|^password|^newDevice|^wrongCode|^own|^google/.test(
          kind,
        )
      )
        expect(`${subject}${text}`, label).toContain('USDT')
      if (kind.startsWith('closing'))
        for (const part of [facts.name, '30', '15']) expect(text, label).toContain(part)
      return subject
    })
    expect(new Set(subjects).size, language).toBe(letterKinds.length)
  }
  // A correction says which way it went.
  for (const language of languageCodes) {
    const texts = ['yes', 'no'].map(
      (back) => writeLetter('adjustment', { ...facts, back }, language, null).text,
    )
    expect(new Set(texts).size, language).toBe(2)
  }
  expect(writeLetter('identityApproved', {}, 'en', null).text).not.toContain('—\n')
})
