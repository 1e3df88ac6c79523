import { rate } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { feeRebate, vipTierOf } from './vip.ts'

const tiers = [
  { volumeMinor: 100_000_000_000n, rebate: rate('0.05') },
  { volumeMinor: 1_000_000_000_000n, rebate: rate('0.1') },
]

describe('VIP tiers', () => {
  it.each([
    [0n, null],
    [99_999_999_999n, null],
    [100_000_000_000n, 0],
    [999_999_999_999n, 0],
    [1_000_000_000_000n, 1],
  ])('a volume of %s reaches %s', (volume, tier) => {
    expect(vipTierOf(volume, tiers)).toBe(tier)
    expect(vipTierOf(volume, [])).toBeNull()
  })

  it('the share of the fees is rounded down', () => {
    expect(feeRebate(1_999_999n, rate('0.05'))).toBe(99_999n)
    expect(feeRebate(19n, rate('0.05'))).toBe(0n)
  })
})
