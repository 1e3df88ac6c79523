import type { LanguageCode } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import { expect, it } from 'vitest'
import { fillText } from './fill-text.ts'
import { readDocument } from './read-document.ts'

const fillOf = (fill: unknown) => readDocument({ order: {}, events: [{ number: 1, fill }] }).events[0]?.fill

function lineOf(fill: unknown, language: LanguageCode = 'en'): string | null {
  const read = fillOf(fill)
  return read ? fillText(translator(language), read) : null
}

it('I16.2: a receipt says whether the newest price was young enough or the next one filled', () => {
  expect(lineOf({ freshMs: 1_000, waitedFrom: null })).toBe(
    'Filled at the latest price, less than 1 second old.',
  )
  expect(lineOf({ freshMs: 500, waitedFrom: 41 })).toBe(
    'Filled at the first price after your order: the one before was more than 0.5 seconds old.',
  )
})

it('I16.2: the limit is written as the language does', () => {
  expect(lineOf({ freshMs: 500, waitedFrom: null }, 'de')).toContain('0,5 Sekunden')
  expect(lineOf({ freshMs: 1_000, waitedFrom: null }, 'ja')).toContain('1秒')
})

it('I16.2: a receipt without these figures, or with others, says nothing of them', () => {
  expect(fillOf(undefined)).toBeNull()
  expect(fillOf(null)).toBeNull()
  expect(fillOf({ freshMs: '1000', waitedFrom: null })).toBeNull()
  expect(fillOf({ freshMs: 1_000 })).toBeNull()
})
