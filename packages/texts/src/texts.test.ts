import { describe, expect, test } from 'vitest'
import { textFaults } from './check-texts.ts'
import { chooseLanguage } from './languages.ts'
import { formatMessage } from './message.ts'
import { compile, readCatalog } from './read-catalog.ts'
import { translator } from './server.ts'
import { translateFrom } from './translate.ts'

const say = (text: string, values: Parameters<typeof formatMessage>[2] = {}, tag = 'en') =>
  formatMessage(compile('test', text), tag, values)

describe('a message', () => {
  test('takes values, plurals, ordinals and choices', () => {
    expect(say('Hello {name}.', { name: 'Ada' })).toBe('Hello Ada.')
    expect(say('{n, plural, one {# day} other {# days}}', { n: 1 })).toBe('1 day')
    expect(say('{n, plural, =0 {none} one {# day} other {# days}}', { n: 0 })).toBe('none')
    expect(say('{n, plural, offset:1 =1 {you} other {you and # more}}', { n: 3 })).toBe('you and 2 more')
    expect(say('{n, selectordinal, one {#st} two {#nd} other {#th}}', { n: 2 })).toBe('2nd')
    expect(say('{side, select, buy {Buy} other {Sell}} {lots}', { side: 'buy', lots: '0.01' })).toBe(
      'Buy 0.01',
    )
  })
  test('counts as the language does: Arabic has six forms', () => {
    const text = '{n, plural, zero {0} one {1} two {2} few {few} many {many} other {other}}'
    expect([0, 1, 2, 5, 30, 100].map((n) => say(text, { n }, 'ar'))).toEqual([
      '0',
      '1',
      '2',
      'few',
      'many',
      'other',
    ])
  })
  test('keeps a number sign that is no count, and quoted braces', () => {
    expect(say('Order #1')).toBe('Order #1')
    expect(say("It's '{'ok'}'")).toBe("It's {ok}")
  })
  test('writes numbers in its language', () => {
    expect(say('{n, number}', { n: 1234.5 }, 'de')).toBe('1.234,5')
  })
  test('names the missing value instead of leaving a gap', () => {
    expect(() => say('Hello {name}')).toThrow('“name”')
  })
  test('that is not well formed is refused, not shown', () => {
    expect(() => compile('x.y', 'Hello {name')).toThrow('x.y')
  })
  test('I15.d12: has no style of dates of its own', () => {
    expect(() => compile('x.y', 'since {d, date, short}')).toThrow('x.y')
    expect(() => compile('x.y', '{n, plural, one {at {d,time}} other {#}}')).toThrow('x.y')
  })
})

describe('the language of a first visit (spec §9, ADR-041)', () => {
  test('is the browser’s first wish among the ten, else English', () => {
    expect(chooseLanguage(['pt-BR', 'de-AT', 'en'])).toBe('de')
    expect(chooseLanguage(['pt'])).toBe('en')
    expect(chooseLanguage([])).toBe('en')
  })
  test('reads Chinese by its script', () => {
    expect(
      ['zh-CN', 'zh-Hant', 'zh-TW', 'zh-HK', 'zh-Hans-HK', 'yue'].map((tag) => chooseLanguage([tag])),
    ).toEqual(['zh', 'hk', 'hk', 'hk', 'zh', 'hk'])
  })
})

describe('a translator', () => {
  test('finds an existing key, and throws for a missing one', () => {
    const t = translateFrom('en', { 'shell.close': ['Close'] })
    expect(t('shell.close')).toBe('Close')
    expect(() => t('shell.copy')).toThrow('shell.copy')
    expect(t.maybe('codes.99999')).toBeNull()
    expect(t.maybe('toString')).toBeNull()
  })
  test('of the server reads the files: every catalogue code has its words', () => {
    expect(translator('en')('codes.10011')).toContain('available')
    expect(readCatalog('en').missing).toEqual([])
  })
})

describe('the check of the texts', () => {
  const english = { room: { a: 'One {x}', b: 'Two' } }
  const code = ["t('room.a', { x }) + t('room.b')"]
  const faults = (other: Record<string, Record<string, string>>, sources = code) =>
    textFaults(
      new Map([
        ['en', english],
        ['de', other],
      ]),
      sources,
    )

  test('is quiet when all is well', () => {
    expect(faults({ room: { a: 'Eins {x}', b: 'Zwei' } })).toEqual([])
  })
  test('finds a missing key, one too many, an empty one and a language not written', () => {
    expect(faults({ room: { a: 'Eins {x}' } })).toEqual(['de: room.b is missing'])
    expect(faults({ room: { a: 'Eins {x}', b: 'Zwei', c: 'Drei' } })).toEqual([
      'de: room.c is not in English',
    ])
    expect(faults({ room: { a: 'Eins {x}', b: ' ' } })).toEqual(['de: room.b is empty'])
    expect(faults({})).toEqual(['de: not written yet (2 texts)'])
  })
  test('finds other placeholders, also inside a plural, and broken messages', () => {
    expect(faults({ room: { a: 'Eins', b: 'Zwei' } })[0]).toContain('placeholders ()')
    expect(faults({ room: { a: '{n, plural, other {{x}}}', b: 'Zwei' } })[0]).toContain('(n, x)')
    expect(faults({ room: { a: 'Eins {x', b: 'Zwei' } })[0]).toContain('not a well-formed')
  })
  test('finds keys without use and uses without a key; a family of keys counts as used', () => {
    const right = { room: { a: 'Eins {x}', b: 'Zwei' } }
    expect(faults(right, ["t('room.a')"])).toEqual(['en: room.b is used by no code'])
    expect(faults(right, [...code, "t('room.c')"])).toEqual(['code: room.c is used but not written'])
    expect(faults(right, ['t(`room.$' + '{letter}`)'])).toEqual([])
  })
})
