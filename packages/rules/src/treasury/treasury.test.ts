import { parseRate, type Rate } from '@candor/money'
import { expect, test } from 'vitest'
import {
  decideTakingOut,
  payingPlaces,
  promisedOfMargin,
  promisedOfOpenProfits,
  type TreasuryMove,
  tradingIsFunded,
  treasuryAccounts,
  treasuryActs,
  treasuryCoins,
  treasuryEnds,
  treasuryFree,
  treasuryPlaces,
} from './treasury.ts'

const move = (fields: Partial<TreasuryMove>): TreasuryMove => ({
  act: 'put-in',
  place: 'trading-capital',
  to: null,
  coin: 'USDT',
  minor: 1_000_000n,
  ...fields,
})

test.each([
  [{}, 'treasury-in', 'world', 'trading-capital'],
  [{ place: 'conversion', coin: 'BTC' }, 'treasury-in', 'world', 'conversion'],
  [{ act: 'take-out', place: 'fee-revenue' }, 'treasury-out', 'fee-revenue', 'world'],
  [
    { act: 'move', place: 'swap-revenue', to: 'yield-reserve' },
    'treasury-move',
    'swap-revenue',
    'yield-reserve',
  ],
  [{ act: 'hedge-in' }, 'hedge-gain', 'world', 'trading-capital'],
  [{ act: 'hedge-out' }, 'hedge-loss', 'trading-capital', 'world'],
] as const)('%o is %s from %s to %s', (fields, kind, from, to) => {
  expect(treasuryEnds(move(fields))).toEqual({ ok: true, value: { kind, from, to, minor: 1_000_000n } })
})

test.each([
  [{ place: 'loan-capital', coin: 'BTC' }, 'coin account'],
  [{ minor: null }, 'amount decimal'],
  [{ minor: 0n }, 'amount decimal'],
  [{ place: 'fee-revenue' }, 'place earned'],
  [{ to: 'conversion' }, 'to none'],
  [{ act: 'move' }, 'to required'],
  [{ act: 'move', to: 'trading-capital' }, 'to same'],
  [{ act: 'move', to: 'fee-revenue' }, 'to earned'],
  [{ act: 'move', place: 'conversion', coin: 'ETH', to: 'loan-capital' }, 'to coin'],
  [{ act: 'hedge-in', place: 'loan-capital' }, 'place hedge'],
  [{ act: 'hedge-out', coin: 'BTC' }, 'place hedge'],
] as const)('%o is no move: 11001 %s', (fields, reason) => {
  const [path, code] = reason.split(' ')
  expect(treasuryEnds(move(fields as Partial<TreasuryMove>))).toEqual({
    ok: false,
    code: 11001,
    details: { issues: [{ path, code }] },
  })
})

test('rulebook Whose money pays: the operator’s accounts, and the coins that each exists in', () => {
  const listed = treasuryPlaces.map((place) => `${place} ${treasuryCoins[place].join(' ')}`)
  expect(listed).toEqual([
    'trading-capital USDT BTC ETH',
    'negative-balance USDT',
    'loan-capital USDT',
    'yield-reserve USDT',
    'savings-reserve USDT BTC ETH',
    'conversion USDT BTC ETH',
    'hedge-capital USDT',
    'fee-revenue USDT BTC ETH',
    'swap-revenue USDT',
    'loan-interest USDT',
  ])
  expect(payingPlaces).toEqual(treasuryPlaces.slice(0, 7))
  expect(treasuryAccounts.map(({ place, coin }) => `${place} ${coin}`)).toEqual(
    treasuryPlaces.flatMap((place) => treasuryCoins[place].map((coin) => `${place} ${coin}`)),
  )
  expect(treasuryAccounts).toHaveLength(18)
  expect(treasuryActs).toEqual(['put-in', 'take-out', 'move', 'hedge-in', 'hedge-out'])
})

test('I11.5: money set aside or promised is not free, and only free money can be taken out', () => {
  const standing = { balanceMinor: 100n, heldMinor: 30n, promisedMinor: 50n }
  expect(treasuryFree(standing)).toBe(20n)
  expect(decideTakingOut(20n, standing)).toEqual({ ok: true, value: 20n })
  const codeOf = (minor: bigint, of = standing as Parameters<typeof decideTakingOut>[1]) => {
    const decision = decideTakingOut(minor, of)
    return decision.ok ? 'taken' : JSON.stringify(decision.details?.issues).match(/"code":"(\w+)"/)?.[1]
  }
  expect(codeOf(21n)).toBe('promised')
  expect(codeOf(100n)).toBe('promised')
  expect(codeOf(101n)).toBe('short')
  for (const refused of [
    decideTakingOut(21n, standing),
    decideTakingOut(1n, { ...standing, promisedMinor: null }),
  ])
    expect(refused).toMatchObject({ code: 11001, details: { issues: [{ path: 'amount' }] } })
  expect(codeOf(1n, { ...standing, promisedMinor: null })).toBe('unknown')
  expect(treasuryFree({ ...standing, promisedMinor: 90n })).toBe(0n)
})

test('open profits keep as much capital as keeps the warning away, rounded up; losses need none', () => {
  const warnFrom = parseRate('0.8') as Rate
  expect(promisedOfOpenProfits(80n, warnFrom)).toBe(100n)
  expect(promisedOfOpenProfits(1n, warnFrom)).toBe(2n)
  expect(promisedOfOpenProfits(-5n, warnFrom)).toBe(0n)
  expect(promisedOfMargin(1_001n, parseRate('0.1') as Rate)).toBe(101n)
})

test.each([
  [0n, 0n, 1n, false],
  [1n, 0n, 0n, false],
  [1n, 1n, 1n, false],
  [2n, 1n, 1n, true],
  [1n, -5n, 1n, true],
  [0n, -5n, 1n, false],
  [2n, 1n, -1n, false],
] as const)(
  'capital %s, open profits %s, cover of losses %s: trading is offered: %s',
  (capitalMinor, openProfitMinor, lossCoverMinor, offered) => {
    expect(tradingIsFunded({ capitalMinor, openProfitMinor, lossCoverMinor })).toBe(offered)
  },
)
