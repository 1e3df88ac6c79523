import type { AccountMode, Language, TermsVersion } from '@candor/contract'
import type { NamedWithdrawal, NamedWithdrawalInput } from '../funding/withdrawals/named-withdrawal.ts'
import type { Tx } from '../platform/database/database.ts'
import type { UserRow } from './accounts-store.ts'

/** Account figures that follow prices, computed by the orders module. All in USDT, as decimal texts. */
export interface AccountFigures {
  readonly equity: string
  readonly marginUsed: string
  readonly marginLevel: string | null
  /** Margin levels of the margin call and of the stop-out. */
  readonly callLevel: string
  readonly closeOutLevel: string
  readonly closeOutAt: string
  readonly expectedProfit: string
  readonly todayEarnings: string
  /** Amount that may leave the account or back new risk (rulebook, Contracts). */
  readonly free: string
  /** True when `free` contains an estimate for a market without a quote. */
  readonly stale: boolean
}

/** Splits of the markets that options are on. */
export interface OptionSplits {
  /** Returns the product of the splits, `new:old`, by option; options without a split are left out. */
  optionSplits(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** The order or option of a ledger entry, as a statement names it. */
export interface OrderLabel {
  readonly code: string
  readonly direction: 'buy' | 'sell' | 'up' | 'down'
  /** Null for options. */
  readonly lots: string | null
}

/** Orders and options that entries of the ledger are of. */
export interface OrderLabels {
  /** Returns those of the customer's orders and options among these ids. */
  orderLabels(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, OrderLabel>>
}

/** A position or an option, as a tax statement lists it. Times in epoch ms. */
export interface TradeDetails extends OrderLabel {
  /** USDT as a decimal text; null for positions. */
  readonly stake: string | null
  readonly openedAt: number | null
  readonly closedAt: number | null
}

/** Positions and options that sums of entries are of. */
export interface TradeLabels {
  /** Returns those of the customer's positions and options among these ids. */
  tradeDetails(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, TradeDetails>>
}

/** Figures of accounts, and what closes their positions, from trading. */
export interface TradingPorts extends OptionSplits, OrderLabels, TradeLabels {
  figures(userId: string, mode: AccountMode): Promise<AccountFigures>
  /** `[epoch ms, equity]`, oldest first. */
  equityHistory(userId: string, mode: AccountMode, days: number): Promise<[number, string][]>
  /** Closes what is open in the demo account at the present prices; throws a refusal when one cannot be closed now. */
  closeDemoPositions(userId: string): Promise<void>
  /** Sums earnings that no position has, in USDT's smallest unit. */
  earnedSince(userId: string, mode: AccountMode, sinceMs: number): Promise<bigint>
}

/** From the modules that take part in opening an account. */
export interface SignUpPorts {
  /** From content: the present terms and privacy policy, in this language or else in English. */
  termsInForce(language: Language): Promise<TermsVersion[]>
  /** From screening: compares what of a new customer may be a name with the lists (ADR-196). */
  checkNewCustomer(tx: Tx, user: UserRow): Promise<void>
  /** From invites: records the inviter of a new customer. Returns a function that notifies the inviter, once the account exists. */
  joinFriend(
    tx: Tx,
    friend: { readonly userId: string; readonly userName: string; readonly inviterId: string },
  ): Promise<(() => Promise<void>) | null>
}

/** Withdrawals and the places they go to, from funding. */
export interface PayoutPorts {
  /** Reads the withdrawal that a code is requested for; refuses `amountInvalid`, `payoutAddressMissing`. */
  named(request: NamedWithdrawalInput): NamedWithdrawal
  /** Removes a payout destination; one that is already removed stays so. */
  removeAddress(tx: Tx, userId: string, id: string): Promise<void>
  /** Removes a card, if it is still bound, and restores the one that it replaced, if any. */
  removeCard(
    tx: Tx,
    userId: string,
    card: { readonly id: string; readonly before: string | null },
  ): Promise<void>
}

/** Other modules that accounts work with. */
export interface AccountsPorts {
  readonly trading: TradingPorts
  readonly signUp: SignUpPorts
  readonly payouts: PayoutPorts
}
