import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { AccountIds, type Ask } from './account-ids.ts'
import { Batcher } from './batcher.ts'
import { accountsOf, encodePostings, encodeReservations } from './encode-postings.ts'
import type {
  AccountRef,
  EncodedPostings,
  Ledger,
  PostedListener,
  Posting,
  PostingOutcome,
} from './ledger.ts'
import { readBalances, readStatement, readStatementTotals } from './read-ledger.ts'

const postText = `SELECT array_to_string(outcomes, '') AS outcomes, faults, changed
  FROM ledger_post_steps($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`

interface PostRow {
  readonly outcomes: string
  readonly faults: readonly (bigint | null)[]
  readonly changed: readonly bigint[]
}

interface Posted {
  readonly outcomes: readonly PostingOutcome[]
  readonly changed: readonly bigint[]
}

const gathering = { lanes: 2, largest: 512, patienceMs: 10_000 }

/** The ledger on PostgreSQL. `clock` dates what is posted. */
export function createLedger(db: Database, clock: Clock): Ledger {
  return new PostgresLedger(db, clock)
}

class PostgresLedger implements Ledger {
  private readonly db: Database
  private readonly clock: Clock
  private readonly ids = new AccountIds()
  private readonly listeners = new Set<PostedListener>()
  private readonly changedIn = new WeakMap<Tx, Set<bigint>>()
  private readonly batcher: Batcher<Posting, PostingOutcome>
  private readonly onPool: Ask
  private readonly onEnginePool: Ask

  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
    this.onPool = on(db.pool)
    this.onEnginePool = on(db.enginePool)
    this.batcher = new Batcher((postings) => this.postTogether(postings), gathering)
  }

  async open(accounts: readonly AccountRef[], tx?: Tx): Promise<void> {
    const call = tx ? within(tx) : this.onPool
    // Sorted, so that two who open the same accounts never wait for each other in a ring.
    await call(
      `INSERT INTO ledger_accounts (owner, class, asset)
         SELECT owner, class, asset FROM unnest($1::text[], $2::text[], $3::text[]) u (owner, class, asset)
          ORDER BY owner, class, asset ON CONFLICT DO NOTHING`,
      [accounts.map((a) => a.owner), accounts.map((a) => a.class), accounts.map((a) => a.asset)],
    )
  }

  async postIn(tx: Tx, postings: readonly Posting[]): Promise<PostingOutcome[]> {
    const { outcomes, changed } = await this.send(within(tx), postings, tx)
    const kept = this.changedIn.get(tx) ?? new Set()
    for (const id of changed) kept.add(id)
    this.changedIn.set(tx, kept)
    return [...outcomes]
  }

  async lock(tx: Tx, accounts: readonly AccountRef[]): Promise<bigint[]> {
    const call = within(tx)
    const idOf = await this.ids.find(accounts, call, false)
    const ids = accounts.map((account) => String(idOf(account) ?? 0n))
    const [row] = await call<{ balances: readonly (bigint | null)[] }>(
      'SELECT ledger_lock_accounts($1::bigint[]) AS balances',
      [ids],
    )
    return ids.map((_, at) => row?.balances[at] ?? 0n)
  }

  post(posting: Posting): Promise<PostingOutcome> {
    return this.batcher.submit(posting)
  }

  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    let ours: Tx | null = null
    const result = await this.db.transaction((tx) => {
      ours = tx
      return work(tx)
    })
    if (ours !== null) this.announce(ours)
    return result
  }

  announce(tx: Tx): void {
    const changed = this.changedIn.get(tx)
    this.changedIn.delete(tx)
    if (changed) this.announceIds([...changed])
  }

  announceAccounts(accounts: readonly AccountRef[]): void {
    if (accounts.length > 0) for (const listener of this.listeners) listener(accounts)
  }

  onPosted(listener: PostedListener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  async encode(postings: readonly Posting[]): Promise<EncodedPostings> {
    return encodePostings(
      postings,
      await this.ids.find(postings.flatMap(accountsOf), this.onEnginePool, true),
    )
  }

  private idsOf(postings: readonly Posting[], tx?: Tx) {
    // What a transaction sees may still be rolled back, so only the pool's answers are remembered.
    return this.ids.find(postings.flatMap(accountsOf), tx ? within(tx) : this.onPool, tx === undefined)
  }

  balancesOf(owner: string, tx?: Tx) {
    return readBalances(tx ?? this.db.query, owner)
  }

  statement(request: Parameters<Ledger['statement']>[0]) {
    return readStatement(this.db, request)
  }

  statementTotals(request: Parameters<Ledger['statementTotals']>[0]) {
    return readStatementTotals(this.db, request)
  }

  private async postTogether(postings: readonly Posting[]): Promise<readonly PostingOutcome[]> {
    const { outcomes, changed } = await this.send(this.onPool, postings)
    this.announceIds(changed)
    return outcomes
  }

  private async send(call: Ask, postings: readonly Posting[], tx?: Tx): Promise<Posted> {
    const count = postings.length
    if (count === 0) return { outcomes: [], changed: [] }
    const idOf = await this.idsOf(postings, tx)
    const encoded = [...encodePostings(postings, idOf), encodeReservations(postings, idOf)]
    const [row] = await call<PostRow>(postText, [new Date(this.clock.now()), ...encoded])
    if (row === undefined || row.outcomes.length !== count)
      throw new Error('the ledger did not answer every posting')
    const short = row.faults.filter((id) => id !== null)
    const refs = short.length === 0 ? [] : await this.ids.refsOf(short, call)
    let next = 0
    const outcomes = [...row.outcomes].map((digit, index) =>
      outcomeOf(digit, (row.faults[index] ?? null) === null ? null : (refs[next++] ?? null)),
    )
    return { outcomes, changed: row.changed }
  }

  private announceIds(ids: readonly bigint[]): void {
    if (ids.length === 0 || this.listeners.size === 0) return
    // What was posted stands; a tab that misses this word because the connection just broke learns it with the next.
    this.ids.refsOf(ids, this.onPool).then(
      (accounts) => this.announceAccounts(accounts),
      () => undefined,
    )
  }
}

const within =
  (tx: Tx): Ask =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows

const on =
  (pool: Pick<pg.Pool, 'query'>): Ask =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await pool.query({ name: nameOf(text), text, values: [...values] })).rows as Row[]

/** Prepared once a connection; PostgreSQL's names are at most 63 long. */
const nameOf = (text: string): string =>
  `ledger-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`

const refusals = {
  '2': 'insufficient',
  '3': 'forbidden',
  '4': 'no-account',
  '5': 'no-hold',
  '6': 'no-reservation',
} as const

function outcomeOf(digit: string, account: AccountRef | null): PostingOutcome {
  if (digit === '0' || digit === '1') return { ok: true, repeated: digit === '1' }
  const why = refusals[digit as keyof typeof refusals]
  if (why === undefined) throw new Error(`the ledger answered ${digit}`)
  return { ok: false, why, account }
}
