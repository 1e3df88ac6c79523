import type { DepositStatus } from '@candor/rules'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FundingFixture, openFundingFixture } from '../funding-fixture.ts'
import { addDeposit, moveDeposit } from './deposit-store.ts'

let fixture: FundingFixture
beforeAll(async () => {
  fixture = await openFundingFixture()
})
afterAll(() => fixture.dispose())

async function pendingDeposit(): Promise<string> {
  const userId = await fixture.person()
  const { id } = await fixture.ledger.transaction((tx) =>
    addDeposit(tx, {
      id: v7(),
      user_id: userId,
      coin: 'USDT',
      network: 'ERC20',
      chain: 'ethereum',
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      own_address: true,
      amount: 30_000_000n,
      hash: `0x${'ab'.repeat(32)}`,
      hash_last6: 'ababab',
      waits_for: 'review',
      confirmations_needed: 12,
      created_at: BigInt(fixture.clock.now()),
    }),
  )
  return id
}

const move = (id: string, status: DepositStatus) =>
  fixture.ledger.transaction((tx) => moveDeposit(tx, id, { status, waits_for: null }))

test('I13.2: a deposit moves by the table of the rules, and any other move stops before the database', async () => {
  const id = await pendingDeposit()
  await move(id, 'rejected')
  for (const wrong of ['pending', 'approved'] as const)
    await expect(move(id, wrong)).rejects.toThrow(`a deposit cannot become ${wrong}: ${id}`)
})
