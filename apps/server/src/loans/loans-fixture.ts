import { type Notice, notice } from '@candor/contract'
import { houseBalance } from '../ledger/reports/house-balances.ts'
import type { ServerContext } from '../module.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { newId } from '../platform/new-id.ts'
import { type ModuleFixture, openModuleFixture } from '../testing/module-fixture.ts'
import type { Call } from '../testing/serve-handlers.ts'
import { approveLoan } from './applications/review-loan.ts'
import { loanHouseAccounts } from './loan-postings.ts'
import type { LoansPorts } from './loans-ports.ts'
import { chargeDueLoans } from './repayment/charge-due-loans.ts'
import { loansHandlers } from './routes.ts'

export interface LoansFixture extends ModuleFixture {
  /** Calls of the module over HTTP, in the real account. */
  readonly call: Call
  readonly context: ServerContext & LoansPorts
  /** Creates a customer whose identity is approved, with this much real money in whole units. */
  borrower(real?: bigint): Promise<string>
  /** Requests a loan with its agreement signed; returns its id. */
  request(as: string, amount?: string, days?: number): Promise<string>
  /** The same, approved by a reviewer. */
  lend(as: string, amount?: string, days?: number): Promise<string>
  /** Runs the scheduled charge. */
  charge(): Promise<number>
  loan(as: string, id: string): Promise<Record<string, unknown>>
  /** In USDT's smallest unit. */
  money(owner: string): Promise<bigint>
  house(accountClass: 'loan-capital' | 'loan-interest'): Promise<{ balance: bigint; held: bigint }>
  /** Notices pushed to a customer's open tabs in the real account, in order. */
  pushed(): { readonly userId: string; readonly notice: Notice }[]
  /** Customers whose tier a reviewer raised. */
  readonly raised: Set<string>
  /** Uploads that exist; each serves once. */
  readonly signatures: Set<string>
}

/** Opens the loans module on real parts with a loan capital of this many minor units; uploads and identity are the test's own. */
export async function openLoansFixture(capitalMinor = 1_000_000_000_000n): Promise<LoansFixture> {
  const fixture = await openModuleFixture()
  const { db, ledger, verified, customers } = fixture
  const raised = new Set<string>()
  const signatures = new Set<string>()
  await ledger.open(loanHouseAccounts)
  if (capitalMinor > 0n) await fixture.fund('loan-capital', 'house', 'USDT', capitalMinor)
  const context: LoansFixture['context'] = {
    ...fixture,
    customerOf: async (userId) => ({
      userName: `user-${userId.slice(-4)}`,
      verified: verified.has(userId),
      tier: raised.has(userId) ? 2 : 1,
      frozen: customers.get(userId)?.frozen ?? false,
    }),
    signatures: signaturesAmong(signatures),
  }
  const served = await fixture.serve(loansHandlers(context))
  const call: Call = (name, input, who) => served(name, input, { mode: 'real', ...who })
  const request = requestsBy(call, signatures)
  return {
    ...fixture,
    call,
    context,
    pushed: () =>
      fixture.events.published
        .filter(({ mode, type }) => mode === 'real' && type === 'notification')
        .map(({ userId, data }) => ({ userId, notice: notice.parse(data) })),
    raised,
    signatures,
    request,
    borrower: async (real = 0n) => {
      const as = await fixture.customer(0n, real)
      verified.add(as)
      return as
    },
    lend: async (as, amount, days) => {
      const id = await request(as, amount, days)
      await ledger.transaction((tx) => approveLoan(context, tx, id))
      return id
    },
    charge: () => chargeDueLoans(context),
    loan: async (as, id) => (await call('getLoan', { id }, { as })).result,
    money: async (owner) =>
      (await ledger.balancesOf(owner)).find(({ asset }) => asset === 'USDT')?.balanceMinor ?? 0n,
    house: (accountClass) => houseBalance(db.query, accountClass, 'USDT'),
  }
}

const signaturesAmong = (uploads: Set<string>): LoansPorts['signatures'] => ({
  claim: async (_tx, _userId, fileId) => {
    if (!uploads.delete(fileId)) throw new Refusal('fileRejected', { reason: 'unknown', path: 'signature' })
  },
  read: async () => null,
})

/** Requests a loan as its customer does: looks at the agreement, signs it, sends it. */
const requestsBy =
  (call: Call, signatures: Set<string>): LoansFixture['request'] =>
  async (as, amount = '1000', days = 30) => {
    const preview = await call('previewLoan', { amount, days }, { as })
    const signature = newId()
    signatures.add(signature)
    const { agreementHash } = preview.result
    const response = await call(
      'loan',
      { amount, days, agreementHash, signature, signedName: 'Ana Silva' },
      { as },
    )
    if (response.code !== 20001) throw new Error(`the loan was refused: ${JSON.stringify(response)}`)
    return String(response.result.id)
  }
