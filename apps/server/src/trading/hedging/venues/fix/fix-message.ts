import { VenueUnavailable } from '../../venue.ts'
import { beginString, separator, tag } from './fix-tags.ts'

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

/** Sums the bytes of a message up to its last field, which holds the sum. */
export function checksum(bytes: Uint8Array): string {
  let sum = 0
  for (const byte of bytes) sum += byte
  return String(sum % 256).padStart(3, '0')
}

/** Writes a message from its type on, with length and checksum. Throws where a value would break the message. */
export function writeFix(fields: readonly Field[]): string {
  const broken = fields.find(([, value]) => value === '' || !/^[\x20-\x7e]+$/.test(value))
  if (broken !== undefined) throw new Error(`field ${broken[0]} cannot be sent`)
  const body = fields.map(([number, value]) => `${number}=${value}${separator}`).join('')
  const text = `${tag.beginString}=${beginString}${separator}${tag.bodyLength}=${body.length}${separator}${body}`
  return `${text}${tag.checkSum}=${checksum(Buffer.from(text, 'latin1'))}${separator}`
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
