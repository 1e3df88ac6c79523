import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { FairLine } from '../../http/files/fair-line.ts'
import { programFile } from '../../program-file.ts'
import type { Drawing, DrawingRequest } from './drawing.ts'

export interface DrawingLimits {
  /** Looked at every few milliseconds, so set below the 256 MB that are never to be passed. */
  readonly mostBytes: number
  readonly longestMs: number
  /** Without work for this long, the process ends. */
  readonly idleMs: number
  /** Most pictures that may wait at once; further ones are rejected for now. */
  readonly mostWaiting: number
  /** Most waiting pictures of one customer. */
  readonly mostOfOne: number
}

export const drawingLimits: DrawingLimits = {
  mostBytes: 232 * 1024 * 1024,
  longestMs: 20_000,
  idleMs: 30_000,
  mostWaiting: 40,
  mostOfOne: 4,
}

const looksEveryMs = 15
const comeAgainMs = 5_000

/**
 * Processes one picture at a time, with customers taking turns, in a separate process. The process starts with the first
 * picture, ends when idle, and can die without harm.
 */
export class DrawingPool {
  private readonly limits: DrawingLimits
  private process: ChildProcess | null = null
  private readonly line: FairLine
  private underWay = 0
  private idle: NodeJS.Timeout | null = null
  /** The most memory any picture took, in bytes. */
  peakBytes = 0

  constructor(limits: DrawingLimits = drawingLimits) {
    this.limits = limits
    const { mostWaiting, mostOfOne } = limits
    this.line = new FairLine({ atOnce: 1, atOnceOfOne: 1, mostWaiting, mostOfOne, comeAgainMs })
  }

  /** Processes a picture when its turn comes. A picture that kills the process is `broken`, one that exceeds its limits `pixels`. */
  async draw(request: DrawingRequest, who: string): Promise<Drawing> {
    this.underWay += 1
    try {
      return await this.line.run(who, () => this.drawNow(request))
    } finally {
      this.underWay -= 1
      this.endWhenIdle()
    }
  }

  stop(): void {
    if (this.idle !== null) clearTimeout(this.idle)
    this.process?.kill('SIGKILL')
    this.process = null
  }

  private async drawNow(request: DrawingRequest): Promise<Drawing> {
    if (this.idle !== null) clearTimeout(this.idle)
    this.process ??= await startProcess()
    const child = this.process
    return new Promise((resolve) => {
      const look = (): number => {
        const used = memoryOf(child)
        this.peakBytes = Math.max(this.peakBytes, used)
        return used
      }
      const watching = setInterval(() => {
        if (look() > this.limits.mostBytes) end({ ok: false, reason: 'pixels' })
      }, looksEveryMs)
      const tooLong = setTimeout(() => end({ ok: false, reason: 'broken' }), this.limits.longestMs)
      const gone = () => end({ ok: false, reason: 'broken' })
      // WebAssembly's memory never shrinks: the decoder of JPEG 2000 leaves with its process.
      const done = (drawing: Drawing) => {
        // A small picture is drawn between two looks.
        look()
        if (request.kind === 'jpeg2000') end(drawing)
        else settle(drawing)
      }
      const settle = (drawing: Drawing) => {
        clearInterval(watching)
        clearTimeout(tooLong)
        child.off('message', done).off('exit', gone)
        resolve(drawing)
      }
      const end = (drawing: Drawing) => {
        child.kill('SIGKILL')
        if (this.process === child) this.process = null
        settle(drawing)
      }
      child.once('message', done).once('exit', gone)
      child.send(request)
    })
  }

  private endWhenIdle(): void {
    if (this.underWay > 0) return
    if (this.idle !== null) clearTimeout(this.idle)
    this.idle = setTimeout(() => this.stop(), this.limits.idleMs)
    this.idle.unref()
  }
}

function startProcess(): Promise<ChildProcess> {
  const child = fork(programFile('platform/files/drawing/drawing-process'), [], {
    execArgv: ['--max-old-space-size=128'],
    env: { NODE_ENV: 'production', VIPS_WARNING: '0' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', () => {
      child.unref()
      child.channel?.unref()
      resolve(child)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the drawing process ended with ${code}`)))
  })
}

const pageBytes = 4_096

/** Reads the resident memory on Linux; on other systems only the bounds on pixels apply. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes
  } catch {
    // No such page here, or the process has just ended, which `exit` reports.
    return 0
  }
}
