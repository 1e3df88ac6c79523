import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

describe('canonical JSON (trust T6, RFC 8785)', () => {
  it('writes the example of the RFC, section 3.2.2, exactly', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\u0022\u002f",
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('sorts members by UTF-16 code units, as section 3.2.3 shows', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
    expect(canonicalJson(value)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    )
  })

  it.each([
    [-0, '0'],
    [1e21, '1e+21'],
    [999999999999999900000, '999999999999999900000'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [9007199254740991, '9007199254740991'],
  ])('writes the number %s as ECMAScript does', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, '\ud800', 'a\udc00b', undefined, 1n])(
    'refuses %s, which has no canonical form',
    (value) => {
      expect(() => canonicalJson({ value })).toThrow(TypeError)
    },
  )

  it('says the same of a value however its members were ordered, and loses nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        const read: unknown = JSON.parse(text)
        expect(canonicalJson(read)).toBe(text)
        expect(canonicalJson(reversed(read))).toBe(text)
      }),
    )
  })
})

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  )
}
