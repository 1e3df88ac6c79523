import { expect } from 'vitest'
import type { OptionsFixture } from './options-fixture.ts'

/** A customer's demo balance before their first option, in minor units. */
export const start = 10_000_000_000n

/** Calls of a customer about their own options, in the module that `fixture` names at that moment. */
export const ownOptions = (fixture: () => OptionsFixture) => ({
  /** Buys an option of 100 USDT for a minute on BTCUSDT to rise, but for `change`; returns its id. */
  buy: async (as: string, change: object = {}): Promise<string> => {
    const request = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '100', ...change }
    const { code, result } = await fixture().call('buyOptions', request, { as })
    expect(code).toBe(20004)
    return String(result.id)
  },
  show: async (as: string, id: string) =>
    (await fixture().call('getOptionsOrderById', { id }, { as })).result,
  balanceOf: async (as: string) => (await fixture().balance(as)).balance,
})
