import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { withIdleLimit } from '../database/session-limits.ts'
import { cutIntoPieces, PieceJoiner } from './pieces.ts'
import type { Wire, WireLog } from './wire.ts'

/** PostgreSQL's limit of a notification is 7 999 bytes. */
const longestPiece = 7_900
const piecesAtOnce = 200
/** While the database is away; then the oldest are given up. */
const mostWaiting = 20_000
const againAfterMs = 250

const channelOf = (subject: string) => `candor_${subject}`

/** LISTEN and NOTIFY over a separate connection, for several processes on one database without NATS. */
export class PostgresWire implements Wire {
  private readonly connection: pg.PoolConfig
  private readonly log: WireLog
  private readonly sender = randomBytes(6).toString('hex')
  private readonly hearers = new Map<string, (json: string) => void>()
  private readonly joiner = new PieceJoiner()
  private waiting: (readonly [channel: string, piece: string])[] = []
  private client: pg.Client | null = null
  private sending: Promise<void> | null = null
  private again: NodeJS.Timeout | null = null
  private sent = 0
  private closed = false

  private constructor(connection: pg.PoolConfig, log: WireLog) {
    this.connection = connection
    this.log = log
  }

  static async open(connection: pg.PoolConfig, log: WireLog): Promise<PostgresWire> {
    const wire = new PostgresWire(connection, log)
    await wire.connect()
    return wire
  }

  send(subject: string, json: string): void {
    this.sent += 1
    for (const piece of cutIntoPieces(this.sender, this.sent, json, longestPiece))
      this.waiting.push([channelOf(subject), piece])
    if (this.waiting.length > mostWaiting) this.waiting.splice(0, this.waiting.length - mostWaiting)
    this.pump()
  }

  async listen(subject: string, hear: (json: string) => void): Promise<void> {
    const channel = channelOf(subject)
    this.hearers.set(channel, hear)
    await this.client?.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
  }

  async close(): Promise<void> {
    await this.sending
    this.closed = true
    if (this.again !== null) clearTimeout(this.again)
    await this.client?.end().catch(() => undefined)
  }

  private async connect(): Promise<void> {
    const client = new pg.Client(withIdleLimit({ ...this.connection, keepAlive: true }))
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload = '' }) => this.hear(channel, payload))
    await client.connect()
    // A notification promises nothing, so it need not wait for the disk.
    await client.query('SET synchronous_commit = off')
    for (const channel of this.hearers.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    client.once('end', () => this.comeBack())
    this.client = client
    this.pump()
  }

  private comeBack(): void {
    this.client = null
    if (this.closed) return
    this.again = setTimeout(() => {
      this.connect().catch((err: unknown) => {
        this.log.warn({ err }, 'cannot reach the other processes')
        this.comeBack()
      })
    }, againAfterMs)
  }

  /** Sends the waiting messages; those that arrive meanwhile go with the next batch. */
  private pump(): void {
    if (this.sending !== null || this.client === null || this.waiting.length === 0) return
    this.sending = this.sendWaiting(this.client).finally(() => {
      this.sending = null
      this.pump()
    })
  }

  private async sendWaiting(client: pg.Client): Promise<void> {
    while (this.waiting.length > 0 && this.client === client) {
      const batch = this.waiting.splice(0, piecesAtOnce)
      try {
        await client.query({
          name: 'bus-notify',
          text: 'SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) m (c, p)',
          values: [batch.map(([channel]) => channel), batch.map(([, piece]) => piece)],
        })
      } catch (err) {
        // The connection broke, and a new one is on its way: what was in this batch is lost, as any wire may lose.
        this.log.warn({ err, messages: batch.length }, 'messages to other processes were lost')
        return
      }
    }
  }

  private hear(channel: string, piece: string): void {
    const json = this.joiner.join(piece)
    if (json !== null) this.hearers.get(channel)?.(json)
  }
}
