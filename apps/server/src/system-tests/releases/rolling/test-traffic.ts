import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLedger } from '../../../ledger/postgres-ledger.ts'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import { customer as accountOf, ofHouse, transfer } from '../../../ledger/test-accounts.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { KeyedClient } from './test-keyed-client.ts'

const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
const password = 'a long and plain phrase'

interface Customer {
  readonly id: string
  readonly token: string
}

/** Customers who trade and save without a pause, each request with a key of its own. */
export class Traffic {
  readonly client: KeyedClient
  private readonly db: Database
  private readonly dataDir: string
  private readonly urls: () => readonly string[]
  private ending = false
  private readonly running: Promise<void>[] = []
  private readonly customers: string[] = []
  private failure: unknown = null

  constructor(db: Database, dataDir: string, urls: () => readonly string[]) {
    this.db = db
    this.dataDir = dataDir
    this.urls = urls
    this.client = new KeyedClient(urls)
  }

  /** Signs customers up: all but the last trade demo money, which the engine decides, and the last saves real money, which the database does. */
  async start(names: readonly string[]): Promise<void> {
    const customers: Customer[] = []
    for (const name of names) customers.push(await this.signUp(name))
    const saver = customers.pop()
    if (saver === undefined) throw new Error('nobody saves')
    await this.fund(saver.id)
    this.run(() => this.save(saver))
    for (const trader of customers) this.run(() => this.trade(trader))
  }

  /** Waits until so many more requests were accepted. Throws what a customer's request failed with. */
  async accepted(more: number): Promise<void> {
    const until = this.client.effects.length + more
    while (this.client.effects.length < until) {
      if (this.failure !== null) throw this.failure
      await sleep(20)
    }
  }

  /** Lets every customer finish what they began. */
  async end(): Promise<void> {
    this.ending = true
    await Promise.all(this.running)
    if (this.failure !== null) throw this.failure
  }

  /** Lists what differs between the responses and the database: a key without its effect, an effect without its response, a ledger that does not add up. */
  async findings(): Promise<readonly string[]> {
    const { effects } = this.client
    const { rows } = await this.db.pool.query<{ keys: string[]; orders: string[]; savings: number }>(
      `SELECT ARRAY(SELECT key FROM http_idempotency WHERE user_id = ANY ($1)) AS keys,
              ARRAY(SELECT id::text FROM orders_contracts WHERE user_id = ANY ($1)) AS orders,
              (SELECT count(*)::int FROM ledger_entries WHERE kind = 'savings-entry') AS savings`,
      [this.customers],
    )
    const [{ keys, orders, savings } = { keys: [], orders: [], savings: 0 }] = rows
    const madeBy = (path: string) => effects.filter((effect) => effect.path === path)
    const entered = madeBy('user/enterSavings').length
    return [
      ...different(
        'key',
        keys,
        effects.map(({ key }) => key),
      ),
      ...different(
        'order',
        orders,
        madeBy('order/buyContract').map(({ id }) => String(id)),
      ),
      ...(savings === entered ? [] : [`${entered} savings were accepted, and the ledger has ${savings}`]),
      ...(await reconcile(this.db)),
    ]
  }

  private run(turn: () => Promise<void>): void {
    const loop = async () => {
      while (!this.ending) await turn()
    }
    this.running.push(
      loop().catch((error: unknown) => {
        this.ending = true
        this.failure ??= error
      }),
    )
  }

  private async trade({ token }: Customer): Promise<void> {
    const headers = { authorization: token, virtually: 'NO' }
    const { result } = await this.client.post('order/buyContract', order, headers)
    await this.client.post('order/closeContract', { id: result.id }, headers)
  }

  private async save({ token }: Customer): Promise<void> {
    const headers = { authorization: token, virtually: 'YES' }
    await this.client.post('user/enterSavings', { coin: 'USDT', amount: '10' }, headers)
    await sleep(50)
  }

  private async fund(userId: string): Promise<void> {
    const ledger = createLedger(this.db, systemClock)
    const step = transfer('deposit', ofHouse('world', 'USDT'), accountOf(userId, 'USDT'), 100_000_000_000n)
    const posted = await ledger.post({ id: randomUUID(), reference: null, steps: [step] })
    if (!posted.ok) throw new Error('the deposit was not posted')
  }

  private async signUp(userName: string): Promise<Customer> {
    const email = `${userName}@candor.example`
    const client = new KeyedClient(this.urls)
    await client.post('login/sendCode', { email, purpose: 'register' })
    const outbox = join(this.dataDir, 'outbox')
    const letters = readdirSync(outbox).filter((name) => name.endsWith('.json'))
    const { code } = JSON.parse(readFileSync(join(outbox, letters.sort().at(-1) ?? ''), 'utf8'))
    const { result } = await client.post('login/register', {
      ...{ userName, email, code, password },
      country: 'DE',
    })
    this.customers.push(result.user.id)
    return { id: result.user.id, token: result.token }
  }
}

/** Compares what the database has, each once, with what was accepted. */
function different(what: string, stored: readonly string[], accepted: readonly string[]): string[] {
  const [inDatabase, inResponses] = [new Set(stored), new Set(accepted)]
  return [
    ...(inDatabase.size === stored.length ? [] : [`a ${what} is stored twice`]),
    ...stored.filter((one) => !inResponses.has(one)).map((one) => `${what} ${one} was never accepted`),
    ...accepted.filter((one) => !inDatabase.has(one)).map((one) => `${what} ${one} is not stored`),
  ]
}
