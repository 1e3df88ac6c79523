import type { AccountMode, CandleOrigin, HaltReason, SavedChart } from '@candor/contract'
import type { IntervalName, QuoteSource } from '@candor/rules'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Json } from '../platform/json.ts'

/** Sources whose charts can show imported candles: charts of replayed and simulated prices never mix with others. */
export const importedSources = ['live', 'delayed'] as const
export type ImportedSource = (typeof importedSources)[number]

interface ActionsTable {
  id: string
  code: string
  kind: 'split' | 'dividend' | 'roll'
  /** Times in epoch ms. */
  at: bigint
  facts: ColumnType<Readonly<Record<string, string>>, string, never>
  asked_by: string
  asked_at: bigint
  /** Null until it was carried out. */
  applied_at: ColumnType<bigint | null, null | undefined, never>
  cancelled_at: ColumnType<bigint | null, null | undefined, bigint>
  cancelled_by: ColumnType<string | null, null | undefined, string>
  put_off_at: ColumnType<bigint | null, null | undefined, bigint>
}
export type ActionRow = Selectable<ActionsTable>

interface TariffsTable {
  id: string
  sequence: Generated<bigint>
  change_id: string
  about: 'market' | 'fee'
  name: string
  terms: ColumnType<Readonly<Record<string, string | number>>, string, never>
  holds_from: bigint
  reason: string
  proposed_by: string
  approved_by: string
  announced_at: bigint
  applied_at: ColumnType<bigint | null, null | undefined, bigint>
  withdrawn_at: Generated<bigint | null>
  withdrawn_reason: Generated<string | null>
  withdrawal_proposed_by: Generated<string | null>
  withdrawal_approved_by: Generated<string | null>
}

interface InstrumentsTable {
  /** That of the proposal. */
  id: string
  sequence: Generated<bigint>
  code: string
  /** As the contract declares it (`instrument`); null where only the offer changes. */
  instrument: ColumnType<Json, string | null, never>
  offered: boolean | null
  /** Times in epoch ms. */
  holds_from: bigint
  reason: string
  proposed_by: string
  approved_by: string
  announced_at: bigint
}

interface HoursTable {
  /** That of the proposal. */
  id: string
  sequence: Generated<bigint>
  /** `class:forex`, `calendar:NYSE` or `market:AAPL`. */
  scope: string
  /** As the rules declare it (`HoursChange`). */
  change: ColumnType<Json, string, never>
  /** Times in epoch ms. */
  changes_from: bigint | null
  shuts_from: bigint | null
  reason: string
  proposed_by: string
  approved_by: string
  announced_at: bigint
}

interface BackfillsTable {
  id: Generated<bigint>
  code: string
  source: 'live' | 'delayed'
  interval: IntervalName
  why: 'past' | 'gap'
  origin: CandleOrigin
  /** Times in epoch ms. */
  from_time: bigint
  to_time: bigint
  reached: bigint
  pages: Generated<number>
  candles: Generated<bigint>
  asked_at: bigint
  done_at: bigint | null
  refused: string | null
  retry_at: bigint | null
}

interface CancellationsTable {
  action_id: string
  through_user: string | null
  through_mode: AccountMode | null
  notified_at: bigint | null
}

interface ImportsTable {
  id: Generated<bigint>
  code: string
  source: ImportedSource
  interval: IntervalName
  format: 'quotes' | 'ohlcv'
  file: string
  sha256: Buffer
  rows: bigint
  candles: bigint
  /** Times in epoch ms. */
  from_time: bigint
  to_time: bigint
  imported_at: bigint
}

interface ImportedCandlesTable extends Omit<CandlesTable, 'source' | 'through'> {
  source: ImportedSource
  base_minutes: number
}

interface CandlePacksTable {
  kind: 'own' | 'imported'
  code: string
  source: QuoteSource
  interval: IntervalName
  /** Times in epoch ms. */
  from_time: bigint
  first_time: bigint
  last_time: bigint
  candles: number
  split_id: bigint
  packed: Buffer
}

export interface MarketsTables {
  markets_actions: ActionsTable
  markets_cancellations: CancellationsTable
  markets_candles: CandlesTable
  markets_candle_packs: CandlePacksTable
  markets_charts: ChartsTable
  markets_chart_splits: { id: Generated<bigint>; code: string; old: bigint; fresh: bigint }
  markets_backfills: BackfillsTable
  markets_imports: ImportsTable
  markets_imported_candles: ImportedCandlesTable
  markets_pasts: { code: string; ends_at: bigint; written_at: Date | null; end_mid: number | null }
  markets_runs: { first_seq: bigint; started_at: Date }
  markets_quotes: QuotesTable
  /** Times in epoch ms; in force while `lifted_at` is null. */
  markets_halts: {
    id: string
    code: string
    reason: HaltReason
    note: string | null
    halted_by: string
    halted_at: bigint
    lifted_by: string | null
    lifted_at: bigint | null
  }
  markets_tariffs: TariffsTable
  markets_instruments: InstrumentsTable
  markets_hours: HoursTable
  markets_watchlist: { user_id: string; code: string; added_at: Date }
  markets_named_watchlists: { user_id: string; id: string; name: string; codes: string[]; position: number }
}

interface ChartsTable {
  user_id: string
  code: string
  chart: ColumnType<SavedChart, string, string>
  saved_at: Date
}

interface CandlesTable {
  code: string
  source: QuoteSource
  interval: string
  open_time: bigint
  open: number
  high: number
  low: number
  close: number
  volume: number
  through: bigint
}

interface QuotesTable {
  code: string
  seq: bigint
  revision: Generated<number>
  source: QuoteSource
  source_time: bigint
  received_at: bigint
  bid: bigint
  ask: bigint
  reason: string | null
}
