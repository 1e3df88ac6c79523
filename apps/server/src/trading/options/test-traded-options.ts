import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { noon } from '../../testing/module-fixture.ts'
import { openTradedMarket } from '../../testing/test-market.ts'
import { ownOptionReceipt } from './option-receipt.ts'
import { type OptionsFixture, openOptionsFixture } from './options-fixture.ts'

/** Options beside an engine whose markets may be split; these change with each file of tests and, `as`, with each test. */
export let fixture: OptionsFixture
export let market: Awaited<ReturnType<typeof openTradedMarket>>
/** The customer of a test. */
export let as: string

/** Opens both for a file of tests. Each test begins on a fresh day, long after what was split before; after each the ledger adds up. */
export function useTradedOptions(): void {
  let day = 0
  beforeAll(async () => {
    fixture = await openOptionsFixture(1_000_000n)
    market = await openTradedMarket(fixture)
  })
  afterAll(async () => {
    await market.dispose()
    await fixture.dispose()
  })
  beforeEach(async () => {
    fixture.clock.set(noon + day++ * 7 * 86_400_000)
    as = await fixture.customer()
  })
  afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))
}

/** As many alike quotes as it takes until they trade. */
export function warm(code: string, mid: string): void {
  for (let n = 0; n < 25; n++) fixture.quote(code, mid)
}

export async function buy(code: string, direction: 'up' | 'down', periodSeconds = 60): Promise<string> {
  const request = { code, direction, periodSeconds, amount: '100' }
  const { code: responseCode, result } = await fixture.call('buyOptions', request, { as })
  expect(responseCode).toBe(20004)
  return String(result.id)
}

export async function show(id: string) {
  await fixture.settler.written()
  return (await fixture.call('getOptionsOrderById', { id }, { as })).result
}

/** Returns the document of a receipt as it is downloaded. */
export async function documentOf(id: string): Promise<unknown> {
  const receipt = await ownOptionReceipt(fixture.db, id, { userId: as, mode: 'demo' }, fixture.proofs)
  return JSON.parse(JSON.stringify(receipt?.document))
}
