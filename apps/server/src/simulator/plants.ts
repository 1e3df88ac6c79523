/** A guard that is taken out of one source, to see that the simulator misses it. No source of the product knows of it. */
export interface Plant {
  readonly name: string
  /** Ends so; nothing else in the repository does. */
  readonly file: string
  /** Occurs exactly once. */
  readonly from: string
  readonly to: string
}

const rules = 'packages/rules/src/orders'
const trading = 'apps/server/src/trading'
const operators = 'apps/server/src/back-office/operators'
const funding = 'apps/server/src/funding'

/** Every guard of the money paths that a bug could take out, each for itself. */
export const plants: readonly Plant[] = [
  {
    name: 'an unrealised loss is free to leave',
    file: `${rules}/free.ts`,
    from: 'const least = byBalance < byEquity ? byBalance : byEquity',
    to: 'const least = byEquity < 0n ? byBalance : byBalance',
  },
  {
    name: 'the engine grants whatever is asked for',
    file: `${trading}/risk/funds/funds-desk.ts`,
    from: 'const minor = free.minor < most ? free.minor : most',
    to: 'const minor = most',
  },
  {
    name: 'what is promised to one outflow is promised to the next',
    file: `${trading}/risk/funds/funds-desk.ts`,
    from: '    account.reservedMinor += minor\n',
    to: '    account.reservedMinor += 0n * minor\n',
  },
  {
    name: 'what is promised to an outflow bears a loss',
    file: `${trading}/risk/funds/account-funds.ts`,
    from: 'heldOtherMinor: heldOtherMinor + reservedMinor })',
    to: 'heldOtherMinor: heldOtherMinor + 0n * reservedMinor })',
  },
  {
    name: 'a closed market is worth nothing known after a restart',
    file: `${trading}/engine/trading-runtime.ts`,
    from: 'await runtime.missed?.markClosed(runtime.valuation)',
    to: 'await Promise.resolve()',
  },
  {
    name: 'an order opens beyond what is free',
    file: `${trading}/orders/openings.ts`,
    from: 'return free.minor < marginMinor + commissionMinor ? refuseFunds(free) : null',
    to: 'return free.minor < 0n * (marginMinor + commissionMinor) ? refuseFunds(free) : null',
  },
  {
    name: 'the operator pays a loss that other positions could pay',
    file: `${trading}/risk/loss-cover.ts`,
    from: 'if (closings.length + debts.length === 0) return null',
    to: 'if (closings.length + debts.length >= 0) return null',
  },
  {
    name: 'nobody is stopped out',
    file: `${trading}/risk/stop-outs/stop-outs.ts`,
    from: 'return equity !== null && mustStopOut(equity, account.usedMarginMinor)',
    to: 'return equity !== null && mustStopOut(equity, account.usedMarginMinor) && equity < -(10n ** 15n)',
  },
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
    name: 'a bad print trades',
    file: 'apps/server/src/market-data/price-board/tradable-quotes.ts',
    from: 'if (!near) return null',
    to: 'if (!near && bid === ask) return null',
  },
  {
    name: 'a withdrawal costs no fee when it is paid',
    file: 'apps/server/src/funding/withdrawals/move-withdrawal.ts',
    from: 'row.fee > 0n ? [toWorld, toFee] : [toWorld]',
    to: 'row.fee < 0n ? [toWorld, toFee] : [toWorld]',
  },
  {
    name: 'a payment is handed in twice',
    file: 'apps/server/src/funding/deposits/deposit-store.ts',
    from: 'return row !== undefined\n}\n\n/** Sums the customer',
    to: 'return row?.id === null\n}\n\n/** Sums the customer',
  },
  {
    name: 'a closing costs no commission',
    file: `${trading}/commits/postings.ts`,
    from: `      ...settled,
      ...transfer('contract-commission', customer, fees, commissionMinor, shortfalls),`,
    to: '      ...settled,',
  },
  {
    name: 'a part takes the margin of the whole with it',
    file: 'packages/rules/src/orders/part.ts',
    from: 'marginMinor: share(whole.marginMinor, roundDown),',
    to: 'marginMinor: share(whole.marginMinor, roundDown) / 2n,',
  },
  {
    name: 'every night’s swap is charged twice',
    file: `${trading}/fees/swap-charges.ts`,
    from: 'const nights = swapNights(market, due)',
    to: 'const nights = 2 * swapNights(market, due)',
  },
  {
    name: 'an option settles before its end',
    file: 'apps/server/src/trading/options/settlement/expiry-watch.ts',
    from: 'top !== undefined && top.expiresAt <= atMs;',
    to: 'top !== undefined && top.expiresAt - 20_000 <= atMs;',
  },
  {
    name: 'a refused closing is forgotten',
    file: `${trading}/engine/trading-runtime.ts`,
    from: 'effect.undo?.()',
    to: 'effect.undo?.call',
  },
  {
    name: 'a batch sent again is a new one',
    file: `${trading}/commits/commit-queue.ts`,
    from: 'return withRetry(() => this.sendOnce(batch))',
    to: 'return withRetry(() => this.sendOnce({ ...batch, number: ++this.batches }))',
  },
  {
    name: 'a waiting order fills though the account cannot carry it',
    file: `${trading}/orders/waiting-orders.ts`,
    from: 'if (equity !== null && equity < needed) {',
    to: 'if (equity !== null && equity < 0n * needed) {',
  },
  {
    name: 'one module’s posting is not heard by the engine',
    file: 'apps/server/src/ledger/postgres-ledger.ts',
    from: 'if (ids.length === 0 || this.listeners.size === 0) return',
    to: 'if (ids.length >= 0 || this.listeners.size === 0) return',
  },
  {
    name: 'what is set aside for others keeps positions alive',
    file: `${rules}/free.ts`,
    from: '): bigint => of.balanceMinor + of.unrealisedMinor - of.heldOtherMinor',
    to: '): bigint => of.balanceMinor + of.unrealisedMinor - 0n * of.heldOtherMinor',
  },
  {
    name: 'a made-up price decides about real money',
    file: 'packages/rules/src/markets/stored-quote.ts',
    from: 'forReal: sandbox || isFromMarket(quote.source),',
    to: 'forReal: sandbox || isFromMarket(quote.source) || quote.bid > 0n,',
  },
  {
    name: 'made-up prices say which of the market’s may trade',
    file: 'apps/server/src/market-data/price-board/tradable-quotes.ts',
    from: 'return isFromMarket(source) ? this.fromMarket : this.made',
    to: 'return isFromMarket(source) ? this.fromMarket : this.fromMarket',
  },
  {
    name: 'a halt takes an option’s closing price',
    file: 'apps/server/src/trading/options/settlement/option-settler.ts',
    from: 'if (!quote.inSession) return',
    to: 'if (!quote.inHours) return',
  },
  {
    name: 'a stake without a price in time is not given back',
    file: 'apps/server/src/trading/options/settlement/option-settler.ts',
    from: "now) === 'refund') overdue.push(option)",
    to: "now) === 'refund' && now < 0) overdue.push(option)",
  },
  {
    name: 'the proof leaves out who has little',
    file: 'apps/server/src/ledger/reports/customer-money.ts',
    from: "FROM ledger_accounts WHERE class = 'customer' AND asset <> 'DEMO' AND balance > 0",
    to: "FROM ledger_accounts WHERE class = 'customer' AND asset <> 'DEMO' AND balance > 1000000000",
  },
  {
    name: 'the chain’s deposits are credited as they are claimed',
    file: 'apps/server/src/funding/deposits/look-at-chain.ts',
    from: 'await creditByChain(deps, tx, written, decision.minor)',
    to: 'await creditByChain(deps, tx, written, written.amount)',
  },
  {
    name: 'the word of who left or changed office since still counts',
    file: `${operators}/on-duty.ts`,
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
    file: 'packages/rules/src/funding/second-person.ts',
    from: 'if (customerDayMinor + valueMinor > limitMinor)',
    to: 'if (0n * customerDayMinor + valueMinor > limitMinor)',
  },
  {
    name: 'one person decides identity, deposit and withdrawal of a customer',
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
    file: 'apps/server/src/accounts/freezes/freezes.ts',
    from: 'freeze?.legalHoldUntil != null && freeze.legalHoldUntil.getTime() > now',
    to: 'freeze?.legalHoldUntil != null && freeze.legalHoldUntil.getTime() < 0 * now',
  },
  {
    name: 'a place counts as verified though nobody showed whose it is',
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
    name: 'an option pays a hundredth more than was agreed',
    file: 'packages/rules/src/options/option.ts',
    from: 'return divide(stakeMinor * numerator, denominator, roundHalfEven)',
    to: 'return divide(stakeMinor * numerator * 101n, denominator * 100n, roundHalfEven)',
  },
  {
    name: 'no account is erased',
    file: 'apps/server/src/accounts/closure/closure.module.ts',
    from: 'run: () => eraseDueAccounts(deps)',
    to: 'run: async () => 0',
  },
  {
    name: 'an account is erased with money in it',
    file: 'apps/server/src/accounts/closure/close-account.ts',
    from: 'if (row === null || (await deps.hindrances(tx, userId)).length > 0) return null',
    to: 'if (row === null) return null',
  },
  {
    name: 'files that nobody claimed are kept',
    file: 'apps/server/src/platform/files/files.module.ts',
    from: 'run: () => files.sweep()',
    to: 'run: async () => 0',
  },
  {
    name: 'no night is charged',
    file: `${trading}/fees/swap-charges.ts`,
    from: 'for (const position of inOrder) this.chargeThrough(position, through)',
    to: 'for (const position of inOrder) this.chargeThrough(position, 0 * through)',
  },
  {
    name: 'Wednesday’s night counts once',
    file: 'packages/rules/src/orders/swap-time.ts',
    from: 'return weekday === 3 ? 3 : 1',
    to: 'return weekday === 3 ? 1 : 1',
  },
  {
    name: 'what was promised to a server that died is promised for ever',
    file: `${trading}/risk/funds/funds-desk.ts`,
    from: 'reservation.until + graceMs < now)',
    to: 'reservation.until + graceMs < 0 * now)',
  },
  {
    name: 'an effect is there before its key is',
    file: 'apps/server/src/platform/http/idempotency/run-once.ts',
    from: 'const answer = await effect(tx)',
    to: 'const answer = await transaction((own) => effect(own))',
  },
  {
    name: 'the node is not asked for payouts',
    file: 'apps/server/src/funding/withdrawals/withdrawals.module.ts',
    from: 'run: () => lookAtPayouts(deps)',
    to: 'run: async () => 0',
  },
  {
    name: 'the node completes a payout whatever it shows',
    file: 'packages/rules/src/funding/withdrawal.ts',
    from: 'sight.paidMinor >= due.receivedMinor &&',
    to: 'sight.paidMinor >= 0n * due.receivedMinor &&',
  },
  {
    name: 'who invited a friend is paid nothing',
    file: 'apps/server/src/invites/invites.module.ts',
    from: 'run: () => payCommissions(deps)',
    to: 'run: async () => 0',
  },
  {
    name: 'an invitation that no mail server took is not mailed again',
    file: `${operators}/operators.module.ts`,
    from: 'run: () => mailWaitingInvitations(invitations)',
    to: 'run: async () => 0',
  },
]
