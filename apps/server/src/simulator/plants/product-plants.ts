import type { Plant } from './plant.ts'

const operators = 'apps/server/src/back-office/operators'
const funding = 'apps/server/src/funding'

/** Guards of funding, products, accounts and the back office. */
export const productPlants: readonly Plant[] = [
  {
    name: 'a key is nobody’s',
    file: 'apps/server/src/platform/http/idempotency/run-once.ts',
    from: 'return numInsertedOrUpdatedRows === 1n',
    to: 'return numInsertedOrUpdatedRows >= 0n',
  },
  {
    name: 'a held quote converts as often as it is asked',
    file: 'apps/server/src/funding/conversions/convert.ts',
    from: 'held_quote: held.id,',
    to: 'held_quote: id,',
  },
  {
    name: 'a withdrawal costs no fee when it is paid',
    file: 'apps/server/src/funding/withdrawals/move-withdrawal.ts',
    from: 'row.fee > 0n ? [toWorld, toFee] : [toWorld]',
    to: 'row.fee < 0n ? [toWorld, toFee] : [toWorld]',
  },
  {
    name: 'the proof leaves out who has little',
    file: 'apps/server/src/ledger/reports/customer-money.ts',
    from: "FROM ledger_accounts WHERE class = 'customer' AND asset <> 'DEMO' AND balance > 0",
    to: "FROM ledger_accounts WHERE class = 'customer' AND asset <> 'DEMO' AND balance > 1000000000",
  },
  {
    name: 'the chain’s deposits are credited as they are claimed',
    theme: 'payments',
    file: 'apps/server/src/funding/deposits/look-at-chain.ts',
    from: 'await creditByChain(context, tx, written, decision.minor)',
    to: 'await creditByChain(context, tx, written, written.amount)',
  },
  {
    name: 'the word of who left or changed office since still counts',
    file: `${operators}/valid-approvals.ts`,
    from: 'standings.get(operatorId) === standing)',
    to: 'standings.get(operatorId) === standing || standing >= 0)',
  },
  {
    name: 'one person is enough for whatever takes two',
    file: 'apps/server/src/back-office/cases/second-person.ts',
    from: 'needed: shown.length === 0 ? 1 : 2',
    to: 'needed: shown.length === 0 ? 1 : 1',
  },
  {
    name: 'a deposit that no node saw takes one person',
    file: `${funding}/deposits/review-deposit.ts`,
    from: "notSeenOnChain: sight?.state !== 'mined' || sight.paidMinor === 0n",
    to: "notSeenOnChain: sight?.state !== 'mined' && row.amount < 0n",
  },
  {
    name: 'many small payments of a day take one person',
    theme: 'payments',
    file: 'packages/rules/src/funding/second-person.ts',
    from: 'if (customerDayMinor + valueMinor > limitMinor)',
    to: 'if (0n * customerDayMinor + valueMinor > limitMinor)',
  },
  {
    name: 'one person decides identity, deposit and withdrawal of a customer',
    theme: 'payments',
    file: 'packages/rules/src/funding/second-person.ts',
    from: 'const byOnePerson = new Set([...context.approvedAlone, context.decision])',
    to: 'const byOnePerson = new Set([...context.approvedAlone, context.decision].slice(0, 1))',
  },
  {
    name: 'one person takes back what was sent',
    file: `${funding}/withdrawals/review-withdrawal.ts`,
    from: "rejectionsNeeded: row.status === 'sent' ? 2 : 1",
    to: "rejectionsNeeded: row.status === 'sent' ? 1 : 1",
  },
  {
    name: 'who proposed it approves it',
    file: 'apps/server/src/back-office/proposals/proposals.ts',
    from: `if (row.proposedBy.id === operator.id) throw new Refusal('secondPersonRequired')
    if (row.status`,
    to: 'if (row.status',
  },
  {
    name: 'a freeze shuts the way out of positions',
    file: 'packages/contract/src/accounts/while-frozen.ts',
    from: "closeContract: 'open'",
    to: "closeContract: 'shut'",
  },
  {
    name: 'money leaves under a legal hold',
    theme: 'freezes',
    file: 'apps/server/src/accounts/freezes/freezes.ts',
    from: 'freeze?.legalHoldUntil != null && freeze.legalHoldUntil.getTime() > now',
    to: 'freeze?.legalHoldUntil != null && freeze.legalHoldUntil.getTime() < 0 * now',
  },
  {
    name: 'a place counts as verified though nobody showed whose it is',
    theme: 'places',
    file: 'apps/server/src/proofs/liabilities/holdings.ts',
    from: "basis: minor === null || control === null ? ('stated' as const)",
    to: "basis: minor === null ? ('stated' as const)",
  },
  {
    name: 'a day of savings pays for what came during it',
    file: 'packages/rules/src/savings/savings.ts',
    from: 'let steadyMinor = holding.steadyMinor',
    to: 'let steadyMinor = holding.heldMinor',
  },
  {
    name: 'a higher rate of savings holds before its day',
    file: 'packages/rules/src/savings/savings.ts',
    from: 'rates.find(({ fromDay }) => fromDay <= day)',
    to: 'rates.find(({ fromDay }) => fromDay <= day + 365)',
  },
  {
    name: 'a plan pays a day as it begins',
    file: 'packages/rules/src/smart/plan.ts',
    from: 'Math.floor((atMs - terms.startedAt) / planDayMs)',
    to: 'Math.ceil((atMs - terms.startedAt) / planDayMs)',
  },
  {
    name: 'leaving a plan costs nothing',
    file: 'packages/rules/src/smart/plan.ts',
    from: 'return share < paidMinor ? share : paidMinor',
    to: 'return share < paidMinor ? 0n * share : 0n * paidMinor',
  },
  {
    name: 'a loan’s interest begins a day late',
    file: 'packages/rules/src/loans/loan.ts',
    from: 'if (day <= terms.freeDays)',
    to: 'if (day <= terms.freeDays + 1)',
  },
  {
    name: 'a conversion costs no fee',
    file: 'packages/rules/src/funding/convert.ts',
    from: 'const fee = amount.times(exactRate(terms.feeRate), roundHalfEven)',
    to: 'const fee = amount.minus(amount)',
  },
  {
    name: 'a coin is bought at the price it is sold at',
    file: 'packages/rules/src/funding/convert.ts',
    from: 'USDT`).buyPrice',
    to: 'USDT`).sellPrice',
  },
  {
    name: 'no account is erased',
    file: 'apps/server/src/accounts/closure/closure.module.ts',
    from: 'run: () => eraseDueAccounts(opened)',
    to: 'run: async () => 0',
  },
  {
    name: 'an account is erased with money in it',
    file: 'apps/server/src/accounts/closure/close-account.ts',
    from: 'if (row === null || (await context.closureBlockers(tx, userId)).length > 0) return null',
    to: 'if (row === null) return null',
  },
  {
    name: 'files that nobody claimed are kept',
    file: 'apps/server/src/platform/files/files.module.ts',
    from: 'run: () => files.sweep()',
    to: 'run: async () => 0',
  },
  {
    name: 'an effect is there before its key is',
    file: 'apps/server/src/platform/http/idempotency/run-once.ts',
    from: 'const response = await effect(tx)',
    to: 'const response = await transaction((own) => effect(own))',
  },
  {
    name: 'the node is not asked for payouts',
    theme: 'payments',
    file: 'apps/server/src/funding/withdrawals/withdrawals.module.ts',
    from: 'run: () => lookAtPayouts(opened)',
    to: 'run: async () => 0',
  },
  {
    name: 'the node completes a payout whatever it shows',
    theme: 'payments',
    file: 'packages/rules/src/funding/withdrawal.ts',
    from: 'sight.paidMinor >= due.receivedMinor &&',
    to: 'sight.paidMinor >= 0n * due.receivedMinor &&',
  },
  {
    name: 'who invited a friend is paid nothing',
    file: 'apps/server/src/invites/invites.module.ts',
    from: 'run: () => payCommissions(opened)',
    to: 'run: async () => 0',
  },
  {
    name: 'an invitation that no mail server took is not mailed again',
    theme: 'staff',
    file: `${operators}/operators.module.ts`,
    from: 'run: () => mailWaitingInvitations(context)',
    to: 'run: async () => 0',
  },
]
