import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type BoardQuote,
  judgedOf,
  type QuoteRange,
  rangeOfQuotes,
  rangeOfRanges,
  type StoredQuote,
  type TradableQuote,
} from '@candor/rules'
import { hourMs, minuteMs } from '@candor/rules/time-units.ts'
import type pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { sha256 } from '../../platform/sha256.ts'
import { packMinute, packPlain, unpack } from './quote-pack.ts'
import { minutesWithoutHour, writeHours, writeMinutes } from './quote-ranges-store.ts'
import { leftChunks, type PackedTicks, writeTicks } from './quote-ticks-store.ts'

const flushEveryMs = 1_000
/** Quotes handled before the event loop gets its turn: about 5 ms. */
const inOneTurn = 2_000

/** Consecutive quotes of one market in one minute. */
interface Block {
  readonly code: string
  readonly minute: number
  readonly quotes: StoredQuote[]
  /** Number of them stored in the database as chunks. */
  written: number
}

export interface BoardEvents {
  onTradable(listener: (quote: TradableQuote) => void): () => void
  onQuote(listener: (quote: BoardQuote) => void): () => void
}

/**
 * Keeps every quote the board takes in (trust T6). Taking one in is a push; each second what is new goes to the database
 * as a chunk, and a minute that is over is packed in its chunks' place with its extremes. A kill loses the last second
 * at most, and the next start finishes the minute it left.
 */
export class QuoteKeeper {
  private readonly db: Database
  private readonly clock: Clock
  private readonly onFailure: (error: unknown) => void
  private readonly forming = new Map<string, Block>()
  private finished: Block[] = []
  private readonly endings: (() => void)[] = []
  private timer: NodeJS.Timeout | null = null
  private writing: Promise<void> = Promise.resolve()
  /** Has not begun: what is taken in until it does is written with it. */
  private next: Promise<void> | null = null
  private rolledThrough = 0

  constructor(db: Database, clock: Clock, onFailure: (error: unknown) => void) {
    this.db = db
    this.clock = clock
    this.onFailure = onFailure
  }

  /** Finishes what an earlier run left. Call it before the first quote. */
  async resume(): Promise<void> {
    const left = new Map<string, StoredQuote[]>()
    for (const chunk of await leftChunks(this.db)) {
      const quotes = await unpack(chunk.code, chunk.packed)
      const key = `${chunk.code} ${chunk.minute}`
      const before = left.get(key)
      // Two runs within a minute are two blocks: their numbers do not follow each other.
      if (before?.at(-1)?.seq === chunk.first - 1) before.push(...quotes)
      else left.set(before === undefined ? key : `${key} ${chunk.first}`, quotes)
    }
    for (const [key, quotes] of left) {
      const [code = '', minute = ''] = key.split(' ')
      this.finished.push({ code, minute: Number(minute), quotes, written: quotes.length })
    }
    await this.flush()
  }

  /** Listens to a board, which announces a tradable quote right before it announces the same quote to all listeners. */
  listen(board: BoardEvents): void {
    let tradable: TradableQuote | null = null
    this.endings.push(
      board.onTradable((quote) => {
        tradable = quote
      }),
      board.onQuote((quote) => {
        const same = tradable?.code === quote.code && tradable.seq === quote.seq
        this.take(quote, same && tradable !== null ? judgedOf(tradable) : 0)
      }),
    )
  }

  start(): void {
    this.timer ??= setInterval(() => this.flush().catch(this.onFailure), flushEveryMs)
  }

  async stop(): Promise<void> {
    for (const end of this.endings.splice(0)) end()
    if (this.timer !== null) clearInterval(this.timer)
    this.timer = null
    await this.flush()
  }

  take(quote: BoardQuote, judged: StoredQuote['judged']): void {
    const { code, seq, bid, ask, time, source, receivedAt } = quote
    const before = this.forming.get(code)
    const now = Math.floor(receivedAt / minuteMs)
    const follows = before !== undefined && before.quotes.at(-1)?.seq === seq - 1 && now <= before.minute
    const block = follows ? before : this.begin(code, Math.max(now, before?.minute ?? 0))
    block.quotes.push({ code, seq, bid, ask, time, source, receivedAt, judged })
  }

  /** Resolves when every quote taken in so far is in the database. */
  flush(): Promise<void> {
    if (this.next !== null) return this.next
    const done = this.writing.then(() => {
      this.next = null
      return this.write()
    })
    this.next = done
    this.writing = done.catch(() => undefined)
    return done
  }

  private begin(code: string, minute: number): Block {
    this.finish(code)
    const block: Block = { code, minute, quotes: [], written: 0 }
    this.forming.set(code, block)
    return block
  }

  private finish(code: string): void {
    const block = this.forming.get(code)
    if (block === undefined || block.quotes.length === 0) return
    this.finished.push(block)
    this.forming.delete(code)
  }

  /** Minutes that are over, also of markets that fell silent. */
  private finishOld(): void {
    const now = Math.floor(this.clock.now() / minuteMs)
    for (const [code, { minute }] of this.forming) if (minute < now) this.finish(code)
  }

  private async write(): Promise<void> {
    this.finishOld()
    const finished = this.finished
    this.finished = []
    // Also those that end while the others are packed: they are written as far as they have come, and whole with the next turn.
    const forming = [...this.forming.values()]
    try {
      const { minutes, ticks } = await this.packed(finished)
      const { chunks, blocks } = await this.chunks(forming)
      await this.inTransaction(async (client) => {
        await writeMinutes(client, minutes, ticks)
        await writeTicks(client, chunks)
      })
      for (const { block, through } of blocks) block.written = through
      await this.writeHours()
    } catch (error) {
      // Nothing is lost: it is written with the next turn.
      this.finished = [...finished, ...this.finished]
      throw error
    }
  }

  private async packed(finished: readonly Block[]): Promise<{ minutes: QuoteRange[]; ticks: PackedTicks[] }> {
    const minutes: QuoteRange[] = []
    const ticks: PackedTicks[] = []
    let handled = 0
    for (const { code, minute, quotes } of finished) {
      // Very fast recordings: a range stays small enough to be handled in one turn.
      for (let from = 0; from < quotes.length; from += inOneTurn) {
        const some = quotes.slice(from, from + inOneTurn)
        const range = rangeOfQuotes({ code, span: 'minute', minute }, some, sha256)
        minutes.push(range)
        const until = latestIn(some)
        const packed = await packMinute(some)
        ticks.push({ code, first: range.first, last: range.last, minute, until, closed: true, packed })
        handled += some.length
        if (handled >= inOneTurn) {
          handled = 0
          await nextTurn()
        }
      }
    }
    return { minutes, ticks }
  }

  /** Collects the new quotes of the minutes that are forming. */
  private async chunks(forming: readonly Block[]): Promise<{
    chunks: PackedTicks[]
    blocks: { readonly block: Block; readonly through: number }[]
  }> {
    const chunks: PackedTicks[] = []
    const blocks: { readonly block: Block; readonly through: number }[] = []
    for (const block of forming) {
      const through = block.quotes.length
      for (let from = block.written; from < through; from += inOneTurn) {
        const some = block.quotes.slice(from, Math.min(from + inOneTurn, through))
        const [first] = some
        const last = some.at(-1)
        if (first === undefined || last === undefined) continue
        const { code, minute } = block
        const until = latestIn(some)
        const packed = packPlain(some)
        chunks.push({ code, first: first.seq, last: last.seq, minute, until, closed: false, packed })
        if (some.length === inOneTurn) await nextTurn()
      }
      blocks.push({ block, through })
    }
    return { chunks, blocks }
  }

  /** Hours that are over: of all minutes since a market's last one. */
  private async writeHours(): Promise<void> {
    const now = Math.floor(this.clock.now() / hourMs)
    if (now === this.rolledThrough) return
    const hours = new Map<string, QuoteRange[]>()
    for (const minute of await minutesWithoutHour(this.db.enginePool, now)) {
      const key = `${minute.code} ${Math.floor(minute.from / hourMs)}`
      const of = hours.get(key)
      if (of === undefined) hours.set(key, [minute])
      else of.push(minute)
    }
    const ranges = [...hours].map(([key, minutes]) =>
      rangeOfRanges({ span: 'hour', from: Number(key.split(' ')[1]) * hourMs }, minutes, sha256),
    )
    await writeHours(this.db.enginePool, ranges)
    this.rolledThrough = now
  }

  private async inTransaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    // The engine waits for it before it writes what rests on these quotes.
    const client = await this.db.enginePool.connect()
    try {
      await client.query('BEGIN')
      await work(client)
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    } finally {
      client.release()
    }
  }
}

const latestIn = (quotes: readonly StoredQuote[]): number =>
  quotes.reduce((latest, { receivedAt }) => Math.max(latest, receivedAt), 0)
