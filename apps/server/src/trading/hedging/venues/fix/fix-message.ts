import { VenueUnavailable } from '../../venue.ts'
import { beginString, dataFields, separator, tag } from './fix-tags.ts'

export type Field = readonly [tag: number, value: string]

/** A message or field that is not as FIX 4.4 has it, or says what is not read here. Nothing follows from it about any order. */
export class NotUnderstood extends VenueUnavailable {}

/** A message as received: its fields in order, without those of length and checksum. */
export class FixMessage {
  readonly fields: readonly Field[]
  private readonly first: ReadonlyMap<number, string>

  constructor(fields: readonly Field[]) {
    this.fields = fields
    // Fields of a repeating group appear several times: the first is that of a group of one.
    this.first = new Map(fields.toReversed())
  }

  get type(): string {
    return this.first.get(tag.msgType) ?? ''
  }

  get(number: number): string | null {
    return this.first.get(number) ?? null
  }

  all(number: number): readonly string[] {
    return this.fields.filter(([own]) => own === number).map(([, value]) => value)
  }

  /** Returns a field that the message must have. */
  need(number: number): string {
    const value = this.first.get(number)
    if (value === undefined) throw new NotUnderstood(`a message ${this.type} has no field ${number}`)
    return value
  }

  is(number: number): boolean {
    return this.first.get(number) === 'Y'
  }

  /** Returns a whole number, or null where the field is missing or none. */
  number(number: number): number | null {
    const text = this.first.get(number)
    return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
  }
}

const checksum = (text: string): string => {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at)
  return String(sum % 256).padStart(3, '0')
}

/** Writes a message from its type on, with length and checksum. Throws where a value would break the message. */
export function writeFix(fields: readonly Field[]): string {
  const broken = fields.find(([, value]) => value === '' || !/^[\x20-\x7e]+$/.test(value))
  if (broken !== undefined) throw new Error(`field ${broken[0]} cannot be sent`)
  const body = fields.map(([number, value]) => `${number}=${value}${separator}`).join('')
  const text = `${tag.beginString}=${beginString}${separator}${tag.bodyLength}=${body.length}${separator}${body}`
  return `${text}${tag.checkSum}=${checksum(text)}${separator}`
}

const head = new RegExp(`^8=([^${separator}]{1,12})${separator}9=(\\d{1,7})${separator}`)
const trailer = new RegExp(`^10=(\\d{3})${separator}$`)
const trailerLength = 7
const longestHead = 32
const mostBytes = 1024 * 1024

/** Cuts a stream of bytes into messages. Garbled ones are left out: the gap in the numbers shows that they are missing. */
export class FixReader {
  private pending = ''

  read(chunk: Buffer): FixMessage[] {
    // One character a byte, so that lengths and sums are those of the bytes.
    this.pending += chunk.toString('latin1')
    const messages: FixMessage[] = []
    let message = this.next()
    while (message !== null) {
      if (message !== 'garbled') messages.push(message)
      message = this.next()
    }
    return messages
  }

  private next(): FixMessage | 'garbled' | null {
    const start = this.pending.indexOf('8=FIX')
    if (start < 0) {
      this.pending = this.pending.slice(-4)
      return null
    }
    this.pending = this.pending.slice(start)
    const found = head.exec(this.pending)
    if (found === null) return this.pending.length > longestHead ? this.skip() : null
    const [whole, begin = '', length] = found
    const end = whole.length + Number(length)
    if (end > mostBytes) return this.skip()
    if (this.pending.length < end + trailerLength) return null
    const sum = trailer.exec(this.pending.slice(end, end + trailerLength))?.[1]
    if (sum !== checksum(this.pending.slice(0, end))) return this.skip()
    const fields = fieldsOf(this.pending.slice(whole.length, end))
    if (fields === null) return this.skip()
    this.pending = this.pending.slice(end + trailerLength)
    return new FixMessage([[tag.beginString, begin], ...fields])
  }

  private skip(): 'garbled' {
    this.pending = this.pending.slice(1)
    return 'garbled'
  }
}

/** Returns the number before the next equals sign; null where there is none. */
function tagOf(body: string, at: number, equals: number): number | null {
  const text = equals < 0 ? '' : body.slice(at, equals)
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** Reads the fields between length and checksum; null where they are none. */
function fieldsOf(body: string): Field[] | null {
  const fields: Field[] = []
  /** Field of raw data that comes next, and its length. */
  let [dataTag, dataLength] = [0, 0]
  for (let at = 0; at < body.length; ) {
    const equals = body.indexOf('=', at)
    const number = tagOf(body, at, equals)
    if (number === null) return null
    const start: number = equals + 1
    const end: number = dataTag === number ? start + dataLength : body.indexOf(separator, start)
    if (end < start || body[end] !== separator) return null
    const value = body.slice(start, end)
    fields.push([number, value])
    dataTag = dataFields.get(number) ?? 0
    dataLength = Number(value)
    at = end + 1
  }
  return fields[0]?.[0] === tag.msgType ? fields : null
}

/** Writes a moment as FIX does: `20261130-13:05:42.123`. */
export function writeTime(at: number): string {
  const [date = '', time = ''] = new Date(at).toISOString().split('T')
  return `${date.replaceAll('-', '')}-${time.replace('Z', '')}`
}

export const writeDate = (at: number): string => writeTime(at).slice(0, 8)

/** Reads a moment to the millisecond. */
export function readTime(text: string): number {
  const match = /^(\d{4})(\d{2})(\d{2})-(\d{2}:\d{2}:\d{2})(?:\.(\d{1,12}))?$/.exec(text)
  const [, year, month, day, time, fraction = ''] = match ?? []
  const at = Date.parse(`${year}-${month}-${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  if (match === null || Number.isNaN(at)) throw new NotUnderstood(`${text} is not a time`)
  return at
}
