import { expect, it } from 'vitest'
import { VenueUnavailable } from '../../venue.ts'
import { checksum, type Field, readTime, writeFix, writeTime } from './fix-message.ts'
import { FixReader } from './fix-reader.ts'
import { tag } from './fix-tags.ts'

it('I16.3 FIX: messages are cut out of any stream of bytes, and data may contain separators', () => {
  const fields: Field[] = [
    [tag.msgType, '8'],
    [95, '4'],
    [96, 'a=bc'],
    [tag.text, '8=FIX'],
  ]
  const plain = writeFix(fields)
  const text = `x8=FI${plain}${plain.replace('8=FIX\u0001', '8=FIY\u0001')}8=FIX.4.4\u00019=99999999\u0001${plain}`
  for (const size of [1, 3, 7, 1_000]) {
    const reader = new FixReader()
    const read = []
    for (let at = 0; at < text.length; at += size)
      read.push(...reader.read(Buffer.from(text.slice(at, at + size), 'latin1')))
    expect(read.map((message) => message.fields.slice(1))).toEqual([fields, fields])
  }
  expect(() => writeFix([[tag.text, 'a\u000110=000']])).toThrow('field 58 cannot be sent')
})

it('I16.3 FIX: times are read and written to the millisecond', () => {
  expect(writeTime(readTime('20261130-13:05:42.123456'))).toBe('20261130-13:05:42.123')
  expect(() => readTime('yesterday')).toThrow(VenueUnavailable)
})

it('I16.3 FIX: a hostile stream costs no more work than its bytes, and what follows it is read', () => {
  const fields: Field[] = [[tag.msgType, '0']]
  const headOf = (length: number) => `8=FIX.4.4\u00019=${String(length).padStart(7, '0')}\u0001`
  const [size, count] = [headOf(0).length, 20_000]
  const heads = (lengthOf: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => headOf(lengthOf(index))).join('')
  // Each claims to end where there is no trailer, or all of them where there is one.
  const streams = [
    [heads(() => 100_000), ' '.repeat(100_100)],
    [heads((index) => (count - index - 1) * size), '10=000\u0001'],
  ]
  for (const parts of streams) {
    const text = parts.join('') + writeFix(fields)
    let summed = 0
    const reader = new FixReader((bytes) => {
      summed += bytes.length
      return checksum(bytes)
    })
    const read = []
    for (let at = 0; at < text.length; at += 1_000)
      read.push(...reader.read(Buffer.from(text.slice(at, at + 1_000), 'latin1')))
    expect(read.map((message) => message.fields.slice(1))).toEqual([fields])
    expect(summed).toBeLessThanOrEqual(text.length)
  }
})
