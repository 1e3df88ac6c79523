import type { Plant } from './plant.ts'

const rules = 'packages/rules/src/orders'
const trading = 'apps/server/src/trading'

/** Guards of prices, orders, options and the ledger. */
export const tradingPlants: readonly Plant[] = [
  {
    name: 'an unrealised loss is free to leave',
    file: `${rules}/free.ts`,
    from: 'const least = byBalance < byEquity ? byBalance : byEquity',
    to: 'const least = byEquity < 0n ? byBalance : byBalance',
  },
  {
    name: 'the engine grants whatever is asked for',
    file: `${trading}/risk/funds/funds-desk.ts`,
    from: 'const minor = free.minor < mostMinor ? free.minor : mostMinor',
    to: 'const minor = mostMinor',
  },
  {
    name: 'what is promised to one outflow is promised to the next',
    file: `${trading}/risk/funds/funds-desk.ts`,
    from: '    account.reservedMinor += minor\n',
    to: '    account.reservedMinor += 0n * minor\n',
  },
  {
    name: 'a market is worth nothing known after a restart',
    theme: 'nights',
    file: `${trading}/engine/trading-runtime.ts`,
    from: 'await runtime.missed?.restoreMarks(runtime.valuation)',
    to: 'await Promise.resolve()',
  },
  {
    name: 'a stop takes over best prices of before it was set',
    theme: 'takeovers',
    file: `${trading}/triggers/trail-stops.ts`,
    from: '    if (this.last >= member.number) this.last = member.number - 1n\n',
    to: '',
  },
  {
    name: 'a stop of before a kill forgets what it followed since an order was changed',
    theme: 'takeovers',
    file: `${trading}/quotes/taken-quotes-store.ts`,
    from: '      trailing: isNew ? set : null,',
    to: '      trailing: set ?? null,',
  },
  {
    name: 'an order opens beyond what is free',
    file: `${trading}/orders/position-opener.ts`,
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
    from: 'return equity !== null && mustStopOut(equity, account.closeOutSum)',
    to: 'return equity !== null && mustStopOut(equity, account.closeOutSum) && equity < -(10n ** 15n)',
  },
  {
    name: 'a call fills at a price that is over',
    file: `${trading}/quotes/fresh-prices.ts`,
    from: '    if (!this.tooOld.has(quote.code)) this.tooOld.set(quote.code, quote.seq)\n    return false\n',
    to: '    if (!this.tooOld.has(quote.code)) this.tooOld.set(quote.code, quote.seq)\n    return quote.receivedAt <= calledAt\n',
  },
  {
    name: 'a price that comes late counts from its arrival',
    file: 'packages/rules/src/markets/fresh-quote.ts',
    from: "source === 'live' ? Math.min(time, receivedAt) : receivedAt",
    to: "source === 'live' ? Math.max(time, receivedAt) : receivedAt",
  },
  {
    name: 'a bad print trades',
    file: 'apps/server/src/market-data/price-board/judge-quotes.ts',
    from: 'if (!near) return null',
    to: 'if (!near && bid === ask) return null',
  },
  {
    name: 'a closing costs no commission',
    file: `${trading}/orders/order-postings.ts`,
    from: `      ...settled,
      ...chargeCoveredCommission(accounts, commissionMinor),`,
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
    file: `${trading}/fees/night-cost.ts`,
    from: 'const nights = swapNights(market, due)',
    to: 'const nights = 2 * swapNights(market, due)',
  },
  {
    // Before its end it is held twice: by the watch and by the rule of its fate.
    name: 'an option settles by a later quote than the first after its end',
    file: 'apps/server/src/trading/options/settlement/option-settler.ts',
    from: 'this.watch.takeEnded({ code, mode }, receivedAt))',
    to: 'this.watch.takeEnded({ code, mode }, receivedAt - 5_000))',
  },
  {
    name: 'a refused closing is forgotten',
    file: `${trading}/engine/committed-funds.ts`,
    from: 'undo?.()',
    to: 'undo?.call',
  },
  {
    name: 'a batch sent again is a new one',
    theme: 'resends',
    file: `${trading}/commits/commit-queue.ts`,
    from: 'return commitWithRetry(batch, () => this.sendOnce(batch))',
    to: 'return commitWithRetry(batch, () => this.sendOnce({ ...batch, number: ++this.batches }))',
  },
  {
    name: 'a waiting order fills though the account cannot carry it',
    file: `${trading}/orders/waiting-orders.ts`,
    from: 'if (equity !== null && equity < needed) {',
    to: 'if (equity !== null && equity < 0n * needed) {',
  },
  {
    name: 'one module’s posting is neither heard nor read by the engine',
    file: 'apps/server/src/ledger/postgres-ledger.ts',
    from: 'if (ids.length === 0 || this.listeners.size === 0) return',
    to: 'if (ids.length >= 0 || this.listeners.size === 0) return',
    and: {
      file: `${trading}/risk/funds/balance-sweep.ts`,
      from: 'if (accounts.length === 0) return',
      to: 'if (accounts.length >= 0) return',
    },
  },
  {
    name: 'what is set aside for others keeps positions alive',
    file: `${rules}/free.ts`,
    from: '): bigint => of.balanceMinor + of.unrealisedMinor - of.heldOtherMinor',
    to: '): bigint => of.balanceMinor + of.unrealisedMinor - 0n * of.heldOtherMinor',
  },
  {
    name: 'a made-up price decides about real money',
    file: 'packages/rules/src/markets/stored/stored-quote.ts',
    from: 'forReal: sandbox || isFromMarket(quote.source),',
    to: 'forReal: sandbox || isFromMarket(quote.source) || quote.bid > 0n,',
  },
  {
    name: 'made-up prices say which of the market’s may trade',
    file: 'apps/server/src/market-data/price-board/judge-quotes.ts',
    from: 'return isFromMarket(source) ? this.fromMarket : this.made',
    to: 'return isFromMarket(source) ? this.fromMarket : this.fromMarket',
  },
  {
    name: 'a halt takes an option’s closing price',
    theme: 'halts',
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
    name: 'an option pays a hundredth more than was agreed',
    file: 'packages/rules/src/options/option.ts',
    from: 'return divide(stakeMinor * numerator, denominator, roundHalfEven)',
    to: 'return divide(stakeMinor * numerator * 101n, denominator * 100n, roundHalfEven)',
  },
  {
    name: 'no night is charged',
    file: `${trading}/fees/swap-charges.ts`,
    from: 'if (account.positions.size > 0) yield* this.chargeAccount(account, passed)',
    to: 'if (account.positions.size > 1e9) yield* this.chargeAccount(account, passed)',
  },
  {
    name: 'an exit passes nights that are owed',
    theme: 'nights',
    file: `${trading}/quotes/quote-walk.ts`,
    from: 'this.doubts.mustWait(position.account)',
    to: 'this.doubts.has(position.account)',
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
]
