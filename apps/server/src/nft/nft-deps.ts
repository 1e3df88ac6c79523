import type { NftChain } from '@candor/rules'
import type { LanguageCode } from '@candor/texts/languages.ts'
import type { Translate } from '@candor/texts/translate.ts'
import type { ParameterKey } from '../back-office/parameters/defaults.ts'
import type { Json } from '../back-office/parameters/json.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SpendOnce } from '../ledger/spend-once.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { NftNews } from './nft-news.ts'
import type { ArtworkChange } from './work-response.ts'

/** Notices to a customer about their bids. */
export interface NftNotices {
  /** Stores notices within the transaction of their event. */
  keep(tx: Tx, userId: string, news: readonly NftNews[]): Promise<void>
  /** Pushes notices to every open tab after the commit. */
  push(userId: string, news: readonly NftNews[]): Promise<void>
}

export interface NftDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly spendOnce: SpendOnce
  readonly parameters: { value(key: ParameterKey): Promise<Json> }
  readonly text: (language: LanguageCode) => Translate
  /** Frozen: signed in before the freeze; may not buy (`accountFrozen`). */
  readonly customerOf: (userId: string) => Promise<{ readonly frozen: boolean }>
  /** The one writing of an address a token can be sent to on this chain; null: none of it. */
  readonly readAddress: (chain: NftChain, text: string) => string | null
  readonly notices: NftNotices
  /** Tells every open page. */
  readonly tell: (change: ArtworkChange) => void
  readonly newId: () => string
}
