import type { DepthMessage } from '@candor/contract'
import { expect, it } from 'vitest'
import { applyDepth, readDepth } from './market-depth.ts'

const trade = (id: number) =>
  ({ id: String(id), price: '1', volume: '1', direction: 'buy', time: id }) as const
const message = (given: Partial<DepthMessage>): DepthMessage => ({
  ...{ code: 'BTCUSDT', state: 'live', exchange: 'kraken', time: 1, whole: false },
  ...given,
})

it('I15.9h: a whole message replaces what was known; any other changes what it names, and adds trades', () => {
  const first = applyDepth(
    undefined,
    message({ whole: true, bids: [['9', '1']], asks: [['10', '2']], trades: [trade(1)] }),
  )
  expect(first).toMatchObject({ state: 'live', bids: [['9', '1']], trades: [trade(1)] })
  const changed = applyDepth(first, message({ state: 'stale', bids: [['8', '1']], trades: [trade(2)] }))
  expect(changed).toMatchObject({ state: 'stale', bids: [['8', '1']], asks: [['10', '2']] })
  expect(changed.trades).toEqual([trade(2), trade(1)])
  expect(applyDepth(changed, message({ time: 2 })).trades).toBe(changed.trades)
  expect(applyDepth(changed, message({ whole: true }))).toMatchObject({ bids: [], asks: [], trades: [] })
  const many = Array.from({ length: 60 }, (_, at) => trade(60 - at))
  expect(applyDepth(changed, message({ trades: many })).trades).toHaveLength(50)
})

it('I15.9h: what is no message is left out', () => {
  expect(readDepth(JSON.stringify(message({})))).toEqual(message({}))
  for (const text of ['', 'null', '[]', '{"code":5}', '{broken']) expect(readDepth(text)).toBeNull()
})
