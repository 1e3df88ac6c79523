import { expect, test } from 'vitest'
import { compile } from '../read-catalog.ts'
import { pluralFaults } from './plurals.ts'

const faults = (language: string, text: string) => pluralFaults(language, compile('x.y', text))

test('Arabic needs its six forms in every plural, also in one inside a choice', () => {
  const forms = 'zero {0} one {1} two {2} few {few} many {many}'
  expect(faults('ar', `{n, plural, ${forms} other {other}}`)).toEqual([])
  expect(faults('ar', '{n, plural, one {1} two {2} few {f} many {m} other {o}}')).toEqual([
    'the plural of {n} lacks zero',
  ])
  expect(faults('ar', '{a, select, b {{n, plural, other {o}}} other {}}')).toEqual([
    'the plural of {n} lacks zero, one, two, few, many',
  ])
})
test('European languages need two forms, the others one', () => {
  expect(faults('de', '{n, plural, other {# Tage}}')).toEqual(['the plural of {n} lacks one'])
  expect(faults('en', '{n, plural, =1 {once} other {# times}}')).toEqual([])
  expect(faults('ja', '{n, plural, other {#日}}')).toEqual([])
})
test('a number next to a noun needs a plural', () => {
  expect(faults('en', 'It’s valid for {minutes} minutes.')).toEqual(['{minutes} minutes needs a plural'])
  expect(faults('de', '{orders} Orders, {friends} Freunde')).toHaveLength(2)
  expect(faults('fr', '{days}\u00a0jours')).toEqual(['{days} jours needs a plural'])
  expect(faults('en', 'Every {count} min, {amount} USDT, {name} owns it')).toEqual([])
  expect(faults('zh', '{minutes} 分钟')).toEqual([])
})
