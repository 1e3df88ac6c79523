import { setTimeout as pause } from 'node:timers/promises'
import { isDecimalText, parseScaled, rateScale } from '@candor/money'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { outsideTransaction } from '../../platform/database/within-transaction.ts'
import type { Json } from '../../platform/json.ts'
import { type ParameterKey, risingPairs, ruleOf } from './defaults.ts'
import type { ParameterRule } from './parameter-rule.ts'

/** Values are read again after this long, so that every process follows a change. */
const cacheMs = 2_000

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

/** Reason that a value is invalid for a key: `kind` of value, or `order`: above or below another value that limits it. */
export type ValueRefusal = 'unknown' | 'fixed' | 'kind' | 'order'

/** Reason that a change was not made. */
export type ChangeRefusal = ValueRefusal | 'reason' | 'four-eyes'

/** The installation's parameters: defaults in code, the operator's versions over them. */
export class Parameters {
  private readonly db: Database
  private readonly clock: Clock
  /** Values that the installation itself determines: `sandbox`. */
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
    return this.effectiveValue(key, this.values.get(key))
  }

  /** Returns the current value as a transaction sees it, without the cache. */
  async valueIn(db: Kysely<Schema>, key: string): Promise<Json> {
    const newest = await db
      .selectFrom('parameters_values')
      .select('value')
      .where('key', '=', key)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    return this.effectiveValue(key, newest?.value as Json | undefined)
  }

  /** The value that held at a moment, for what must not change once it began (trust T18). */
  async valueAt(db: Kysely<Schema>, key: ParameterKey, atMs: number): Promise<Json> {
    const then = await db
      .selectFrom('parameters_values')
      .select('value')
      .where('key', '=', key)
      .where('changed_at', '<=', new Date(atMs))
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    return this.effectiveValue(key, then?.value as Json | undefined)
  }

  /** The lowest that an amount or number was at any time from a moment on: for what customers began under earlier terms. */
  async lowestSince(db: Kysely<Schema>, key: ParameterKey, sinceMs: number): Promise<string> {
    const values = await this.valuesSince(db, key, sinceMs)
    return values.reduce((lowest, one) => (isAbove(lowest, one) ? one : lowest))
  }

  /** As `lowestSince`, but the highest: for parameters that give customers time or capacity. */
  async highestSince(db: Kysely<Schema>, key: ParameterKey, sinceMs: number): Promise<string> {
    const values = await this.valuesSince(db, key, sinceMs)
    return values.reduce((highest, one) => (isAbove(one, highest) ? one : highest))
  }

  private async valuesSince(db: Kysely<Schema>, key: ParameterKey, sinceMs: number): Promise<string[]> {
    const later = await db
      .selectFrom('parameters_values')
      .select('value')
      .where('key', '=', key)
      .where('changed_at', '>', new Date(sinceMs))
      .execute()
    return [await this.valueAt(db, key, sinceMs), ...later.map(({ value }) => value as Json)].map(String)
  }

  /** A public parameter's value for getParamByKey; null when unknown, private, or no plain value. */
  async openValue(key: string): Promise<string | number | boolean | null> {
    const rule = ruleOf(key)
    if (rule?.open !== true) return null
    const value = await this.value(key as ParameterKey)
    if (value === null) return null
    return typeof value === 'object' ? JSON.stringify(value) : value
  }

  /** Writes a new version, or returns the refusal. */
  async change(change: ParameterChange): Promise<{ version: number } | { refused: ChangeRefusal }> {
    const written = await this.db.transaction((tx) => this.changeIn(tx, change))
    this.readAgain()
    return written
  }

  /** As `change`, within a transaction that also writes the audit log; call `readAgain` once it has committed. */
  async changeIn(tx: Tx, change: ParameterChange): Promise<{ version: number } | { refused: ChangeRefusal }> {
    const refused = this.refusalOf(change)
    if (refused !== null) return { refused }
    for (const key of [...pairedWith(change.key), change.key].sort())
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`parameter:${key}`}, 0))`.execute(tx)
    if (!(await this.isInOrder(tx, change.key, change.value))) return { refused: 'order' }
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

  /** Makes the next read return the changed values. */
  readAgain(): void {
    this.readAt = Number.NEGATIVE_INFINITY
  }

  /** Checks a value for this key now, for any operator; null when it is valid. */
  async refusalOfValue(db: Kysely<Schema>, key: string, value: Json): Promise<ValueRefusal | null> {
    return this.refusalOfKind(key, value) ?? ((await this.isInOrder(db, key, value)) ? null : 'order')
  }

  /** Checks whether the value is set by the start of the installation, and so cannot be changed. */
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

  private effectiveValue(key: string, changed: Json | undefined): Json {
    const rule = ruleOf(key)
    return this.fixed[key] ?? (isUsable(rule, changed) ? changed : null) ?? rule?.value ?? null
  }

  private refusalOfKind(key: string, value: Json): 'unknown' | 'fixed' | 'kind' | null {
    const rule = ruleOf(key)
    if (rule === null) return 'unknown'
    if (this.isFixed(key)) return 'fixed'
    if (rule.fits?.(value) === false) return 'kind'
    return rule.value === null || isLike(rule.value, value) ? null : 'kind'
  }

  /** The others of its pairs are read as `db` sees them. */
  private async isInOrder(db: Kysely<Schema>, key: string, value: Json): Promise<boolean> {
    for (const [lower, upper] of risingPairs) {
      if (key === lower && isAbove(value, await this.valueIn(db, upper))) return false
      if (key === upper && isAbove(await this.valueIn(db, lower), value)) return false
    }
    return true
  }

  private refusalOf(change: ParameterChange): ChangeRefusal | null {
    const refused = this.refusalOfKind(change.key, change.value)
    if (refused !== null) return refused
    if (change.reason.trim() === '') return 'reason'
    const { approvedBy, changedBy } = change
    const alone = approvedBy === null || approvedBy === changedBy
    return ruleOf(change.key)?.fourEyes === true && alone ? 'four-eyes' : null
  }

  /**
   * Refreshes the values without a long wait. A caller within a transaction holds a connection, and the read needs another. If
   * such callers held every connection, they would wait for each other forever. So callers get the values read before.
   */
  private async refresh(): Promise<void> {
    const now = performance.now()
    if (now - this.readAt < cacheMs) return
    this.reading ??= outsideTransaction(() => this.read()).finally(() => {
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

/** A control that a release bounds more tightly holds at once; a term of customers stays what was announced. */
const isUsable = (rule: ParameterRule | null, value: Json | undefined): boolean =>
  value === undefined || rule?.fits === undefined || !('noTerm' in rule) || rule.fits(value)

/** So long the values that were read before wait for those that hold now. */
const patienceMs = 250
const patience = () => pause(patienceMs, undefined, { ref: false })

const pairedWith = (key: string): string[] =>
  risingPairs.flatMap(([lower, upper]) => (key === lower ? [upper] : key === upper ? [lower] : []))

/** Both are decimal texts: their kind was looked at before. */
const isAbove = (one: Json, other: Json): boolean =>
  (parseScaled(String(one), rateScale) ?? 0n) > (parseScaled(String(other), rateScale) ?? 0n)

/** Checks that a value keeps its kind: a decimal text remains one and is not negative, a list remains a list. */
function isLike(standard: Json, value: Json): boolean {
  if (typeof standard !== typeof value || Array.isArray(standard) !== Array.isArray(value)) return false
  if ((standard === null) !== (value === null)) return false
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0
  return typeof standard !== 'string' || !isDecimalText(standard) || isAmount(String(value))
}

const isAmount = (text: string) => isDecimalText(text) && !text.startsWith('-')
