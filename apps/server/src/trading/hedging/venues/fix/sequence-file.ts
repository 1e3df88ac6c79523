import {
  closeSync,
  fdatasync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const flush = promisify(fdatasync)
/** One line for each change: both numbers, and their sum, by which a line that was written in part is known. */
const line = /^(\d{1,15}) (\d{1,15}) (\d{1,16})$/
const mostBytes = 1024 * 1024

interface Numbers {
  readonly outgoing: number
  readonly incoming: number
}

/**
 * The next numbers of a session, in both directions, in a file of the data folder. An outgoing number is on the disk before it is used: after a
 * crash none is used twice. Of what is received the newest may be missing: it is then received twice.
 */
export class SequenceFile {
  private readonly path: string
  private handle: number | null = null
  private bytes = 0
  private numbers: Numbers = { outgoing: 1, incoming: 1 }

  constructor(path: string) {
    this.path = path
  }

  get outgoing(): number {
    return this.numbers.outgoing
  }

  get incoming(): number {
    return this.numbers.incoming
  }

  /** Reads what the file has, and begins a new one with it. Returns false where there is none: a first session, or a lost file. */
  open(): boolean {
    this.close()
    const found = readNumbers(this.path)
    this.begin(found ?? { outgoing: 1, incoming: 1 })
    return found !== null
  }

  close(): void {
    if (this.handle !== null) closeSync(this.handle)
    this.handle = null
  }

  /** Takes the next outgoing number, which is on the disk when it resolves. */
  async take(): Promise<number> {
    const { outgoing, incoming } = this.numbers
    this.append({ outgoing: outgoing + 1, incoming })
    if (this.handle !== null) await flush(this.handle)
    return outgoing
  }

  /** Notes which number is expected next. */
  expect(incoming: number): void {
    this.append({ ...this.numbers, incoming })
  }

  /** Begins both directions from these numbers on. */
  reset(numbers: Numbers = { outgoing: 1, incoming: 1 }): void {
    this.close()
    this.begin(numbers)
  }

  private append(numbers: Numbers): void {
    this.numbers = numbers
    if (this.handle === null) return
    if (this.bytes > mostBytes) {
      this.reset(numbers)
      return
    }
    this.bytes += writeSync(this.handle, textOf(numbers))
  }

  private begin(numbers: Numbers): void {
    this.numbers = numbers
    const [folder, fresh] = [dirname(this.path), `${this.path}.new`]
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const handle = openSync(fresh, 'w', 0o600)
    this.bytes = writeSync(handle, textOf(numbers))
    fsyncSync(handle)
    renameSync(fresh, this.path)
    const opened = openSync(folder, 'r')
    fsyncSync(opened)
    closeSync(opened)
    this.handle = handle
  }
}

const textOf = ({ outgoing, incoming }: Numbers) => `${outgoing} ${incoming} ${outgoing + incoming}\n`

/** Reads the last whole line; null without one. */
function readNumbers(path: string): Numbers | null {
  let text: string
  try {
    text = readFileSync(path, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  for (const one of text.split('\n').toReversed()) {
    const [, outgoing, incoming, sum] = (line.exec(one) ?? []).map(Number)
    if (outgoing && incoming && outgoing + incoming === sum) return { outgoing, incoming }
  }
  return null
}
