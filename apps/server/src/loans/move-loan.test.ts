import { type LoanState, loanMoves } from '@candor/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoansFixture, openLoansFixture } from './loans-fixture.ts'
import { moveLoan } from './loans-store.ts'

let fixture: LoansFixture
beforeAll(async () => {
  fixture = await openLoansFixture()
})
afterAll(() => fixture.dispose())

test('I13.2: a loan moves by the table of the rules, and any other move stops before the database', async () => {
  const ana = await fixture.borrower()
  const id = await fixture.request(ana)
  const move = (status: LoanState) =>
    fixture.ledger.transaction((tx) =>
      moveLoan(tx, id, { status, closed_at: status === 'rejected' ? 1n : null }),
    )
  for (const wrong of ['overdue', 'repaid'] as const)
    await expect(move(wrong)).rejects.toThrow(`a loan cannot become ${wrong}: ${id}`)
  await move('rejected')
  for (const wrong of Object.keys(loanMoves).filter((state) => state !== 'rejected') as LoanState[])
    await expect(move(wrong)).rejects.toThrow(`a loan cannot become ${wrong}: ${id}`)
})
