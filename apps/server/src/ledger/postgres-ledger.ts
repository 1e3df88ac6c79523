import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { AccountIds, type RunStatement } from './account-ids.ts'
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
import { type LedgerOutcome, ledgerPostSteps } from './posting-types.ts'
import { readBalances, readStatement, readStatementTotals } from './read-ledger.ts'

const postText = `SELECT outcomes::text[] AS outcomes, faults, changed FROM ${ledgerPostSteps.call}`

interface PostRow {
  readonly outcomes: readonly LedgerOutcome[]
  readonly faults: readonly (bigint | null)[]
  readonly changed: readonly bigint[]
}

interface Posted {
  readonly outcomes: readonly PostingOutcome[]
  readonly changed: readonly bigint[]
}

const batching = { lanes: 2, largest: 512, patienceMs: 10_000 }

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
  private readonly onPool: RunStatement
  private readonly onEnginePool: RunStatement

  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
    this.onPool = on(db.pool)
    this.onEnginePool = on(db.enginePool)
    this.batcher = new Batcher((postings) => this.postTogether(postings), batching)
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
    const changedBefore = this.changedIn.get(tx) ?? new Set()
    for (const id of changed) changedBefore.add(id)
    this.changedIn.set(tx, changedBefore)
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
    let committed: Tx | null = null
    const result = await this.db.transaction((tx) => {
      committed = tx
      return work(tx)
    })
    if (committed !== null) this.announce(committed)
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
    return readStatementTotals(this.db.pool, request)
  }

  private async postTogether(postings: readonly Posting[]): Promise<readonly PostingOutcome[]> {
    const { outcomes, changed } = await this.send(this.onPool, postings)
    this.announceIds(changed)
    return outcomes
  }

  private async send(call: RunStatement, postings: readonly Posting[], tx?: Tx): Promise<Posted> {
    const count = postings.length
    if (count === 0) return { outcomes: [], changed: [] }
    const idOf = await this.idsOf(postings, tx)
    const { postings: rows, steps, accounts, holds } = encodePostings(postings, idOf)
    const values = ledgerPostSteps.values({
      p_at: new Date(this.clock.now()),
      p_postings: rows,
      p_steps: steps,
      p_accounts: accounts,
      p_holds: holds,
      p_reservations: encodeReservations(postings, idOf),
    })
    const [row] = await call<PostRow>(postText, values)
    if (row === undefined || row.outcomes.length !== count)
      throw new Error('the ledger did not return every outcome')
    return { outcomes: await this.outcomesOf(row, call), changed: row.changed }
  }

  /** Reads the outcomes, each refusal with the account that lacks. */
  private async outcomesOf({ outcomes, faults }: PostRow, call: RunStatement): Promise<PostingOutcome[]> {
    const lacking = faults.filter((id) => id !== null)
    const accounts = lacking.length === 0 ? [] : await this.ids.refsOf(lacking, call)
    let next = 0
    return outcomes.map((outcome, index) =>
      outcomeOf(outcome, (faults[index] ?? null) === null ? null : (accounts[next++] ?? null)),
    )
  }

  private announceIds(ids: readonly bigint[]): void {
    if (ids.length === 0 || this.listeners.size === 0) return
    // The posting is committed: a listener that misses this notice because the connection broke hears of it with the next.
    this.ids.refsOf(ids, this.onPool).then(
      (accounts) => this.announceAccounts(accounts),
      () => undefined,
    )
  }
}

const within =
  (tx: Tx): RunStatement =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows

const on =
  (pool: Pick<pg.Pool, 'query'>): RunStatement =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await pool.query({ name: nameOf(text), text, values: [...values] })).rows as Row[]

/** Prepared once a connection; PostgreSQL's names are at most 63 long. */
const nameOf = (text: string): string =>
  `ledger-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`

function outcomeOf(outcome: LedgerOutcome, account: AccountRef | null): PostingOutcome {
  if (outcome === 'done' || outcome === 'repeated') return { ok: true, repeated: outcome === 'repeated' }
  return { ok: false, why: outcome, account }
}
