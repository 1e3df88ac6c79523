import { price } from '@candor/money'
import { refusals } from '@candor/refusals'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Caller } from '../../platform/http/caller.ts'
import { recomputeContract } from '../../proofs/receipts/recomputation/recompute-contract.ts'
import { verifyReceipt } from '../../proofs/receipts/verify-receipt.ts'
import {
  buy,
  customer,
  edit,
  fixture,
  open,
  order,
  plain,
  receiptOf,
  refusal,
  useContractsFixture,
} from '../../testing/contracts-fixture.ts'
import { followEventsOf, splitNow } from '../../testing/test-market-events.ts'

useContractsFixture()

/** Each test splits a market of its own. */
let code: string
const codes = ['AAPL', 'MSFT', 'IBM', 'AMZN', 'TSLA']

beforeEach(async () => {
  await fixture.runtime.close()
  code = codes.shift() ?? ''
  fixture.runtime = await open({ actions: followEventsOf(fixture, () => fixture.board).actions })
  // New York is open at 15:00 UTC.
  fixture.clock.advance(3 * 3_600_000)
  for (let n = 0; n < 25; n++) quote('200')
})

function quote(mid: string): void {
  const [bid, ask] = [price(mid), price(mid)]
  fixture.board.offer({ code, bid, ask, time: fixture.clock.now(), source: 'live', volume: 0 })
}

const split = (value: string) => splitNow(fixture, code, value)

async function bought(lots = '10') {
  const anna = await customer()
  const { id } = await buy(anna, { ...plain, code, lots, leverage: 5 })
  return { anna, id }
}

async function findingsOf(anna: Caller, id: string): Promise<readonly string[]> {
  return verifyReceipt(await receiptOf(anna, id), fixture.signer.keySet).findings
}

it('I11.18ba: an edit between a split and the next quote journals the newest quote as it came', async () => {
  const { anna, id } = await bought()
  quote('201')
  // Too far to trade on, but the newest.
  for (const mid of ['202', '300']) quote(mid)
  const [newest] = fixture.board.recent(code, 1)
  await split('4:1')
  await edit(anna, { id, stopLoss: '40' })
  const { rows } = await fixture.db.pool.query<{ bid: bigint }>(
    'SELECT bid FROM markets_quotes WHERE code = $1 AND seq = $2',
    [code, newest?.seq],
  )
  expect(rows.map(({ bid }) => BigInt(bid))).toEqual([price('300')])
  expect(await findingsOf(anna, id)).toEqual([])
})

it('I11.18bb: a trailing stop that is set after a split begins at a quote of the new scale', async () => {
  const { anna, id } = await bought()
  quote('202')
  fixture.board.halt(code, 'corporateAction')
  await split('4:1')
  quote('51')
  await edit(anna, { id, trailing: '5' })
  expect(await findingsOf(anna, id)).toEqual([])
})

it('I11.18bc: a receipt with another price of a split than its quote has is not valid, of two splits at one quote neither', async () => {
  // Some shares of either split are paid in cash.
  const { anna, id } = await bought('100')
  await split('1:3')
  fixture.clock.advance(1)
  await split('1:4')
  const receipt = await receiptOf(anna, id)
  expect(verifyReceipt(receipt, fixture.signer.keySet).findings).toEqual([])
  const { document } = z.object({ document: z.json() }).parse(receipt)
  for (const stated of ['200', '600']) {
    const changed = JSON.stringify(document).replaceAll(`"price":"${stated}"`, '"price":"199"')
    expect(changed).toContain('"price":"199"')
    expect(recomputeContract(JSON.parse(changed))).toContainEqual(
      expect.stringMatching(/^price of event \d+: stated 199, /),
    )
  }
})

it('I11.18bd: before a split market quotes again, an exit on the wrong side of its price on the new scale is refused', async () => {
  const { anna, id } = await bought()
  await split('4:1')
  expect(await refusal(edit(anna, { id, stopLoss: '190' }))).toBe(refusals.stopLossInvalid)
  expect(await refusal(edit(anna, { id, takeProfit: '49' }))).toBe(refusals.takeProfitInvalid)
  await edit(anna, { id, stopLoss: '40', takeProfit: '60' })
  expect(await order(anna, id)).toMatchObject({ stopLoss: '40.00', takeProfit: '60.00' })
})
