import { marketOf } from '@candor/rules'
import { expect, test } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { recomputeContract } from '../../proofs/receipts/recomputation/recompute-contract.ts'
import { verifyReceipt } from '../../proofs/receipts/verify-receipt.ts'
import {
  balance,
  buy,
  close,
  customer,
  fixture,
  heldBy,
  limit,
  order,
  plain,
  quote,
  receiptOf,
  refusal,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { recomputeReceipt } from '../../trading/reference-model/receipts.ts'
import { liraPair } from './test-instruments.ts'

useContractsFixture()

const night = Date.parse('2026-11-18T22:00:01Z')

/** Lists the two pairs, with quotes. The lira is converted at 42.01. */
function listLira(): void {
  for (const base of ['USD', 'EUR'] as const) fixture.board.list(marketOf(liraPair(base)))
  steady('USDTRY', '42', '42.02')
  steady('EURTRY', '48.5', '48.52')
}

test('I16.10: a position in an added market is converted, margined, charged and settled to the last digit, and its receipt proves it', async () => {
  listLira()
  const ann = await customer()
  const { id } = await buy(ann, { ...plain, code: 'EURTRY', lots: '0.1', leverage: 10 })
  // 0.1 lots of 100 000 at 48.521 are 485 210 TRY: a tenth of it is 48 521 TRY, at 42.01 an unending number, rounded up.
  expect(await order(ann, id)).toMatchObject({
    ...{ openPrice: '48.5210', margin: '1154.986908', fee: '1.154987', lots: '0.1' },
  })
  expect(await heldBy(ann)).toBe(1_154_986_908n)

  fixture.clock.set(night)
  fixture.runtime.engine.passTime()
  await fixture.runtime.engine.caughtUp()
  quote('USDTRY', '43', '43.02')
  quote('EURTRY', '49', '49.02')
  const closed = await close(ann, { id })
  // Three nights of 0.05 % of the value at the last mid of before, 48.51, at 42.01; 4 780 TRY gained, at 43.01.
  const profit = '111.136945'
  expect(closed).toMatchObject({ closePrice: '48.9990', profit, fee: '2.294234' })
  const { swap } = await order(ann, id)
  expect((await balance(ann))?.balanceMinor).toBe(
    10_000_000_000n + 111_136_945n - 2_294_234n + BigInt(swap.replace('.', '')),
  )
  expect(swap).toBe('-17.320876')

  const document = await verified(ann, id)
  const { markets } = document as { markets?: object[] }
  expect(markets).toEqual([
    { code: 'EURTRY', type: 1, quoteCurrency: 'TRY', contractSize: '100000', maxQuoteAgeMs: 10_000 },
  ])
  expect(await reconcile(fixture.db)).toEqual([])
})

test('I16.10: without what the receipt states of it, an added market is not known, and another rule set is a fault', async () => {
  listLira()
  const ann = await customer()
  const { id } = await buy(ann, { ...plain, code: 'EURTRY', lots: '0.1', leverage: 10 })
  await close(ann, { id })
  const { document } = await receiptOf(ann, id)
  const { markets: _markets, ...without } = document as { markets?: unknown }
  expect(recomputeContract(without)).toEqual([
    'the currency of EURTRY is not known',
    'the market EURTRY is not known',
  ])
  const stating = (change: object) =>
    recomputeContract({ ...document, markets: [{ ...statedOf(document), ...change }] })
  expect(stating({})).toEqual([])
  expect(stating({ contractSize: '1000' })).toContain('contract size: stated 100000, listed 1000')
  expect(stating({ quoteCurrency: 'JPY' })).toContain('event 1 is converted from TRY')
  // The straight-line reference model takes contract size and currency from the receipt alone.
  const text = JSON.stringify(document)
  const { events } = JSON.parse(text) as {
    readonly events: readonly {
      readonly quote?: Readonly<Record<'code' | 'bid' | 'ask' | 'time', unknown>>
    }[]
  }
  const named = events.flatMap(({ quote: used }) => used ?? [])
  const traded = new Set(named.map(({ code, time, bid, ask }) => `${code} ${time} ${bid} ${ask}`))
  expect(recomputeReceipt(text, traded).filter((one) => !one.includes('not tradable'))).toEqual([])
  expect(verifyReceipt(await receiptOf(ann, id), fixture.signer.keySet).findings).toEqual([])
})

const statedOf = (document: object) => (document as { markets: object[] }).markets[0]

test('I16.10: without a price for the lira, an added market opens nothing (10015)', async () => {
  for (const base of ['USD', 'EUR'] as const) fixture.board.list(marketOf(liraPair(base)))
  steady('EURTRY', '48.5', '48.52')
  const ann = await customer()
  expect(await refusal(buy(ann, { ...plain, code: 'EURTRY', lots: '0.1', leverage: 10 }))).toBe('10015 stale')
})

test('I16.10: a market for closing only opens nothing, cancels what triggers, and closes what is open', async () => {
  listLira()
  const ann = await customer()
  const fields = { ...plain, code: 'EURTRY', lots: '0.1', leverage: 10 }
  const { id } = await buy(ann, fields)
  const waiting = await limit(ann, { ...fields, price: '48.4' })
  fixture.board.scheduleOffers('EURTRY', [{ from: fixture.clock.now() + 1_000, closeOnly: true }])
  const { id: last } = await buy(ann, fields)
  fixture.clock.advance(1_000)
  expect(fixture.board.isCloseOnly('EURTRY')).toBe(true)
  expect(await refusal(buy(ann, fields))).toBe('10015 closeOnly')
  expect(await refusal(limit(ann, { ...fields, price: '48.4' }))).toBe('10015 closeOnly')
  for (let n = 0; n < 8; n++) quote('EURTRY', '48.3', '48.32')
  await expect.poll(async () => (await order(ann, waiting.id)).status).toBe('cancelled')
  for (const one of [id, last]) expect((await close(ann, { id: one })).status).toBe('closed')
  expect(await heldBy(ann)).toBe(0n)
})
