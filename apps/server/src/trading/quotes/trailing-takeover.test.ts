import { beforeEach, expect, it } from 'vitest'
import { withClient } from '../../platform/database/database-server.ts'
import {
  buy,
  close,
  customer,
  edit,
  fixture,
  limit,
  open,
  order,
  plain,
  quote,
  restart,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { progressNow, settled, takeOverAfterKill } from './test-progress.ts'

useContractsFixture()

beforeEach(() => steady('EURUSD', '1.1500', '1.1501'))

it('a stop set after a best price does not have it, whichever engine takes over, and how often', async () => {
  const anna = await customer()
  await buy(anna, { ...plain, trailing: '0.02' })
  await restart()
  const asAfterKill = await progressNow()
  quote('EURUSD', '1.1600', '1.1601')
  quote('EURUSD', '1.1500', '1.1501')
  const opened = await buy(anna, { ...plain, trailing: '0.005' })
  await takeOverAfterKill(asAfterKill)
  await restart()
  quote('EURUSD', '1.1520', '1.1521')
  await settled()
  expect(await order(anna, opened.id)).toMatchObject({ status: 'open' })
  quote('EURUSD', '1.1470', '1.1471')
  await settled()
  expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'trailing', closePrice: '1.14699' })
  await verified(anna, opened.id)
})

const changes: Record<string, (of: Awaited<ReturnType<typeof customer>>, id: string) => Promise<unknown>> = {
  'another level was set': (anna, id) => edit(anna, { id, stopLoss: '1.1' }),
  'a part was closed': (anna, id) => close(anna, { id, lots: '0.05' }),
}
it('after an engine that was killed before it wrote any progress, orders are watched from their own quotes on', async () => {
  const anna = await customer()
  quote('EURUSD', '1.1389', '1.1390')
  quote('EURUSD', '1.1500', '1.1501')
  const stopped = await buy(anna, { ...plain, stopLoss: '1.14' })
  quote('EURUSD', '1.1600', '1.1601')
  const waits = await limit(anna, { price: '1.139' })
  const trails = await buy(anna, { ...plain, trailing: '0.005' })
  quote('EURUSD', '1.1650', '1.1651')
  await fixture.runtime.close()
  await withClient(fixture.db.owner, (client) =>
    client.query('TRUNCATE orders_quotes_taken, orders_trail_peaks'),
  )
  quote('EURUSD', '1.1599', '1.1600')
  fixture.runtime = await open()
  await settled()
  expect(await order(anna, trails.id)).toMatchObject({ closeReason: 'trailing', closePrice: '1.15989' })
  expect(await order(anna, stopped.id)).toMatchObject({ status: 'open' })
  expect(await order(anna, waits.id)).toMatchObject({ status: 'pending' })
  await verified(anna, trails.id)
})

it.each(
  Object.keys(changes).flatMap((change) => [
    { change, before: '1.1600', after: '1.1590' },
    { change, before: '1.1590', after: '1.1600' },
  ]),
)('a stop of before keeps its best price ($before, $after) though $change since', async (given) => {
  const anna = await customer()
  const opened = await buy(anna, { ...plain, trailing: '0.005' })
  quote('EURUSD', given.before, '1.1601')
  await restart()
  const asAfterKill = await progressNow()
  quote('EURUSD', given.after, '1.1601')
  await changes[given.change]?.(anna, opened.id)
  await takeOverAfterKill(asAfterKill)
  quote('EURUSD', '1.1549', '1.1550')
  await settled()
  expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'trailing', closePrice: '1.15489' })
  await verified(anna, opened.id)
})
