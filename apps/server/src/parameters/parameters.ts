import { setTimeout as pause } from 'node:timers/promises'
import { isDecimalText } from '@candor/money'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { type ParameterKey, ruleOf } from './defaults.ts'
import type { Json } from './json.ts'

/** Values are read again after this long, so that every process follows a change. */
const keptMs = 2_000

export interface ParameterChange {
  readonly key: string
  readonly value: Json
  readonly reason: string
  readonly changedBy: string
  readonly approvedBy: string | null
}

export interface ParameterVersion extends ParameterChange {
  readonly version: number
  readonly changedAt: Date
}

/** Why a change was not made. */
export type ChangeRefusal = 'unknown' | 'fixed' | 'reason' | 'four-eyes' | 'kind'

/** The installation's parameters: defaults in code, the operator's versions over them. */
export class Parameters {
  private readonly db: Database
  private readonly clock: Clock
  /** What the installation itself decides: `sandbox`. */
  private readonly fixed: Readonly<Record<string, Json>>
  private values = new Map<string, Json>()
  private readAt = Number.NEGATIVE_INFINITY
  private wasRead = false
  private reading: Promise<void> | null = null

  constructor(db: Database, clock: Clock, fixed: { readonly sandbox: boolean }) {
    this.db = db
    this.clock = clock
    this.fixed = fixed
  }

  /** The value that holds now. Throws on a key that does not exist: that is a mistake in code. */
  async value(key: ParameterKey): Promise<Json> {
    const rule = ruleOf(key)
    if (rule === null) throw new Error(`no such parameter: ${key}`)
    await this.refresh()
    return this.fixed[key] ?? this.values.get(key) ?? rule.value
  }

  /** The value that holds now as a transaction sees it, past what is kept in memory. */
  async valueIn(db: Kysely<Schema>, key: string): Promise<Json> {
    const newest = await db
      .selectFrom('parameters_values')
      .select('value')
      .where('key', '=', key)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    return this.fixed[key] ?? (newest?.value as Json | undefined) ?? ruleOf(key)?.value ?? null
  }

  /** The value that held at a moment, for what must not change once it began (trust T18). */
  async valueAt(key: ParameterKey, atMs: number): Promise<Json> {
    const then = await this.db.query
      .selectFrom('parameters_values')
      .select('value')
      .where('key', '=', key)
      .where('changed_at', '<=', new Date(atMs))
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    return this.fixed[key] ?? (then?.value as Json | undefined) ?? ruleOf(key)?.value ?? null
  }

  /** A public parameter's value for getParamByKey; null when unknown, private, or no plain value. */
  async openValue(key: string): Promise<string | number | boolean | null> {
    const rule = ruleOf(key)
    if (rule?.open !== true) return null
    const value = await this.value(key as ParameterKey)
    if (value === null) return null
    return typeof value === 'object' ? JSON.stringify(value) : value
  }

  /** Writes a new version, or says why not. */
  async change(change: ParameterChange): Promise<{ version: number } | { refused: ChangeRefusal }> {
    const written = await this.db.transaction((tx) => this.changeIn(tx, change))
    this.readAgain()
    return written
  }

  /** As `change`, within a transaction that also writes the audit log; call `readAgain` once it has committed. */
  async changeIn(tx: Tx, change: ParameterChange): Promise<{ version: number } | { refused: ChangeRefusal }> {
    const refused = this.refusalOf(change)
    if (refused !== null) return { refused }
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`parameter:${change.key}`}, 0))`.execute(tx)
    const newest = await tx
      .selectFrom('parameters_values')
      .select((eb) => eb.fn.max('version').as('version'))
      .where('key', '=', change.key)
      .executeTakeFirst()
    const version = Number(newest?.version ?? 0) + 1
    await tx
      .insertInto('parameters_values')
      .values({
        key: change.key,
        version,
        value: JSON.stringify(change.value),
        reason: change.reason.trim(),
        changed_by: change.changedBy,
        approved_by: change.approvedBy,
        changed_at: new Date(this.clock.now()),
      })
      .execute()
    return { version }
  }

  /** What was changed is seen at the next question. */
  readAgain(): void {
    this.readAt = Number.NEGATIVE_INFINITY
  }

  /** Why this value cannot stand for this key, whoever asks; null when it can. */
  refusalOfValue(key: string, value: Json): 'unknown' | 'fixed' | 'kind' | null {
    const rule = ruleOf(key)
    if (rule === null) return 'unknown'
    if (Object.hasOwn(this.fixed, key)) return 'fixed'
    if (rule.fits?.(value) === false) return 'kind'
    return rule.value === null || isLike(rule.value, value) ? null : 'kind'
  }

  isFixed(key: string): boolean {
    return Object.hasOwn(this.fixed, key)
  }

  /** Every version of a parameter, newest first. */
  async history(key: string): Promise<ParameterVersion[]> {
    const rows = await this.db.query
      .selectFrom('parameters_values')
      .selectAll()
      .where('key', '=', key)
      .orderBy('version', 'desc')
      .execute()
    return rows.map((row) => ({
      key: row.key,
      version: row.version,
      value: row.value as Json,
      reason: row.reason,
      changedBy: row.changed_by,
      approvedBy: row.approved_by,
      changedAt: row.changed_at,
    }))
  }

  private refusalOf(change: ParameterChange): ChangeRefusal | null {
    const refused = this.refusalOfValue(change.key, change.value)
    if (refused !== null) return refused
    if (change.reason.trim() === '') return 'reason'
    const { approvedBy, changedBy } = change
    const alone = approvedBy === null || approvedBy === changedBy
    return ruleOf(change.key)?.fourEyes === true && alone ? 'four-eyes' : null
  }

  /**
   * Whoever asks within a transaction holds a connection, and the reading needs one: with every connection held by such a one they would wait for
   * each other for ever. So nobody waits long for what was read before.
   */
  private async refresh(): Promise<void> {
    const now = performance.now()
    if (now - this.readAt < keptMs) return
    this.reading ??= this.read().finally(() => {
      this.reading = null
    })
    if (this.wasRead) await Promise.race([this.reading, patience()])
    else await this.reading
  }

  private async read(): Promise<void> {
    const { rows } = await this.db.pool.query<{ key: string; value: Json }>(
      'SELECT DISTINCT ON (key) key, value FROM parameters_values ORDER BY key, version DESC',
    )
    this.values = new Map(rows.map(({ key, value }) => [key, value]))
    this.readAt = performance.now()
    this.wasRead = true
  }
}

/** So long the values that were read before wait for those that hold now. */
const patienceMs = 250
const patience = () => pause(patienceMs, undefined, { ref: false })

/** A decimal text stays one, not below zero; a list stays a list; everything else keeps its kind. */
function isLike(standard: Json, value: Json): boolean {
  if (typeof standard !== typeof value || Array.isArray(standard) !== Array.isArray(value)) return false
  if ((standard === null) !== (value === null)) return false
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0
  return typeof standard !== 'string' || !isDecimalText(standard) || isAmount(String(value))
}

const isAmount = (text: string) => isDecimalText(text) && !text.startsWith('-')
