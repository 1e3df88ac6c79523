import { expect, it } from 'vitest'
import { CallFailure } from '../../session/calls/failure.ts'
import { addTags, refusedTags, typedTags } from './tag-form.ts'

it('I15.10i: commas of every language end a tag, and empty ones are left out', () => {
  expect(typedTags(' swing, early，长线、، news ;')).toEqual(['swing', 'early', '长线', 'news'])
})

it('I15.10i: a typed tag is added by the rule of the server, and what is wrong with it is said', () => {
  expect(addTags('Swing, news', ['early'], ['swing', 'early'])).toEqual({
    tags: ['early', 'news', 'swing'],
    problem: null,
  })
  expect(addTags(' , ', [], []).problem).toEqual({ key: 'orders.tags.missing', count: 0 })
  expect(addTags('x'.repeat(25), [], []).problem).toEqual({ key: 'orders.tags.tooLong', count: 24 })
  expect(addTags('\u200b', [], []).problem).toEqual({ key: 'orders.tags.invalid', count: 0 })
  const five = ['1', '2', '3', '4', '5']
  expect(addTags('6', five, five).problem).toEqual({ key: 'orders.tags.tooMany', count: 5 })
  const fifty = Array.from({ length: 50 }, (_, at) => `t${at}`)
  expect(addTags('new', [], fifty).problem).toEqual({ key: 'orders.tags.tooManyOfAccount', count: 50 })
  expect(addTags('T3', [], fifty).tags).toEqual(['t3'])
})

it('I15.10i: a refusal of the server is shown at the field of the tags', () => {
  const refused = (path: string, code: string, most?: number) =>
    refusedTags(new CallFailure(11001, { issues: [{ path, code }], most }))?.key
  expect(refused('tags', 'too_many', 5)).toBe('orders.tags.tooMany')
  expect(refused('tags', 'too_many', 50)).toBe('orders.tags.tooManyOfAccount')
  expect(refused('tags.0', 'too_big')).toBe('orders.tags.tooLong')
  expect(refused('id', 'invalid')).toBeUndefined()
  expect(refusedTags(new CallFailure('network'))).toBeNull()
})
