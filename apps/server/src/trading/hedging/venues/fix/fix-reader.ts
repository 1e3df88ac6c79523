import { checksum, type Field, FixMessage } from './fix-message.ts'
import { dataFields, separator, tag } from './fix-tags.ts'

const begin = '8=FIX'
const head = new RegExp(`^8=([^${separator}]{1,12})${separator}9=(\\d{1,7})${separator}`)
const longestHead = 32
const trailer = new RegExp(`^10=(\\d{3})${separator}$`)
const trailerLength = 7
const mostBytes = 1024 * 1024

/**
 * Cuts a stream of bytes into messages. Garbled ones are left out: the gap in the numbers shows that they are missing. Whatever arrives, the work
 * for each byte is limited.
 */
export class FixReader {
  private readonly pending = new PendingBytes()
  private readonly sumOf: (bytes: Uint8Array) => string
  /** Number of pending bytes from which on there is more to read. */
  private needed = 1

  constructor(sumOf: (bytes: Uint8Array) => string = checksum) {
    this.sumOf = sumOf
  }

  read(chunk: Uint8Array): FixMessage[] {
    this.pending.add(chunk)
    const messages: FixMessage[] = []
    while (this.pending.bytes.length >= this.needed) {
      const message = this.next()
      if (message !== null) messages.push(message)
    }
    return messages
  }

  /** Reads the next message; null where it passed over what is none, or needs more bytes. */
  private next(): FixMessage | null {
    const { bytes } = this.pending
    const start = bytes.indexOf(begin, 0, 'latin1')
    if (start !== 0) return start < 0 ? this.passNoise(bytes.length) : this.pass(start)
    const found = head.exec(bytes.toString('latin1', 0, longestHead))
    if (found === null) return bytes.length < longestHead ? this.await(bytes.length + 1) : this.pass(1)
    const [whole, version = '', length] = found
    return this.readAfterHead(whole.length, whole.length + Number(length), version)
  }

  /** Reads a message whose fields begin and end there. */
  private readAfterHead(from: number, end: number, version: string): FixMessage | null {
    const { bytes } = this.pending
    if (end > mostBytes) return this.pass(1)
    const next = end + trailerLength
    if (bytes.length < next) return this.await(next)
    const sum = trailer.exec(bytes.toString('latin1', end, next))?.[1]
    if (sum === undefined) return this.pass(1)
    // It ends where it says. Where the sum is wrong it is passed over as a whole: no byte is summed twice.
    this.pass(next)
    if (sum !== this.sumOf(bytes.subarray(0, end))) return null
    // One character a byte, so that lengths are those of the bytes.
    const fields = fieldsOf(bytes.toString('latin1', from, end))
    return fields === null ? null : new FixMessage([[tag.beginString, version], ...fields])
  }

  private pass(count: number): null {
    this.pending.drop(count)
    this.needed = 1
    return null
  }

  /** Passes over bytes in which no message begins, but for a beginning that may be incomplete. */
  private passNoise(length: number): null {
    this.pass(Math.max(0, length - begin.length + 1))
    return this.await(begin.length)
  }

  private await(needed: number): null {
    this.needed = needed
    return null
  }
}

/** Bytes that have arrived and are not read yet. */
class PendingBytes {
  private buffer = Buffer.alloc(0)
  private from = 0
  private to = 0

  get bytes(): Buffer {
    return this.buffer.subarray(this.from, this.to)
  }

  add(chunk: Uint8Array): void {
    if (this.to + chunk.length > this.buffer.length) this.grow(chunk.length)
    this.buffer.set(chunk, this.to)
    this.to += chunk.length
  }

  drop(count: number): void {
    this.from += count
  }

  /** Takes twice the memory that is needed, so that as many bytes arrive before those that wait are copied again. */
  private grow(count: number): void {
    const { bytes } = this
    this.buffer = Buffer.alloc(2 * (bytes.length + count))
    this.buffer.set(bytes)
    this.from = 0
    this.to = bytes.length
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
