import type { ContractOrder } from '@candor/contract'
import { expect, it } from 'vitest'
import { showStuckCases } from '../../../platform/jobs/show-stuck-cases.ts'
import {
  body,
  customer,
  fixture,
  key,
  order,
  plain,
  proofs,
  steady,
  useContractsFixture,
} from '../../../testing/contracts-fixture.ts'
import { followEventsOf } from '../../../testing/test-market-events.ts'
import { ordersHandlers } from '../../orders/routes.ts'
import { restartSilent, settled } from '../../quotes/test-progress.ts'

useContractsFixture()

it('I11.X: a roll after a start waits for the euro to quote; its market is not halted', async () => {
  const anna = await customer()
  fixture.clock.set(Date.parse('2026-12-14T15:00:00Z'))
  const { actions } = followEventsOf(fixture, () => fixture.board)
  await restartSilent({ actions })
  steady('EURUSD', '1.15', '1.15')
  steady('DE30', '24000', '24001')
  const { runtime, clock, signer } = fixture
  const { sign } = signer
  const handlers = ordersHandlers({ runtime, clock, sign, proofs: proofs(), endsAtRoll: async () => true })
  const request = body({ ...plain, code: 'DE30', lots: '0.01', leverage: 20 })
  const bought = await handlers.buyContract?.(request, anna, key())
  const { id } = bought as ContractOrder
  await settled()
  fixture.clock.set(Date.parse('2026-12-15T09:00:00Z'))
  await restartSilent({ actions })
  const stuck = async () => (await showStuckCases(fixture.db)).map(({ error }) => error)
  const quoteLater = async (ms: number) => {
    fixture.clock.advance(ms)
    steady('DE30', '24100', '24101')
    await fixture.runtime.engine.actions.still()
    await settled()
  }
  await quoteLater(0)
  expect(fixture.board.haltedFor('DE30')).toBeNull()
  expect(await stuck()).toEqual([])
  await quoteLater(61_000)
  await expect.poll(stuck).toEqual(['roll of DE30: its currency has no rate yet'])
  expect(fixture.board.haltedFor('DE30')).toBeNull()
  expect(await order(anna, id)).toMatchObject({ status: 'open' })
  steady('EURUSD', '1.15', '1.15')
  await quoteLater(0)
  expect(await order(anna, id)).toMatchObject({ status: 'closed', closeReason: 'expiry' })
  await expect.poll(stuck).toEqual([])
})
