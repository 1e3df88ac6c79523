import { describe, expect, it } from 'vitest'
import { breakIntoLines, turned } from './text-lines.ts'

/** Every character is one wide. */
const measure = (text: string) => [...text].length
const linesOf = (text: string, width: number, direction: 'ltr' | 'rtl' = 'ltr') =>
  breakIntoLines(text, direction, width, measure).map((runs) => runs.map(({ text: run }) => run).join('|'))

describe('documents: lines', () => {
  it('breaks where words end, and at every line the text itself ends', () => {
    expect(linesOf('one two three', 7)).toEqual(['one two', 'three'])
    expect(linesOf('one\ntwo\n\nthree', 20)).toEqual(['one', 'two', '', 'three'])
    expect(linesOf('', 5)).toEqual([''])
  })

  it('breaks between Chinese characters, but never before a full stop or after an opening quote', () => {
    expect(linesOf('借款人还款。', 5)).toEqual(['借款人还', '款。'])
    expect(linesOf('借款人「还款」', 4)).toEqual(['借款人', '「还款」'])
  })

  it('breaks a hash that fits no line between its characters, and loses none', () => {
    expect(linesOf('sha abcdefghij', 4)).toEqual(['sha', 'abcd', 'efgh', 'ij'])
  })

  it('puts a number inside Arabic text where its reader expects it: runs from left to right', () => {
    const [line] = breakIntoLines('مبلغ \u20661,000.00 USDT\u2069 لمدة', 'rtl', 99, measure)
    expect(line).toEqual([
      { text: '\u2069 لمدة', rightToLeft: true },
      { text: '1,000.00 USDT', rightToLeft: false },
      { text: 'مبلغ \u2066', rightToLeft: true },
    ])
  })

  it('brackets of a right-to-left run look the other way', () => {
    expect(turned(' (')).toBe(') ')
  })
})
