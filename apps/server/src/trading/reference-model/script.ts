/** One line of a script, as `candor replay` reads it. */
export interface Scripted {
  readonly at: number
  readonly as: string
  readonly ref: string
  readonly call: string
  readonly body: Readonly<Record<string, unknown>>
  /** The price it was shown, from which its `maxSlippage` counts. */
  readonly quoted?: string
}

/** A script by name: later calls are for the market of what they name. */
export class Script {
  readonly inOrder: readonly Scripted[]
  private readonly markets = new Map<string, string>()

  constructor(lines: readonly Scripted[]) {
    this.inOrder = [...lines].sort((a, b) => a.at - b.at)
    for (const line of this.inOrder) {
      const code = this.codeOf(line)
      if (line.call === 'buyContract' || line.call === 'reverseContract') this.markets.set(line.ref, code)
    }
  }

  codeOf({ body }: Scripted): string {
    if (body.code !== undefined) return String(body.code)
    return this.markets.get(named(body)) ?? ''
  }
}

/** The name of the order a call is about. */
export const named = ({ id }: Scripted['body']): string => String(id).replace(/^@/, '')
