import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { Interrupted } from './interruption.ts'
import { CommandError } from './say.ts'

const missing = () => new CommandError('An input is missing. Nothing was changed.')

/** Source of input and target of prompts, which is never the output of a command's result. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
}

/**
 * Prompts the person at the terminal, or reads lines without a prompt from a pipe. Secrets are never arguments of a command, which every
 * process of the machine can read, and are hidden while they are typed.
 */
export class PersonAsker {
  private readonly lines: Interface
  private readonly output: NodeJS.WritableStream
  private readonly asks: boolean
  private readonly typed: string[] = []
  private isHidden = false
  private isOver = false
  private wait: { readonly resolve: (line: string) => void; readonly reject: (error: Error) => void } | null =
    null

  constructor({ input, output }: Terminal = { input: process.stdin, output: process.stderr }) {
    this.output = output
    this.asks = input.isTTY === true
    const echo = new Writable({
      write: (chunk, _encoding, done) => {
        if (this.asks && !this.isHidden) output.write(chunk)
        done()
      },
    })
    this.lines = createInterface({ input, output: echo, terminal: this.asks, historySize: 0 })
    this.lines.on('line', (line) => this.take(line))
    this.lines.on('close', () => this.end(missing()))
    this.lines.on('SIGINT', () => this.end(new Interrupted('SIGINT')))
  }

  /** Prompts for a secret. */
  async secret(question: string): Promise<string> {
    this.isHidden = true
    try {
      return await this.line(question)
    } finally {
      this.isHidden = false
      // The person's own Enter was not shown either.
      if (this.asks) this.output.write('\n')
    }
  }

  line(question: string): Promise<string> {
    if (this.asks) this.output.write(question)
    const known = this.typed.shift()
    if (known !== undefined) return Promise.resolve(known)
    if (this.isOver) return Promise.reject(missing())
    return new Promise((resolve, reject) => {
      this.wait = { resolve, reject }
    })
  }

  close(): void {
    this.lines.close()
  }

  private take(line: string): void {
    if (this.wait === null) {
      this.typed.push(line)
      return
    }
    this.wait.resolve(line)
    this.wait = null
  }

  private end(error: Error): void {
    this.isOver = true
    this.wait?.reject(error)
    this.wait = null
    this.lines.close()
  }
}
