import { expect, test } from 'vitest'
import { nextPage } from './after-sign-in.ts'

test('after signing in the page that asked for it shows, and never one outside or of this room', () => {
  expect(nextPage('next=%2Fprofile%2Fbalance')).toBe('/profile/balance')
  expect(nextPage('next=%2Fcruuency%3Fcode%3DBTCUSDT')).toBe('/cruuency?code=BTCUSDT')
  for (const wrong of [
    '',
    'next=https://evil.example',
    'next=//evil.example',
    'next=/pass/login',
    'next=javascript:1',
  ]) {
    expect(nextPage(wrong)).toBe('/profile')
  }
})
