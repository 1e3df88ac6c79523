import { createHash } from 'node:crypto'
import pg from 'pg'
import { withIdleLimit } from '../../platform/database/session-limits.ts'
import type { Chance } from './chance.ts'
import { type Incarnation, isDead, runningAs } from './incarnations.ts'
import { inTurn } from './outside-work.ts'
import { real } from './virtual-time.ts'

/** The fate of a statement on its way. `lost`: carried out, but the connection is cut before the answer. */
export type StatementFault = 'carried out' | 'lost' | 'cut'

interface Waiting {
  readonly client: pg.Client
  readonly owner: Incarnation | null
  readonly text: string
  readonly send: () => Promise<unknown>
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Sent to the database; its owner learns the outcome when it is delivered. */
interface Sent extends Waiting {
  outcome: { readonly result: unknown } | { readonly error: unknown } | null
}

const never = new Promise<never>(() => undefined)
const cutError = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
const lookAfterMs = 10

/**
 * Every statement of every server's connections passes here: one at a time, in an order that the seed decides. A statement that waits
 * for a lock in the database lets others go before it; what PostgreSQL lets go on then is waited for.
 */
export class Statements {
  private readonly waiting: Waiting[] = []
  private blocked: Sent[] = []
  private chance: Chance
  private monitor: pg.Client | null = null
  /** Decides the fate of each statement; set by the faults of a seed. */
  faultFor: (text: string, owner: Incarnation | null) => StatementFault = () => 'carried out'
  /** Refuses new connections, as a pool that is exhausted or a server that is away. */
  refuseConnections: (owner: Incarnation | null) => Error | null = () => null
  /** Called with every statement as it is sent. */
  onSent: (text: string) => void = () => undefined
  count = 0
  /** Waits until all that needs neither a statement nor time is done; set by the driver. */
  rest: () => Promise<void> = turn

  constructor(chance: Chance) {
    this.chance = chance
  }

  /** Takes the place of the driver's own sending; there is no way back. */
  install(): void {
    const client = pg.Client.prototype
    const query = client.query
    const connect = client.connect
    const end = client.end
    const gate = this
    Object.assign(client, {
      query(this: pg.Client, config: unknown, values?: unknown, callback?: unknown) {
        // A connection's statements belong to its server.
        const owner = runningAs() ?? owners.get(this) ?? null
        if (owner === null) return Reflect.apply(query, this, [config, values, callback])
        const heard = [config, values, callback].find((one) => typeof one === 'function')
        const args = [config, values].filter((one) => typeof one !== 'function')
        const send = () => Reflect.apply(query, this, args)
        const result = gate.add({ client: this, owner, text: textOf(config), send })
        if (heard === undefined) return result
        const reply = heard as (error: unknown, result?: unknown) => void
        result.then(
          (result) => reply(null, result),
          (error) => reply(error),
        )
        return undefined
      },
      end(this: pg.Client, callback?: (error?: unknown) => void) {
        const ended = inTurn<void>(() => Reflect.apply(end, this, []))
        if (callback === undefined) return ended
        ended.then(() => callback(), callback)
        return undefined
      },
      connect(this: pg.Client, callback?: (error: unknown) => void) {
        const result = gate.connect(this, () => Reflect.apply(connect, this, []))
        if (callback === undefined) return result
        result.then(() => callback(null), callback)
        return undefined
      },
    })
  }

  /** For a new seed, on a database of its own; `monitor` looks at locks and ends sessions, past the gate. */
  async restart(chance: Chance, monitor: pg.PoolConfig | null): Promise<void> {
    this.chance = chance
    this.count = 0
    this.waiting.length = 0
    this.blocked = []
    this.faultFor = () => 'carried out'
    this.refuseConnections = () => null
    await this.monitor?.end().catch(() => undefined)
    this.monitor = null
    if (monitor === null) return
    const client = new pg.Client(withIdleLimit(monitor))
    client.on('error', () => undefined)
    this.monitor = client
    await client.connect()
  }

  /** Asks past the gate: what the simulator itself looks at. */
  async look<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    if (this.monitor === null) throw new Error('nobody looks at this database')
    const name = createHash('sha256').update(text).digest('hex').slice(0, 40)
    return (await this.monitor.query<Row>({ name, text, values })).rows
  }

  /** Ends all sessions of a killed server, as its machine's death does. */
  async endSessionsOf(owner: Incarnation): Promise<void> {
    await this.terminate([...clientsOf(owner)].map(pidOf).filter((pid) => pid !== null))
  }

  /** Ends sessions and waits until they have: PostgreSQL's own waiting looks every tenth of a second. */
  private async terminate(pids: readonly number[]): Promise<void> {
    await this.look('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid', [pids])
    const left = 'SELECT count(*)::int AS count FROM pg_stat_activity WHERE pid = ANY ($1::int[])'
    while ((await this.look<{ count: number }>(left, [pids]))[0]?.count !== 0) await realWait(1)
  }

  /** Statements wait to be released. */
  get busy(): boolean {
    return this.waiting.length > 0
  }

  /** Sends one statement and waits until it is answered or waits for a lock; false when there was none to send. */
  async release(): Promise<boolean> {
    this.dropDead()
    const heads = this.heads()
    if (heads.length === 0) return false
    const next = heads.length === 1 ? heads[0] : this.chance.pick(heads)
    if (next === undefined) return false
    this.waiting.splice(this.waiting.indexOf(next), 1)
    await this.carryOut(next)
    await this.lookAtBlocked()
    return true
  }

  /** Statements that wait for a lock that somebody else holds. */
  get stuck(): readonly { readonly text: string }[] {
    return this.blocked
  }

  private add(statement: Omit<Waiting, 'resolve' | 'reject'>): Promise<unknown> {
    if (isDead(statement.owner)) return never
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...statement, resolve, reject })
    })
  }

  private async connect(client: pg.Client, connect: () => Promise<unknown>): Promise<unknown> {
    const owner = runningAs()
    if (isDead(owner)) return never
    if (owner === null) return connect()
    const refused = this.refuseConnections(owner)
    if (refused !== null) throw refused
    clientsOf(owner).add(client)
    owners.set(client, owner)
    return inTurn(connect)
  }

  private dropDead(): void {
    for (let at = this.waiting.length - 1; at >= 0; at--)
      if (isDead(this.waiting[at]?.owner ?? null)) this.waiting.splice(at, 1)
  }

  /** The oldest of each connection: a connection's own statements stay in their order. */
  private heads(): Waiting[] {
    const taken = new Set<pg.Client>(this.blocked.map(({ client }) => client))
    return this.waiting.filter(({ client }) => {
      if (taken.has(client)) return false
      taken.add(client)
      return true
    })
  }

  private async carryOut(waiting: Waiting): Promise<void> {
    const fault = this.faultFor(waiting.text, waiting.owner)
    this.count += 1
    this.onSent(fault === 'carried out' ? waiting.text : `[${fault}] ${waiting.text}`)
    if (fault === 'cut') return this.cut(waiting)
    const sent: Sent = { ...waiting, outcome: null }
    const done = sent.send().then(
      (result) => {
        sent.outcome = { result }
      },
      (error: unknown) => {
        sent.outcome = { error }
      },
    )
    await this.untilDoneOrBlocked(sent, done)
    if (fault === 'lost' && sent.outcome !== null) return this.cut(sent)
    if (!deliver(sent)) this.blocked.push(sent)
  }

  private async untilDoneOrBlocked(sent: Sent, done: Promise<void>): Promise<void> {
    while (sent.outcome === null) {
      await Promise.race([done, realWait(lookAfterMs)])
      if (sent.outcome === null && (await this.isBlocked(sent.client))) return
    }
  }

  private async isBlocked(client: pg.Client): Promise<boolean> {
    const pid = pidOf(client)
    if (pid === null) return false
    const [row] = await this.look<{ waits: boolean }>(
      'SELECT cardinality(pg_blocking_pids($1)) > 0 AS waits',
      [pid],
    )
    return row?.waits === true
  }

  /** Waits for the statements that an ended transaction let go on, and reports them after what follows from its end. */
  private async lookAtBlocked(): Promise<void> {
    for (const sent of [...this.blocked]) {
      while (sent.outcome === null && !(await this.isBlocked(sent.client))) await realWait(1)
      if (sent.outcome === null) continue
      this.blocked.splice(this.blocked.indexOf(sent), 1)
      await this.rest()
      deliver(sent)
    }
  }

  /** The session ends in the database before its owner learns of it: nothing of it is left half done. */
  private async cut(waiting: Waiting): Promise<void> {
    const pid = pidOf(waiting.client)
    const ended = hasEnded(waiting.client)
    if (pid !== null) await this.terminate([pid])
    waiting.reject(cutError())
    // Its pool hears of the end from the socket, which on a busy machine takes its time.
    if (pid !== null) await ended
  }
}

/** False while there is nothing to deliver. */
function deliver({ outcome, resolve, reject }: Sent): boolean {
  if (outcome === null) return false
  if ('result' in outcome) resolve(outcome.result)
  else reject(outcome.error)
  return true
}

/** Resolves once the client has noticed that its session is over. */
const hasEnded = (client: pg.Client): Promise<void> =>
  new Promise((resolve) => {
    if (client.connection.stream.destroyed) resolve()
    else client.once('end', () => resolve())
  })

const turn = () => new Promise<void>((resolve) => void real.setImmediate(resolve))
const realWait = (ms: number) => new Promise<void>((resolve) => void real.setTimeout(resolve, ms))

const textOf = (config: unknown): string =>
  typeof config === 'string' ? config : String((config as { text?: unknown } | null)?.text ?? '')

/** The process of a session in PostgreSQL, which pg keeps and its types leave out; null before it is connected. */
const pidOf = (client: pg.Client): number | null =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : null

const owners = new WeakMap<pg.Client, Incarnation>()
const clients = new WeakMap<Incarnation, Set<pg.Client>>()

function clientsOf(owner: Incarnation): Set<pg.Client> {
  const known = clients.get(owner) ?? new Set()
  clients.set(owner, known)
  return known
}
