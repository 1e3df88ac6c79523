import type { Quote } from '@candor/rules'
import type { Feed, FeedLog, FeedSink } from '../feed.ts'
import { openReplayFolder, type Recording, readRecording } from './recording.ts'

/** Interval at which due rows are passed on. */
const paceMs = 40
/** Rows passed on before other work of the process gets its turn. */
const turnRows = 500

export interface ReplayFeedOptions {
  readonly dir: string
  /** Speed relative to the recording; `max`: as fast as they are taken. */
  readonly speed: number | 'max'
  readonly loop: boolean
  readonly isListed: (code: string) => boolean
  readonly sink: FeedSink
  readonly log: FeedLog
  /** Real time passing, ms: a moved clock must not throw the recording forward. */
  readonly elapsedMs?: () => number
}

/** One recording's clock. It begins with the server, and with each loop. */
interface RecordedSeries {
  readonly recording: Recording
  firstTime: number | null
  startedAt: number
  lastTime: number | null
  lastAt: number
}

/** Plays each recording on its own, from its beginning, at the configured speed. */
export class ReplayFeed implements Feed {
  private readonly options: ReplayFeedOptions
  private readonly elapsedMs: () => number
  private readonly series = new Map<string, RecordedSeries>()
  private readonly playing: Promise<void>[] = []
  private stopped = false
  private readonly wakers = new Set<() => void>()

  constructor(options: ReplayFeedOptions) {
    this.options = options
    this.elapsedMs = options.elapsedMs ?? (() => performance.now())
  }

  async start(): Promise<void> {
    const { recordings, unknown } = await openReplayFolder(this.options.dir, this.options.isListed)
    if (unknown.length > 0)
      this.options.log.warn({ files: unknown }, 'recordings of unlisted markets are skipped')
    for (const recording of recordings) {
      const recorded = { recording, firstTime: null, startedAt: 0, lastTime: null, lastAt: 0 }
      this.series.set(recording.code, recorded)
      this.playing.push(this.play(recorded))
    }
  }

  async stop(): Promise<void> {
    this.stopped = true
    for (const wake of this.wakers) wake()
    await Promise.all(this.playing)
  }

  recordedNow(code: string): number | null {
    const recorded = this.series.get(code)
    if (recorded === undefined || recorded.firstTime === null) return null
    const { speed } = this.options
    if (speed === 'max')
      return (recorded.lastTime ?? recorded.firstTime) + (this.elapsedMs() - recorded.lastAt)
    return recorded.firstTime + (this.elapsedMs() - recorded.startedAt) * speed
  }

  private async play(recorded: RecordedSeries): Promise<void> {
    try {
      do await this.playOnce(recorded)
      while (this.options.loop && !this.stopped)
      if (!this.stopped) this.options.log.info({ code: recorded.recording.code }, 'the recording has ended')
    } catch (error) {
      this.options.log.warn({ code: recorded.recording.code, error: String(error) }, 'the recording stopped')
    }
  }

  private async playOnce(recorded: RecordedSeries): Promise<void> {
    this.options.sink.restart(recorded.recording.code, 'replay')
    recorded.firstTime = null
    for await (const rows of readRecording(recorded.recording)) {
      await this.deliver(recorded, rows)
      if (this.stopped) return
    }
  }

  private async deliver(recorded: RecordedSeries, rows: readonly Quote[]): Promise<void> {
    let inTurn = 0
    for (const row of rows) {
      if (recorded.firstTime === null) {
        recorded.firstTime = row.time
        recorded.startedAt = this.elapsedMs()
      }
      while (!this.stopped && !this.due(recorded, row)) {
        await this.rest(paceMs)
        inTurn = 0
      }
      if (this.stopped) return
      recorded.lastTime = row.time
      recorded.lastAt = this.elapsedMs()
      this.options.sink.offer(row)
      inTurn += 1
      if (inTurn >= turnRows) {
        await this.rest(0)
        inTurn = 0
      }
    }
  }

  private due(recorded: RecordedSeries, row: Quote): boolean {
    return this.options.speed === 'max' || row.time <= (this.recordedNow(recorded.recording.code) ?? row.time)
  }

  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.wakers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      this.wakers.add(wake)
    })
  }
}
