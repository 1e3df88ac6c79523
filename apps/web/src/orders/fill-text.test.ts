import type { LanguageCode } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import { expect, it } from 'vitest'
import { fillsOf, fillText, readFill } from './fill-text.ts'

function lineOf(fill: unknown, language: LanguageCode = 'en'): string | null {
  const read = readFill(fill)
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
  expect(readFill(undefined)).toBeNull()
  expect(readFill(null)).toBeNull()
  expect(readFill({ freshMs: '1000', waitedFrom: null })).toBeNull()
  expect(readFill({ freshMs: 1_000 })).toBeNull()
})

it('I16.2: an order names the price of its opening and of its close, and nothing of a close by a level', () => {
  const fill = { freshMs: 500, waitedFrom: null, calledAt: 1, dueAt: 1 }
  const events = [{ kind: 'open', fill }, { kind: 'swap' }, { kind: 'close' }]
  expect(fillsOf({ events })).toEqual([{ kind: 'open', fill: { freshMs: 500, waitedFrom: null } }])
  expect(fillsOf({})).toEqual([])
})
