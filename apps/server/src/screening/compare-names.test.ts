import { expect, test } from 'vitest'
import { compareBirth, compareWritten, leastScore, scoreWithBirth } from './compare-names.ts'
import { indexKeysOf, searchKeysOf, tokensOf } from './name-tokens.ts'

/** Both must be found by the index and score high enough. */
function isFound(ours: string, listed: string): boolean {
  const keys = new Set(indexKeysOf(tokensOf(listed)))
  const candidate = searchKeysOf(tokensOf(ours)).some((pair) => pair.every((key) => keys.has(key)))
  return candidate && compareWritten(ours, listed).score >= leastScore
}

const same: readonly (readonly [string, string])[] = [
  ['Vladimir Petrovsky', 'PETROVSKIY, Vladimir Anatolyevich'],
  ['Wladimir Petrowski', 'Владимир Петровский'],
  ['Владимир Петровский', 'Vladimir Petrovskiy'],
  ['Mohammed Al-Khatibi', 'محمد الخطيبي'],
  ['محمد الخطيبي', 'AL-KHATIBI, Muhammad'],
  ['Abdullah Mansour', 'عبد الله منصور'],
  ['Abd Allah Mansur', 'ABDULLAH, Mansour'],
  ['Wei Jintang', '魏金堂'],
  ['魏金堂', 'WEI, Jin Tang'],
  ['魏金堂', '魏金堂'],
  ['Kim Jong-su', '김정수'],
  ['김정수', 'KIM, Jong Su'],
  ['Tanaka Haruko', 'タナカ ハルコ'],
  ['たなか はるこ', 'TANAKA, Haruko'],
  ['José Núñez Ibáñez', 'NUNEZ IBANEZ, Jose'],
  ['Suharmonowati', 'SUHARMONOWATI'],
]
test.each(same)('I12.12: %s is found as %s', (ours, listed) => {
  expect([ours, isFound(ours, listed)]).toEqual([ours, true])
})

const others: readonly (readonly [string, string])[] = [
  ['Vladimir Petrovsky', 'Vladimir Ivanov'],
  ['Ada Okafor', 'OKAFOR, Benedict'],
  ['Mohammed Rahimi', 'محمد الخطيبي'],
  ['Li Wu', 'LE, Van'],
  ['魏金堂', '王小明'],
  ['Anna', 'Anna Schmidt'],
]
test.each(others)('I12.12: %s is not taken for %s', (ours, listed) => {
  expect([ours, isFound(ours, listed)]).toEqual([ours, false])
})

test('I12.12: a comparison says which words count as the same, and why', () => {
  expect(compareWritten('Wladimir Petrowski', 'PETROVSKIY, Vladimir').words).toEqual(
    expect.arrayContaining([
      { ours: 'Wladimir', listed: 'Vladimir', likeness: 'sounds alike' },
      { ours: 'Petrowski', listed: 'PETROVSKIY', likeness: 'sounds alike' },
    ]),
  )
  expect(compareWritten('Muhammad Ali Hasan', 'محمد حسن').words).toContainEqual({
    ours: 'Muhammad',
    listed: 'محمد',
    likeness: 'same consonants',
  })
})

test('I12.12: birth dates count: the same day more, another year so much less that a part of a name no longer suffices', () => {
  expect(compareBirth('1948-12-10', ['DOB 10 Dec 1948'])).toBe('same')
  expect(compareBirth('1948-12-10', ['circa 1950'])).toBe('near')
  expect(compareBirth('1990-01-01', ['1948', '1950-03-01'])).toBe('far')
  expect([compareBirth(null, ['1948']), compareBirth('1948-12-10', [])]).toEqual([null, null])
  const part = compareWritten('Vladimir Petrovsky', 'PETROVSKIY, Vladimir Anatolyevich').score
  expect(scoreWithBirth(part, null)).toBeGreaterThanOrEqual(leastScore)
  expect(scoreWithBirth(part, 'far')).toBeLessThan(leastScore)
  expect(scoreWithBirth(1, 'far')).toBeGreaterThanOrEqual(leastScore)
})
