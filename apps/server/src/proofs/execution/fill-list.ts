import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { PublishedFill } from '@candor/contract'
import { canonicalJson } from '../canonical-json.ts'

const pack = promisify(gzip)

/** One part of a report's fills, as it is stored and published. */
export interface FillPart {
  readonly fills: number
  /** SHA-256 of the canonical JSON of its fills. */
  readonly hash: string
  readonly packed: Buffer
}

const fillsAPart = 1_000

/** Collects the fills of a report in parts, each order under a pseudonym of its own that is made for this report. */
export class FillList {
  private readonly names = new Map<string, string>()
  private readonly finished: FillPart[] = []
  private lines: string[] = []

  pseudonymOf(orderId: string): string {
    const known = this.names.get(orderId)
    if (known !== undefined) return known
    const name = randomBytes(8).toString('hex')
    this.names.set(orderId, name)
    return name
  }

  async add(fill: PublishedFill): Promise<void> {
    this.lines.push(canonicalJson(fill))
    if (this.lines.length === fillsAPart) await this.finish()
  }

  async parts(): Promise<readonly FillPart[]> {
    if (this.lines.length > 0) await this.finish()
    return this.finished
  }

  private async finish(): Promise<void> {
    const { lines } = this
    this.lines = []
    const text = `[${lines.join(',')}]`
    const hash = createHash('sha256').update(text).digest('hex')
    this.finished.push({ fills: lines.length, hash, packed: await pack(text) })
  }
}
