import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ModuleFixture, openModuleFixture } from '../testing/module-fixture.ts'

let fixture: ModuleFixture
beforeAll(async () => {
  fixture = await openModuleFixture()
})
afterAll(() => fixture.dispose())

it.each(['USDT', 'BTC', 'ETH'] as const)(
  'I11: spending %s beyond 64 bits is refused for lack of funds, as any amount beyond the balance is',
  async (asset) => {
    const userId = await fixture.customer(0n, 10n)
    const account = { class: 'customer', owner: userId, asset } as const
    await fixture.ledger.open([account])
    const caller = { userId, sessionId: userId, mode: 'real', language: 'en', address: '-' } as const
    const spend = (minor: bigint) => {
      const key = { key: randomUUID(), bodyHash: 'a', call: 'withdrawal' } as const
      return fixture.spendOnce(caller, key, { asset, minor }, async (tx, money) => {
        const id = randomUUID()
        const hold = { do: 'hold', holdId: id, account, minor, purpose: 'other' } as const
        return (await money.post(tx, { id, reference: null, steps: [hold] })).ok
      })
    }
    for (const minor of [2n ** 61n, 2n ** 62n, 2n ** 63n, 10n ** 30n])
      await expect(spend(minor)).rejects.toMatchObject({ code: 10011 })
  },
)
