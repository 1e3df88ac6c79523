import type { Notice } from '@candor/contract'
import { expect, test } from 'vitest'
import { noticeWords } from './notice-words.ts'

const filledAt = (price: string): Notice => ({
  id: '1',
  kind: 'filled',
  code: 'BTCUSDT',
  orderId: '2',
  mode: 'real',
  at: '2026-11-30T00:00:00.000Z',
  read: false,
  facts: { code: 'BTCUSDT', direction: 'buy', lots: '0.10', price },
})

test('I15.14k: a price in a mail and on a device keeps the digits of its market', () => {
  expect(noticeWords(filledAt('94230.50'), 'en')).toContain('94,230.50')
  expect(noticeWords(filledAt('94230.00'), 'de')).toContain('94.230,00')
  expect(noticeWords(filledAt('1.10000'), 'zh')).toContain('1.10000')
})

test('a volume has no idle zeros', () => {
  expect(noticeWords(filledAt('94230.50'), 'en')).toContain('0.1 opened')
})
