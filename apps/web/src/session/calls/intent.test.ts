import { expect, test } from 'vitest'
import { createIntent } from './intent.ts'

const intent = () => {
  let made = 0
  return createIntent(() => `key-${++made}`)
}

test('the same request keeps its key until an answer came', () => {
  const one = intent()
  expect(one.keyFor({ lots: '1' })).toBe('key-1')
  expect(one.keyFor({ lots: '1' })).toBe('key-1')
  one.complete()
  expect(one.keyFor({ lots: '1' })).toBe('key-2')
})
test('another request is another intent', () => {
  const one = intent()
  one.keyFor({ lots: '1' })
  expect(one.keyFor({ lots: '2' })).toBe('key-2')
})
