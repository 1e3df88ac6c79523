import type { AccountMode, Language, TermsVersion } from '@candor/contract'
import type { TextKey } from '@candor/texts/keys.ts'
import type { NamedWithdrawal, NamedWithdrawalInput } from '../funding/withdrawals/named-withdrawal.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SpendOnce } from '../ledger/spend-once.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { EmailOutbox } from '../platform/email/letters.ts'
import type { Messenger } from '../platform/email/messenger.ts'
import type { Secrets } from '../platform/keys/secrets.ts'
import type { Limits } from '../platform/limits/limit-rules.ts'
import type { LoginThrottle } from '../platform/limits/login-throttle.ts'
import type { MessageDays } from '../platform/limits/message-days.ts'
import type { ProofOfWork } from '../platform/limits/proof-of-work.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import type { UserRow, Users } from './accounts-store.ts'
import type { ApiKeys } from './api-keys/api-keys.ts'
import type { Codes } from './codes/codes-store.ts'
import type { UndoToken } from './profile/undoings-store.ts'
import type { CountryStandings } from './registration/country-standings.ts'
import type { Sessions } from './sessions/sessions-store.ts'
import type { GoogleDoor } from './sign-in/google.ts'
import type { Passkeys } from './sign-in/passkeys.ts'
import type { RecoveryCodes } from './sign-in/recovery-codes.ts'

/** Account figures that follow prices, computed by the orders module. All in USDT, as decimal texts. */
export interface AccountFigures {
  readonly equity: string
  readonly marginUsed: string
  readonly marginLevel: string | null
  readonly expectedProfit: string
  readonly todayEarnings: string
  /** Amount that may leave the account or back new risk (rulebook, Contracts). */
  readonly free: string
  /** True when `free` contains an estimate for a market without a quote. */
  readonly stale: boolean
}

/** From trading. */
export interface TradingPorts {
  figures(userId: string, mode: AccountMode): Promise<AccountFigures>
  /** `[epoch ms, equity]`, oldest first. */
  equityHistory(userId: string, mode: AccountMode, days: number): Promise<[number, string][]>
  /** Closes what is open in the demo account at the present prices; throws a refusal when one cannot be closed now. */
  closeDemoPositions(userId: string): Promise<void>
  /** Returns the product of the splits, `new:old`, by option; options without a split are left out. */
  optionSplits(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
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

/** The words of the messages we send. */
export type MessageText = (
  language: Language,
  key: TextKey,
  values?: Readonly<Record<string, string | number>>,
) => string

/** From funding: reads the withdrawal that a code is requested for; refuses `amountInvalid`, `payoutAddressMissing`. */
export type NamesWithdrawal = (request: NamedWithdrawalInput) => NamedWithdrawal

export interface AccountsDeps extends SignUpPorts {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  /** Mails codes, which a customer can request again when one is lost. All other letters go through `letters`. */
  readonly messenger: Messenger
  readonly letters: EmailOutbox
  readonly events: AccountEvents
  readonly spendOnce: SpendOnce
  readonly text: MessageText
  readonly users: Users
  /** Seals the second factors that tables hold. */
  readonly secrets: Secrets
  readonly sessions: Sessions
  readonly codes: Codes
  readonly recovery: RecoveryCodes
  readonly undoToken: UndoToken
  readonly loginThrottle: LoginThrottle
  readonly apiKeys: ApiKeys
  readonly passkeys: Passkeys
  /** Text messages; null where none can be sent. */
  readonly sms: Messenger | null
  /** Null where the operator has not turned it on. */
  readonly google: GoogleDoor | null
  readonly limits: Limits
  /** Rules for customers of a country; null: the country is not known. */
  readonly countryStanding: CountryStandings
  readonly namedWithdrawal: NamesWithdrawal
  readonly messageDays: MessageDays
  readonly work: ProofOfWork
  readonly trading: TradingPorts
}
