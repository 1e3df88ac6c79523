import { expect, test } from 'vitest'
import { refreshMs } from './refresh-ms.ts'

const now = Date.UTC(2026, 0, 1)
const me = { id: 'me', email: 'me@candor.example' }
const inMs = (ms: number) => new Date(now + ms).toISOString()
const kyc = { kind: 'kyc', claimedBy: me, claimedUntil: inMs(300_000) } as const

const pages = [
  ['a case that is not loaded yet', undefined, 20_000],
  ['a case that is not claimed', { ...kyc, claimedBy: null, claimedUntil: null }, 20_000],
  ['a colleague’s case', { ...kyc, claimedBy: { ...me, id: 'other' } }, 20_000],
  ['a claimed deposit', { ...kyc, kind: 'recharge' as const }, 20_000],
  ['a claimed case with personal data', kyc, 301_000],
  ['a claim that ends now', { ...kyc, claimedUntil: inMs(0) }, 20_000],
  ['a claim of a server whose clock is ahead', { ...kyc, claimedUntil: inMs(86_400_000) }, 600_000],
] as const

test.each(pages)(
  'I12.8: %s is loaded again when it may have changed, and looked at no more often than needed',
  (_what, shown, wanted) => {
    expect(refreshMs(shown, me.id, now)).toBe(wanted)
  },
)
