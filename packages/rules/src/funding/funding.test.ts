import { Amount } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { type CreditContext, decideCredit, mayApprove } from './credit.ts'
import { decideClaim, decideDeposit, depositMoves, needsIdentity } from './deposit.ts'
import { normaliseHash } from './network.ts'

const digits = 'ab12'.repeat(16)
const identity = { verified: false, depositedMinor: 0n, valueMinor: 1n, neededFromMinor: 1_000n }

describe('a claim', () => {
  it('names a hash in one form: case, spaces and prefix make no other one', () => {
    for (const text of [digits, digits.toUpperCase(), `0x${digits}`, ` 0X${digits.toUpperCase()} `]) {
      expect(normaliseHash('ERC20', text)).toBe(`0x${digits}`)
      expect(normaliseHash('ETH', text)).toBe(`0x${digits}`)
      expect(normaliseHash('BTC', text)).toBe(digits)
      expect(normaliseHash('TRC20', text)).toBe(digits)
    }
    const inside = `${digits.slice(0, 10)}0x${digits.slice(10)}`
    for (const text of ['', digits.slice(1), `${digits}0`, digits.replace('a', 'g'), inside])
      expect(normaliseHash('BTC', text)).toBeNull()
  })

  it('is refused in the order of its fields: network, amount, hash', () => {
    const request = { coin: 'BTC', network: 'ETH', amount: '0', hash: 'x', hashLast6: null } as const
    const wrong = (path: string) => ({
      ...{ ok: false, code: 11001, details: { issues: [{ path, code: 'wrong' }] } },
    })
    expect(decideClaim(request, 1n)).toEqual(wrong('network'))
    expect(decideClaim({ ...request, network: 'BTC' }, 1n)).toMatchObject({ code: 10016 })
    expect(decideClaim({ ...request, network: 'BTC', amount: '1' }, 1n)).toEqual(wrong('hash'))
    const byEnd = { ...request, network: 'BTC', amount: '1', hash: null, hashLast6: ' AB12CD ' } as const
    expect(decideClaim(byEnd, 1n)).toMatchObject({ ok: true, value: { hash: null, hashLast6: 'ab12cd' } })
    for (const hashLast6 of [null, '', 'ab12c', 'ab12cd0', '0ab12cd', 'ab12cg'])
      expect(decideClaim({ ...byEnd, hashLast6 }, 1n), String(hashLast6)).toEqual(wrong('hashLast6'))
  })

  it('is stored with its amount, its hash in one form and the last six signs of it', () => {
    const request = {
      coin: 'USDT',
      network: 'ERC20',
      amount: '120.5',
      hash: digits,
      hashLast6: null,
    } as const
    expect(decideClaim(request, 1n)).toEqual({
      ok: true,
      value: { amountMinor: 120_500_000n, hash: `0x${digits}`, hashLast6: '12ab12' },
    })
  })

  it.each([
    ['USDT', 'TRC20', '120', '119.999999', '999999999.999999', '1000000000'],
    ['BTC', 'BTC', '0.015', '0.01499999', '1000000', '1000000.00000001'],
    ['ETH', 'ETH', '0.2', '0.199999999', '10000000', '10000000.000000001'],
  ] as const)(
    'rulebook Deposits: %s on %s from %s on and not %s, up to %s and not %s',
    (coin, network, least, ...others) => {
      const minimum = Amount.parse(coin, least)?.minor ?? 0n
      const codes = [least, ...others, 'x', '', '0.0000000001'].map((amount) => {
        const decision = decideClaim({ coin, network, amount, hash: digits, hashLast6: null }, minimum)
        return decision.ok ? 0 : decision.code
      })
      expect(codes).toEqual([0, 10016, 0, 10016, 10016, 10016, 10016])
    },
  )

  it('is then refused as seen, frozen, unverified; identity counts from the threshold on, without a price at once', () => {
    const all = { seen: true, frozen: true, identity: { ...identity, valueMinor: null } }
    expect(decideDeposit(all)).toMatchObject({ code: 11020 })
    expect(decideDeposit({ ...all, seen: false })).toMatchObject({ code: 10008 })
    expect(decideDeposit({ ...all, seen: false, frozen: false })).toMatchObject({ code: 10022 })
    expect(decideDeposit({ seen: false, frozen: false, identity })).toMatchObject({ ok: true })
    expect(needsIdentity({ ...identity, depositedMinor: 998n })).toBe(false)
    expect(needsIdentity({ ...identity, depositedMinor: 999n })).toBe(true)
    expect(needsIdentity({ ...identity, depositedMinor: 999n, verified: true })).toBe(false)
  })

  it('has two ends, both final', () => {
    expect(depositMoves).toEqual({ pending: ['approved', 'rejected'], approved: [], rejected: [] })
  })
})

describe('decisions of the chain', () => {
  const sight = { state: 'mined', confirmations: 3, paidMinor: 70n } as const
  const context: CreditContext = {
    sight,
    ownAddress: true,
    confirmationsNeeded: 3,
    minimumMinor: 70n,
    identityMissing: false,
  }
  const of = (change: Partial<CreditContext>) => decideCredit({ ...context, ...change })

  it('credits what arrived at an address of the customer’s own, deep enough, from the minimum on', () => {
    expect(of({})).toEqual({ do: 'credit', minor: 70n })
  })
  it('leaves to a reviewer what needs judgement, and waits for the rest', () => {
    expect(of({ sight: null })).toEqual({ do: 'wait', for: 'review' })
    expect(of({ ownAddress: false })).toEqual({ do: 'wait', for: 'review' })
    expect(of({ sight: { ...sight, state: 'failed' } })).toEqual({ do: 'wait', for: 'review' })
    expect(of({ sight: { ...sight, paidMinor: 69n } })).toEqual({ do: 'wait', for: 'review' })
    expect(of({ sight: { ...sight, confirmations: 2 } })).toEqual({ do: 'wait', for: 'confirmations' })
    for (const state of ['missing', 'unconfirmed'] as const)
      expect(of({ sight: { state, confirmations: 0, paidMinor: 0n } })).toEqual({
        do: 'wait',
        for: 'confirmations',
      })
    expect(of({ identityMissing: true })).toEqual({ do: 'wait', for: 'identity' })
  })
  it('a reviewer cannot approve against a node', () => {
    expect(mayApprove(null, 3)).toBe(true)
    expect(mayApprove(sight, 3)).toBe(true)
    expect(mayApprove({ ...sight, confirmations: 2 }, 3)).toBe(false)
    expect(mayApprove({ ...sight, state: 'failed' }, 3)).toBe(false)
  })
})
