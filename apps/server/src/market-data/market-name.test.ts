import { allMarkets } from '@candor/rules'
import { languageCodes } from '@candor/texts/languages.ts'
import { expect, test } from 'vitest'
import { marketName } from './market-name.ts'

const named = (code: string) => {
  const market = allMarkets.find((one) => one.code === code)
  if (market === undefined) throw new Error(`no market ${code}`)
  return languageCodes.map((language) => marketName(market, language))
}

test('a market is called as its readers call it, and by its own name where they have none', () => {
  expect(named('XAUUSD')).toEqual(['Gold', '金', '금', 'Gold', 'Or', 'Oro', 'Oro', 'الذهب', '黃金', '黄金'])
  expect(named('EURUSD').slice(0, 5)).toEqual([
    'Euro / US Dollar',
    'ユーロ / 米ドル',
    '유로 / 미국 달러',
    'Euro / US-Dollar',
    'Euro / Dollar américain',
  ])
  expect(named('BTCUSD').at(-1)).toBe('比特币 / 美元')
  expect(new Set(named('ES'))).toEqual(new Set(['E-mini S&P 500']))
})

test('in English every market keeps the name it has', () => {
  for (const market of allMarkets) expect(marketName(market, 'en')).toBe(market.name)
})
