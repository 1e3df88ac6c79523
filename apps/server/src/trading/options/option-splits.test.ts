import { expect, test } from 'vitest'
import { Users } from '../../accounts/accounts-store.ts'
import { showStatement } from '../../accounts/statements/statement.ts'
import { splitsSince } from '../../market-data/market-events/actions.ts'
import { noticesOf, noticesOfAll } from '../../notifications/notices-store.ts'
import type { FileInPieces } from '../../platform/http/handlers.ts'
import { recomputeOption } from '../../proofs/receipts/recomputation/recompute-option.ts'
import { requestInTime } from '../../testing/test-market-events.ts'
import { notifySplit } from './notify-split.ts'
import { optionSplits } from './options-store.ts'
import { as, buy, documentOf, fixture, market, show, useTradedOptions, warm } from './test-traded-options.ts'

// An option that runs while its market is split settles as if it had not been (rulebook, Options; issue 11, point 14; ADR-162).

useTradedOptions()

async function split(code: string, value: string): Promise<void> {
  const request = { code, kind: 'split', value, at: fixture.clock.now(), by: 'olga' } as const
  expect(await requestInTime(fixture.db.query, fixture.clock, request)).toBeNull()
  await market.pass()
}
async function receiptOf(id: string) {
  return (await documentOf(id)) as {
    version: number
    order: Record<string, unknown>
    events: Record<string, unknown>[]
  }
}

test.each([
  ['AAPL', '10:1', '300', '30.01', '300.10'],
  ['MSFT', '1:10', '40', '401', '40.10'],
  ['IBM', '3:2', '300', '200.1', '300.15'],
])(
  '%s split %s: the closing mid counts times new ÷ old, won stays won and lost lost',
  async (code, ratio, open, close, counted) => {
    warm(code, open)
    const [up, down] = [await buy(code, 'up'), await buy(code, 'down')]
    fixture.clock.advance(30_000)
    await split(code, ratio)
    expect(await show(up)).toMatchObject({ status: 'open', split: ratio })
    fixture.clock.advance(30_000)
    fixture.quote(code, close)
    const ended = { status: 'closed', split: ratio, closePrice: counted, lastPrice: counted }
    expect(await show(up)).toMatchObject({ ...ended, result: 'won', profit: '75.000000' })
    expect(await show(down)).toMatchObject({ ...ended, result: 'lost', profit: '-100.000000' })
    for (const id of [up, down]) {
      const { findings, proven } = recomputeOption(await receiptOf(id))
      expect([findings, proven.length]).toEqual([[], 1])
    }
  },
)

test('shown while it runs in the shares it was bought in, and told once to who has one', async () => {
  warm('NVDA', '160')
  const id = await buy('NVDA', 'up', 300)
  const stranger = await fixture.customer()
  fixture.clock.advance(1_000)
  await split('NVDA', '10:1')
  expect(await show(id)).toMatchObject({ lastPrice: null, split: '10:1' })
  fixture.quote('NVDA', '16.02')
  expect(await show(id)).toMatchObject({ lastPrice: '160.20', split: '10:1', status: 'open' })
  const notices = (await noticesOf(fixture.db, as, null, 10)).items
  expect(notices).toMatchObject([
    { kind: 'optionSplit', code: 'NVDA', mode: 'demo', facts: { ratio: '10:1', orders: '1' } },
  ])
  expect((await noticesOf(fixture.db, stranger, null, 10)).items).toEqual([])
  const { rows } = await fixture.db.pool.query<{ id: string }>(
    `SELECT id FROM markets_actions WHERE code = 'NVDA'`,
  )
  fixture.events.published.length = 0
  const log = { error: (_: object, message: string) => expect(message).toBe('') }
  notifySplit(
    { ...fixture, splits: splitsSince, noticesOfAll, log },
    { id: String(rows[0]?.id), code: 'NVDA' },
  )
  await expect.poll(() => fixture.events.published.map(({ type }) => type)).toContain('notification')
  const shown = fixture.events.published.find(({ type }) => type === 'order')
  expect(shown?.data).toMatchObject({ id, split: '10:1' })
})

test('the statement and its file name the split beside what the option won', async () => {
  warm('TSLA', '300')
  const [won, plain] = [await buy('TSLA', 'up'), await buy('TSLA', 'down')]
  fixture.clock.advance(30_000)
  await split('TSLA', '10:1')
  fixture.clock.advance(30_000)
  fixture.quote('TSLA', '30.01')
  await show(won)
  const caller = { userId: as, sessionId: as, mode: 'demo', language: 'en', address: '127.0.0.1' } as const
  const deps = {
    ...fixture,
    users: new Users(fixture.db),
    trading: {
      optionSplits: (ids: readonly string[]) => optionSplits(fixture.db.query, ids),
      orderLabels: async () => new Map(),
    },
  }
  const { items } = (await showStatement(deps, { format: 'json', limit: 10 }, caller)) as {
    items: { kind: string; reference: string; split: string | null }[]
  }
  const of = (id: string) => items.find(({ reference }) => reference === id)
  expect(of(won)).toMatchObject({ kind: 'option-profit', split: '10:1' })
  expect(of(plain)).toMatchObject({ kind: 'option-loss', split: '10:1' })
  const others = items.filter(({ kind }) => !kind.startsWith('option-'))
  expect(others.length).toBeGreaterThan(0)
  expect(others.filter((line) => line.split !== null)).toEqual([])
  const file = (await showStatement(deps, { format: 'csv', limit: 10 }, caller)) as FileInPieces
  let text = ''
  for await (const piece of file.pieces) text += piece
  const rows = text.trim().split('\r\n')
  expect(rows[0]?.endsWith(',split')).toBe(true)
  expect(rows.find((row) => row.includes(won))?.endsWith(',10:1')).toBe(true)
})

test('bought after the split, or ended before it: it counts for neither', async () => {
  warm('KO', '70')
  const before = await buy('KO', 'up')
  fixture.clock.advance(60_000)
  fixture.quote('KO', '70.1')
  await fixture.settler.written()
  await split('KO', '2:1')
  warm('KO', '35')
  const after = await buy('KO', 'up')
  fixture.clock.advance(60_000)
  fixture.quote('KO', '35.05')
  expect(await show(before)).toMatchObject({ result: 'won', closePrice: '70.10', split: null })
  expect(await show(after)).toMatchObject({ result: 'won', closePrice: '35.05', split: null })
  for (const id of [before, after]) expect(recomputeOption(await receiptOf(id)).findings).toEqual([])
})

test('candor verify finds a receipt that leaves the split out, changes it, or gives a running stake back for it', async () => {
  warm('DIS', '100')
  const id = await buy('DIS', 'up')
  fixture.clock.advance(30_000)
  await split('DIS', '1:10')
  fixture.clock.advance(30_000)
  fixture.quote('DIS', '1001')
  await show(id)
  const receipt = await receiptOf(id)
  expect(receipt.version).toBe(3)
  const closing = receipt.events[1] ?? {}
  const changed = (fields: object, order: object = {}) =>
    recomputeOption({
      ...receipt,
      order: { ...receipt.order, ...order },
      events: [receipt.events[0], { ...closing, ...fields }],
    }).findings
  expect(changed({})).toEqual([])
  expect(changed({ splits: [] })).not.toEqual([])
  const [one] = closing.splits as { new: string; old: string; at: number }[]
  expect(changed({ splits: [{ ...one, old: '11' }] })).not.toEqual([])
  const back = { result: 'refunded', refundReason: 'noQuote', profit: '0.000000' }
  const none = {
    quote: null,
    neighbours: [],
    price: null,
    split: null,
    splits: [],
    at: Number(closing.at) - 30_000,
  }
  expect(changed({ ...none, ...back }, { ...back, closePrice: null, split: null })).toContain(
    'it ended before its time',
  )
})

test('the database refuses a result that does not follow from the prices on one scale', async () => {
  warm('V', '300')
  const id = await buy('V', 'up')
  const close = (fresh: number) =>
    fixture.db.pool.query(
      `UPDATE options_orders SET status = 'closed', result = 'won', profit = 75000000, closed_at = 1, close_seq = 1,
              close_price = 301000000000, split_fresh = $2, split_old = 1 WHERE id = $1`,
      [id, fresh],
    )
  await expect(close(1)).rejects.toThrow('options_result_follows')
  await fixture.settler.refundAll(as, 'demo')
})

// The last one: the module's own settler stays stopped.
test('a restart around the split changes nothing: an end that passed is settled by what is kept, on its scale', async () => {
  warm('JPM', '300')
  const id = await buy('JPM', 'up')
  await fixture.settler.stop()
  fixture.clock.advance(30_000)
  await split('JPM', '4:1')
  fixture.clock.advance(30_000)
  fixture.quote('JPM', '75.02')
  fixture.clock.advance(31_000)
  const second = fixture.another()
  await second.start()
  try {
    await second.written()
    expect(await show(id)).toMatchObject({ result: 'won', closePrice: '300.08', split: '4:1' })
    expect(recomputeOption(await receiptOf(id)).findings).toEqual([])
  } finally {
    await second.stop()
  }
})
