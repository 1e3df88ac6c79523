import { type WithdrawalStatus, withdrawalMoves, withdrawalStatuses } from '@candor/rules'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FundingFixture, openFundingFixture } from '../funding-fixture.ts'
import { addWithdrawal, moveWithdrawal } from './withdrawal-store.ts'

let fixture: FundingFixture
beforeAll(async () => {
  fixture = await openFundingFixture()
})
afterAll(() => fixture.dispose())

async function pendingWithdrawal(): Promise<string> {
  const userId = await fixture.person()
  const at = BigInt(fixture.clock.now())
  const { id } = await fixture.ledger.transaction((tx) =>
    addWithdrawal(tx, {
      id: v7(),
      user_id: userId,
      method: 'coin',
      coin: 'USDT',
      network: 'ERC20',
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      bank_card: null,
      amount: 30_000_000n,
      fee: 1_000_000n,
      received: 29_000_000n,
      reviewers: 1,
      confirmations_needed: 12,
      deadline_at: at + 1n,
      created_at: at,
    }),
  )
  return id
}

const move = (id: string, status: WithdrawalStatus, hash?: string): Promise<void> =>
  fixture.ledger.transaction((tx) =>
    moveWithdrawal(tx, { id, status, at: fixture.clock.now() }, hash === undefined ? {} : { hash }),
  )

test('I13.2: a withdrawal moves by the table of the rules, and any other move stops before the database', async () => {
  const id = await pendingWithdrawal()
  const path: readonly WithdrawalStatus[] = ['approved', 'sent', 'completed']
  let from: WithdrawalStatus = 'pending'
  for (const next of path) {
    for (const wrong of withdrawalStatuses.filter((status) => !withdrawalMoves[from].includes(status)))
      await expect(move(id, wrong)).rejects.toThrow(`a withdrawal cannot become ${wrong}: ${id}`)
    await move(id, next, next === 'sent' ? '0x1' : undefined)
    from = next
  }
})
