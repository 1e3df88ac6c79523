import { expect, test } from 'vitest'
import { compile } from '../read-catalog.ts'
import { kindOf, placeholdersOf } from './describe-key.ts'
import { noteOf } from './notes.ts'

test('the kind of a text follows from its key; a long English text shows that there is space', () => {
  expect(kindOf('orders.edit.open', 'Edit')).toBe('button')
  expect(kindOf('orders.field.price', 'Price')).toBe('label')
  expect(kindOf('mail.register.subject', 'Your code')).toBe('subject')
  expect(kindOf('loans.title', 'Loans')).toBe('title')
  expect(kindOf('loans.problem.amount', 'Enter an amount.')).toBe('message')
  expect(kindOf('savings.lead', 'Earn interest')).toBe('paragraph')
  expect(kindOf('orders.field.price', 'A label of more than forty characters, says a sentence.')).toBe(
    'message',
  )
})
test('lists placeholders with their values, those of branches too', () => {
  const text =
    '{n, plural, one {# day} other {# days for {amount}}}, {side, select, buy {B} other {S}}, {odd}'
  expect(placeholdersOf(compile('x.y', text))).toEqual([
    { name: 'n', takes: 'a whole number' },
    { name: 'amount', takes: 'an amount, formatted' },
    { name: 'side', takes: 'one of buy, other' },
    { name: 'odd', takes: 'a text or figure, formatted' },
  ])
})
test('a note states where a text appears that no file shows', () => {
  expect(noteOf('codes.10011')).toContain('refused')
  expect(noteOf('orders.list.title')).toBeNull()
})
