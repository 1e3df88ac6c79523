import { rate } from '@candor/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleSavings } from './sample-savings.ts'
import { openSavingsFixture, type SavingsFixture } from './savings-fixture.ts'
import { termsOf } from './savings-store.ts'

let fixture: SavingsFixture
beforeAll(async () => {
  fixture = await openSavingsFixture(0n)
})
afterAll(() => fixture.dispose())

test('I15.s4: the sample savings are added once, and stay as operators changed them', async () => {
  const terms = () => termsOf(fixture.db.query, 'BTC')
  await addSampleSavings(fixture)
  await addSampleSavings(fixture)
  expect((await terms())?.rates).toHaveLength(1)
  expect(await fixture.reserve('BTC')).toEqual({ balance: 10_000_000n, held: 0n })
  await fixture.offer('BTC', rate('0.00001'), false)
  await addSampleSavings(fixture)
  expect(await terms()).toMatchObject({ taking: false })
  expect(await fixture.reserve('BTC')).toEqual({ balance: 10_000_000n, held: 0n })
  // A coin that was offered before is left as it is.
  expect(await fixture.reserve('USDT')).toEqual({ balance: 0n, held: 0n })
})
