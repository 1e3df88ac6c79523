import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { type AccountRef, house, type Posting } from '../apps/server/src/ledger/ledger.ts'
import { createLedger } from '../apps/server/src/ledger/postgres-ledger.ts'
import { reconcile } from '../apps/server/src/ledger/reconciliation/reconcile.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { openDatabaseServer, withClient } from '../apps/server/src/platform/database/database-server.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import type { BenchResult } from './result.ts'

const customers = 2_000
const callers = 256
export const baselineConnections = 32
const measuredMs = Number(process.env.BENCH_LEDGER_MS ?? 5_000)
const warmUpMs = 1_500
const goal = 2.5
const goalP99Ms = 30

/** The hand-written baseline: two rows locked in order, moved, one entry with a once-only id; one commit each. */
export const baselineSql = `
  CREATE SCHEMA baseline;
  CREATE TABLE baseline.accounts (id int PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0)) WITH (fillfactor = 50);
  INSERT INTO baseline.accounts SELECT n, 1000000000000 FROM generate_series(1, ${customers}) n;
  CREATE TABLE baseline.entries (id text PRIMARY KEY, debited int NOT NULL, credited int NOT NULL, minor bigint NOT NULL,
    debited_after bigint NOT NULL, credited_after bigint NOT NULL, created_at timestamptz NOT NULL);
  CREATE FUNCTION baseline.transfer(p_id text, p_from int, p_to int, p_minor bigint, p_at timestamptz) RETURNS bool
  LANGUAGE plpgsql AS $$
  DECLARE from_after bigint; to_after bigint;
  BEGIN
    PERFORM 1 FROM baseline.accounts WHERE id IN (p_from, p_to) ORDER BY id FOR NO KEY UPDATE;
    IF (SELECT balance FROM baseline.accounts WHERE id = p_from) < p_minor THEN RETURN false; END IF;
    UPDATE baseline.accounts SET balance = balance - p_minor WHERE id = p_from RETURNING balance INTO from_after;
    UPDATE baseline.accounts SET balance = balance + p_minor WHERE id = p_to RETURNING balance INTO to_after;
    INSERT INTO baseline.entries VALUES (p_id, p_from, p_to, p_minor, from_after, to_after, p_at);
    RETURN true;
  END $$;`

interface Measured {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** `many` callers, each sending the next request after its response. */
export async function measure(many: number, once: (caller: number) => Promise<void>): Promise<Measured> {
  const latencies: number[] = []
  const start = performance.now() + warmUpMs
  const end = start + measuredMs
  const call = async (caller: number) => {
    for (let from = performance.now(); from < end; ) {
      await once(caller)
      const now = performance.now()
      if (from >= start && now <= end) latencies.push(now - from)
      from = now
    }
  }
  await Promise.all(Array.from({ length: many }, (_, caller) => call(caller)))
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { perSecond: (latencies.length * 1000) / measuredMs, p50Ms: at(0.5), p99Ms: at(0.99) }
}

let counter = 0
/** As ids are in the product: time first, then chance. */
export const newId = (): string =>
  `${Date.now().toString(16)}-${(counter++).toString(16).padStart(8, '0')}-${randomBytes(4).toString('hex')}`

const below = (limit: number): number => Math.floor(Math.random() * limit)

export function measureBaseline(pool: Database['pool']): Promise<Measured> {
  return measure(baselineConnections, async () => {
    const from = 1 + below(customers)
    const to = 1 + ((from + below(customers - 1)) % customers)
    const values = [newId(), from, to, 1 + below(1000), new Date()]
    await pool.query({ name: 'transfer', text: 'SELECT baseline.transfer($1, $2, $3, $4, $5)', values })
  })
}

const customer = (n: number): AccountRef => ({ class: 'customer', owner: `customer-${n}`, asset: 'DEMO' })
const world: AccountRef = { class: 'world', owner: house, asset: 'DEMO' }
const capital: AccountRef = { class: 'trading-capital', owner: house, asset: 'DEMO' }

/** Losses and profits between customers and the operator: all of them meet at the same account, the hardest case for locks. */
const transfer = (n: number): Posting => {
  const lost = n % 2 === 0
  const minor = BigInt(1 + below(1000))
  const sides = lost ? { from: customer(n), to: capital } : { from: capital, to: customer(n) }
  return {
    id: newId(),
    reference: `order-${n}`,
    steps: [{ do: 'transfer', kind: lost ? 'contract-loss' : 'contract-profit', ...sides, minor }],
  }
}

/** Measures ledger transfers a second against a hand-written SQL function, in one PostgreSQL with fsync on, one after the other. */
export async function run(): Promise<BenchResult> {
  const dataDir = temporaryDataDir('candor-bench-ledger-')
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const databaseServer = await openDatabaseServer({ dataDir, databaseUrl: null, log: silent })
  try {
    await migrate(databaseServer.owner)
    await withClient(databaseServer.owner, (client) => client.query(baselineSql))
    const plain = openDatabase({ ...databaseServer.owner, max: baselineConnections })
    const db = openDatabase(databaseServer.app)
    try {
      const ledger = createLedger(db, systemClock)
      const everyone = Array.from({ length: customers }, (_, n) => customer(n))
      await ledger.open([world, capital, ...everyone])
      const fund = (kind: string, to: AccountRef): Posting => ({
        id: newId(),
        reference: null,
        steps: [{ do: 'transfer', kind, from: world, to, minor: 1_000_000_000_000n }],
      })
      await Promise.all([
        ledger.post(fund('operator-funding', capital)),
        ...everyone.map((to) => ledger.post(fund('demo-grant', to))),
      ])
      const hand = await measureBaseline(plain.pool)
      const ours = await measure(callers, async () => {
        const outcome = await ledger.post(transfer(below(customers)))
        if (!outcome.ok) throw new Error(`refused: ${outcome.why}`)
      })
      const findings = await reconcile(db)
      if (findings.length > 0) throw new Error(`the ledger does not add up: ${findings.join('; ')}`)
      return report(hand, ours)
    } finally {
      await plain.close()
      await db.close()
    }
  } finally {
    await databaseServer.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function report(hand: Measured, ours: Measured): BenchResult {
  const ratio = ours.perSecond / hand.perSecond
  const figure = (m: Measured) =>
    `${Math.round(m.perSecond)} transfers/s, p50 ${m.p50Ms.toFixed(1)} ms, p99 ${m.p99Ms.toFixed(1)} ms`
  return {
    name: 'ledger transfers, 256 callers one by one, against a hand-written function at 32 connections',
    ratio,
    goal: `≥ ${goal}, p99 ≤ ${goalP99Ms} ms`,
    reached: ratio >= goal && ours.p99Ms <= goalP99Ms,
    details: [`ledger: ${figure(ours)}`, `by hand: ${figure(hand)}`],
  }
}
