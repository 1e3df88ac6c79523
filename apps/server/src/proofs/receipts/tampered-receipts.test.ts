import { describe, expect, it, onTestFinished } from 'vitest'
import type { Caller } from '../../platform/http/caller.ts'
import {
  believed,
  buy,
  close,
  customer,
  edit,
  fixture,
  limit,
  order,
  plain,
  quote,
  steady,
  useContractsFixture,
} from '../../testing/contracts-fixture.ts'
import {
  resigned,
  settledOption,
  settledReceipt,
  type TestDocument,
  wander,
  withoutNight,
} from '../../testing/test-receipts.ts'
import { actionDetails, quotesOfAction } from '../../trading/corporate-actions/action-details.ts'
import type { Position } from '../../trading/engine/position.ts'
import { openOptionsFixture } from '../../trading/options/options-fixture.ts'
import { ProcessedBoard } from '../../trading/quotes/processed-board.ts'
import { owingWinner } from '../../trading/risk/funds/test-free-money.ts'
import type { Receipt } from './receipt-keys.ts'
import { type Decisive, unguarded } from './test-tampering.ts'
import { verifyReceipt } from './verify-receipt.ts'

// A lying operator holds the key: if they change any single field of a receipt and sign it again, the recomputation refuses it,
// unless the field is named here as one that nothing follows from.

useContractsFixture()

async function expectGuarded(receipt: Receipt, decisive: Decisive): Promise<void> {
  expect(findingsIn(receipt)).toEqual([])
  expect(unguarded(fixture.signer, receipt, decisive)).toEqual([])
}

const findingsIn = (receipt: Receipt) => verifyReceipt(receipt, fixture.signer.keySet).findings
const proven = (receipt: Receipt) => verifyReceipt(receipt, fixture.signer.keySet).proven.join('\n')

/** No figure of a conversion can be changed, and gold or nothing at all be named in its quote's place. */
async function expectConversionsGuarded(receipt: Receipt): Promise<void> {
  const fields = ['currency', 'numerator', 'denominator', 'quote.code', 'quote.bid', 'quote.ask']
  const decisive = [0, 1].flatMap((event) => fields.map((field) => `events.${event}.conversion.${field}`))
  await expectGuarded(receipt, decisive)
  const gold = { code: 'XAUUSD', seq: 1, receivedAt: 1, bid: '4000', ask: '4000' }
  const lies = [
    [gold, '4000', /^event 1: the conversion of \w+ does not follow from quote XAUUSD 1$/],
    [null, '100000', /^event 1 is converted at a rate that no quote gave$/],
  ] as const
  for (const [quoted, denominator, finding] of lies) {
    const lie = structuredClone(receipt.document) as { events: { conversion: object }[] }
    for (const { conversion } of lie.events)
      Object.assign(conversion, { numerator: '1', denominator, quote: quoted })
    expect(findingsIn(fixture.signer.sign(lie))).toContainEqual(expect.stringMatching(finding))
  }
}

const statusOf = async (caller: Caller, id: string) => (await order(caller, id)).status

describe('receipts that were tampered with (issue 11, point 18)', () => {
  it('a stop loss and a take profit: whatever is changed and signed anew is refused', async () => {
    const anna = await customer()
    const long = await buy(anna, { stopLoss: '1.14', takeProfit: '1.16' })
    const short = await buy(anna, { direction: 'sell', stopLoss: '1.17', takeProfit: '1.14' })
    wander(3)
    await edit(anna, { id: long.id, stopLoss: '1.145' })
    wander(2)
    quote('EURUSD', '1.1449', '1.145')
    fixture.clock.advance(1_000)
    quote('EURUSD', '1.1399', '1.14')
    quote('EURUSD', '1.1398', '1.1399')
    const stopped = await settledReceipt(anna, long.id)
    for (const event of [0, 2]) expect(stopped.document).toHaveProperty(`events.${event}.quote.judged`, 2)
    expect(proven(stopped)).toContain('the stop loss at 1.145 was reached')
    await expectGuarded(stopped, [
      'counts',
      'events.0.quote.ask',
      'events.0.quote.judged',
      'events.2.quote.judged',
      'events.1.exits.stopLoss',
      'events.1.stopLoss',
      'events.1.since.seq',
      'events.2.quote.seq',
      'events.2.quote.bid',
      'events.2.level',
    ])
    const taken = await settledReceipt(anna, short.id)
    expect(proven(taken)).toContain('the take profit at 1.14 was reached')
    await expectGuarded(taken, ['events.0.exits.takeProfit', 'events.1.quote.ask', 'events.1.level'])
  })

  it('a trailing stop and a limit order: best price, level and entry follow from every quote between', async () => {
    const ben = await customer()
    const trailed = await buy(ben, { ...plain, trailing: '0.004' })
    const waits = await limit(ben, { price: '1.148' })
    wander(2)
    quote('EURUSD', '1.153', '1.1531')
    wander(1)
    quote('EURUSD', '1.1489', '1.149')
    quote('EURUSD', '1.1479', '1.148')
    quote('EURUSD', '1.1478', '1.1479')
    const closed = await settledReceipt(ben, trailed.id)
    expect(proven(closed)).toMatch(/the trailing stop at 1\.14\d+ was reached/)
    await expectGuarded(closed, [
      'events.0.exits.trailing',
      'events.0.exits.trailingFrom',
      'events.1.level',
      'events.1.best',
      'events.1.quote.bid',
    ])
    const filled = await settledReceipt(ben, waits.id)
    expect(proven(filled)).toContain('the level at 1.148 was reached')
    await expectGuarded(filled, ['events.0.exits.price', 'events.1.level', 'events.1.quote.ask'])
  })

  it('yen and euros: a conversion follows from its own currency’s quote, and from no other market’s', async () => {
    const yuki = await customer()
    steady('USDJPY', '150', '150.02')
    steady('DE30', '24000', '24001')
    for (const [code, pair] of [
      ['USDJPY', 'USDJPY'],
      ['DE30', 'EURUSD'],
    ] as const) {
      const bought = await buy(yuki, { ...plain, code, lots: '0.01', leverage: 20 })
      // An action of the market that no quote decided names the quote of its conversion all the same, and has it journalled.
      const parts = { board: new ProcessedBoard(fixture.board), valuation: fixture.runtime.valuation }
      const position = fixture.runtime.book.positions.get(bought.id) as Position
      expect(actionDetails(parts, position, null)).toMatchObject({ conversion: { quote: { code: pair } } })
      expect(quotesOfAction(parts, position, null)).toMatchObject([{ code: pair }])
      await close(yuki, { id: bought.id })
      await expectConversionsGuarded(await settledReceipt(yuki, bought.id))
    }
  })

  it('nights, a part and a manual close: rates and nights are those of the terms', async () => {
    const cleo = await customer()
    const held = await buy(cleo, { ...plain, lots: '0.2' })
    const other = await buy(cleo, { ...plain, lots: '0.1' })
    fixture.clock.advance(2 * 86_400_000)
    quote('EURUSD', '1.151', '1.1511')
    await close(cleo, { id: held.id, lots: '0.1' })
    const whole = await close(cleo, { id: held.id })
    await close(cleo, { id: other.id })
    quote('EURUSD', '1.151', '1.1511')
    const receipt = await settledReceipt(cleo, whole.id)
    expect(JSON.stringify(receipt.document)).toContain('"nights":3')
    await expectGuarded(receipt, [
      'order.swapLong',
      'events.1.date',
      'events.1.nights',
      'events.1.swapRate',
      'events.1.mid',
    ])
    const charged = await settledReceipt(cleo, other.id)
    expect(findingsIn(charged)).toEqual([])
    for (const night of [0, 1]) {
      const { lie, date } = withoutNight(charged, night)
      expect(findingsIn(fixture.signer.sign(lie))).toEqual([`the night of ${date} was not charged`])
    }
  })

  it('a stop-out: equity follows, stands at or below half of the margin, and the worst loss goes first', async () => {
    const gina = await customer()
    const large = await buy(gina, { ...plain, lots: '1.5' })
    const small = await buy(gina, { ...plain, lots: '0.5' })
    wander(1)
    quote('EURUSD', '1.118', '1.1181')
    fixture.clock.advance(1_000)
    quote('EURUSD', '1.1181', '1.1182')
    const receipt = await settledReceipt(gina, large.id)
    expect(proven(receipt)).toMatch(/equity \d+\.\d+ was at or below \d+/)
    await expectGuarded(receipt, [
      'order.closeReason',
      'events.1.account.balance',
      'events.1.account.held',
      'events.1.account.unrealised',
      'events.1.account.equity',
    ])
    const { account } =
      (receipt.document as { events: { account?: Record<string, unknown> }[] }).events[1] ?? {}
    expect(account).toMatchObject({ positions: 2 })
    expect(await statusOf(gina, small.id)).toBe('open')
    const lie = resigned(receipt, ({ events }) =>
      Object.assign(events[1]?.account ?? {}, { nextProfit: '-9000.000000' }),
    )
    expect(findingsIn(lie)).toEqual(['event 2: another position stood worse, at -9000.000000'])
  })

  it('a winner that closes with another’s loss: the balance could not bear it, and none stood better', async () => {
    const hana = await customer()
    steady('XAUUSD', '2000', '2000')
    const gold = { ...plain, code: 'XAUUSD', leverage: 20 }
    const better = await buy(hana, { ...gold, lots: '0.3' })
    await buy(hana, { ...gold, lots: '0.19' })
    const loser = await buy(hana, { ...gold, lots: '0.49', direction: 'sell' })
    believed('XAUUSD', '2240')
    await close(hana, { id: loser.id })
    const receipt = await settledReceipt(hana, better.id)
    expect(proven(receipt)).toMatch(
      /could not bear the loss 11814\.88\d+ of .*and no other position stood better$/m,
    )
    await expectGuarded(receipt, ['order.closeReason', 'events.1.reason'])
    const findingsOf = (cover: object | undefined, since = 0) => {
      const lie = structuredClone(receipt.document) as { events: { cover?: object }[] }
      const [, closing = {}] = lie.events
      if (cover === undefined) delete closing.cover
      else Object.assign(closing.cover ?? {}, cover)
      const proves = fixture.signer.sign({ kind: 'receiptsProve', since, sandbox: true })
      return verifyReceipt(fixture.signer.sign(lie), { ...fixture.signer.keySet, proves }).findings
    }
    expect(findingsOf({})).toEqual([])
    for (const enough of [{ cost: '9000.000000' }, { balance: '20000.000000' }, { covered: '9999.000000' }])
      expect(findingsOf(enough)).toEqual([
        expect.stringMatching(/^event 2: the balance .* could bear the loss /),
      ])
    expect(findingsOf({ nextProfit: '7200.000001' })).toEqual([
      'event 2: another position stood better, at 7200.000001',
    ])
    // Any winner could be closed for a loss that is only named. What was written before says so, and no more.
    expect(findingsOf(undefined)).toEqual([
      expect.stringMatching(/^event 2: it is not shown that the loss of \S+ needed its close, and since /),
    ])
    expect(findingsOf(undefined, fixture.clock.now() + 1)).toEqual([])
  })

  it('a winner that owes for another’s loss: how much follows from the loss, the balance and what it stood at, and it pays that', async () => {
    const ida = await customer()
    // Before the night, so that nothing else has used the quote it stood at.
    const { winner, loser } = await owingWinner(ida, 6.5)
    expect(findingsIn(await settledReceipt(ida, winner.id))).toEqual([])
    fixture.clock.advance(17.5 * 3_600_000)
    steady('AAPL', '261', '261')
    await close(ida, { id: winner.id, lots: '40' })
    await close(ida, { id: winner.id })
    const receipt = await settledReceipt(ida, winner.id)
    const { events } = receipt.document as TestDocument
    const at = events.findIndex(({ kind }) => kind === 'owe')
    expect(events[at]).toMatchObject({ lossOf: loser.id, owedBefore: '0.000000', quote: { code: 'AAPL' } })
    expect(proven(receipt)).toContain(`at its own close it owes ${events[at]?.owed}, since the balance`)
    const decisive = ['profit', 'owed', 'owedBefore', 'quote.bid', 'lots', 'openPrice'].map(
      (field) => `events.${at}.${field}`,
    )
    await expectGuarded(receipt, [...decisive, `events.${events.length - 1}.owed`])
    const lied = (change: (debt: TestDocument['events'][number]) => void) =>
      findingsIn(resigned(receipt, (document) => change(document.events[at] ?? {})))
    expect(lied(({ cover }) => Object.assign(cover ?? {}, { balance: '99999.000000' }))).toContainEqual(
      expect.stringMatching(/the balance 99999\.000000, of which \S+ is promised, could bear the loss/),
    )
    expect(lied(({ cover }) => Object.assign(cover ?? {}, { nextProfit: '99999.000000' }))).toEqual([
      expect.stringMatching(/another position stood better, at 99999\.000000$/),
    ])
    // What was written before says only what is owed, and its close pays that.
    const { keySet, sign } = fixture.signer
    const older = resigned(receipt, (document) => {
      const { number, kind, at: when, lossOf, owed } = document.events[at] ?? {}
      document.events[at] = { number, kind, at: when, lossOf, owed }
    })
    const since = (moment: number) =>
      verifyReceipt(older, {
        ...keySet,
        proves: sign({ kind: 'receiptsProve', since: moment, sandbox: true }),
      }).findings
    expect(since(fixture.clock.now() + 1)).toEqual([])
    expect(since(0)).toContainEqual(expect.stringMatching(/needed its debt, and since /))
  })

  it('says which earlier quote had reached the level when the order was passed over', async () => {
    const dora = await customer()
    const bought = await buy(dora, { stopLoss: '1.14', takeProfit: '1.16' })
    wander(1)
    // A quote through the stop that the engine never acted on: its index is emptied of the order for a moment.
    const position = fixture.runtime.book.positions.get(bought.id)
    if (position === undefined) throw new Error('the order is open')
    const { stopLoss } = position
    position.stopLoss = null
    fixture.runtime.book.levels.armExits(position)
    quote('EURUSD', '1.1399', '1.14')
    quote('EURUSD', '1.15', '1.1501')
    position.stopLoss = stopLoss
    fixture.runtime.book.levels.armExits(position)
    quote('EURUSD', '1.1398', '1.1399')
    const receipt = await settledReceipt(dora, bought.id)
    expect(findingsIn(receipt)).toEqual(['event 2: an earlier quote had reached the level'])
  })

  it('a quote that is not kept is a gap that is told', async () => {
    const emil = await customer()
    const bought = await buy(emil, { stopLoss: '1.14', takeProfit: '1.16' })
    wander(3)
    quote('EURUSD', '1.1399', '1.14')
    await fixture.keeper.flush()
    await fixture.db.pool.query('DELETE FROM markets_quote_minutes')
    await fixture.db.pool.query('DELETE FROM markets_quote_ticks WHERE closed')
    expect(findingsIn(await settledReceipt(emil, bought.id))[0]).toMatch(
      /^event 2: the quotes from \d+ on are not shown/,
    )
  })

  it('an option: the closing quote is the first at or after the end, and none is hidden', async () => {
    const optionsFixture = await openOptionsFixture()
    onTestFinished(() => optionsFixture.dispose())
    const receipt = await settledOption(optionsFixture)
    expect(proven(receipt)).toContain('settled by the first tradable quote at or after its end')
    expect(receipt.document).toHaveProperty('events.1.quote.judged', 2)
    await expectGuarded(receipt, ['counts', 'events.1.quote.seq', 'events.1.quote.bid', 'events.1.quote.ask'])
    const earlier = resigned(receipt, ({ events }) =>
      Object.assign(events[1]?.proof?.quotes[0] ?? {}, { judged: 2 }),
    )
    expect(findingsIn(earlier).join()).toMatch(/^the quote \d+ came earlier and was tradable$/)
    const hidden = resigned(receipt, ({ events }) => events[1]?.proof?.quotes.pop())
    expect(findingsIn(hidden)).toEqual(['quotes are missing between the end and the closing quote'])
  })

  it('an older receipt is checked for its sums, and none of today’s passes as one', async () => {
    const finn = await customer()
    const bought = await buy(finn, { stopLoss: '1.14', takeProfit: '1.16' })
    quote('EURUSD', '1.1399', '1.14')
    const receipt = await settledReceipt(finn, bought.id)
    const older = structuredClone(receipt.document) as {
      version: number
      events: { at: number; exits?: unknown; proof?: unknown; quote?: { judged?: number } }[]
    }
    older.version = 1
    expect(verifyReceipt(fixture.signer.sign(older), fixture.signer.keySet).findings).toEqual([
      'a receipt that shows reasons is not of this version',
    ])
    for (const event of older.events) {
      delete event.exits
      delete event.proof
    }
    const verdict = verifyReceipt(fixture.signer.sign(older), fixture.signer.keySet)
    expect(verdict).toMatchObject({ findings: [], sumsOnly: true })
    expect(verdict.proven.join()).toContain('an older receipt')
    // Keys that say since when receipts prove: an order that began before then has an older receipt, a later one has none.
    const provingSince = (since: number) => ({
      ...fixture.signer.keySet,
      proves: fixture.signer.sign({ kind: 'receiptsProve', since, sandbox: true }),
    })
    const findingsOf = (document: object, since: number) =>
      verifyReceipt(fixture.signer.sign({ ...document }), provingSince(since)).findings
    const [opened = { at: 0 }] = older.events
    expect(findingsOf(older, opened.at + 1)).toEqual([])
    const downgraded = /^version 1 is older than the order: since /
    expect(findingsOf(older, opened.at)[0]).toMatch(downgraded)
    const backdated = structuredClone(older)
    Object.assign(backdated.events[0] ?? {}, { at: opened.at - 86_400_000 })
    expect(findingsOf(backdated, opened.at)[0]).toMatch(downgraded)
    // Today's receipt, and the same without the judgement of the quote that closed it.
    expect(findingsOf(receipt.document, opened.at)).toEqual([])
    const unjudged = structuredClone(receipt.document) as typeof older
    delete unjudged.events[1]?.quote?.judged
    expect(findingsOf(unjudged, opened.at)).toEqual([
      expect.stringMatching(/^event 2: it is not shown that the quote EURUSD \d+ was tradable, and since /),
    ])
    expect(findingsOf(unjudged, Number.MAX_SAFE_INTEGER / 2 ** 8)).toEqual([])
    expect(findingsOf({ ...receipt.document, counts: 1 }, opened.at)).toContain(
      'what it shows of its events cannot be read',
    )
    const forged = {
      ...fixture.signer.keySet,
      proves: { ...provingSince(0).proves, document: provingSince(1).proves.document },
    }
    expect(() => verifyReceipt(receipt, forged)).toThrow('signed statement')
  })
})
