import { Amount, type AssetCode, rate, usdt } from '@candor/money'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  decideAmount,
  decidePlace,
  decideWithdrawal,
  isPaidOut,
  reviewersNeeded,
  type WithdrawalContext,
  withdrawalMoves,
} from './withdrawal.ts'

const terms = { feeRate: rate('0.005'), feeLeast: usdt('2'), least: usdt('10') }

it('the fee is the larger of rate and flat amount, within the amount, and nothing is lost', () => {
  const plan = (text: string) => decideAmount(Amount.parse('USDT' as AssetCode, text), terms)
  expect(plan('400')).toMatchObject({ value: { fee: usdt('2'), received: usdt('398') } })
  expect(plan('400.2')).toMatchObject({ value: { fee: usdt('2.001') } })
  const least = { ok: false, code: 10016, details: { minimum: '10.000000' } }
  expect([plan('9.999999'), plan('x')]).toEqual([least, least])
  expect(plan('10')).toMatchObject({ value: { fee: usdt('2'), received: usdt('8') } })
  // Where the flat fee is all of the amount, nothing would be paid out.
  const all = { ...terms, feeLeast: usdt('10') }
  expect(decideAmount(usdt('10'), all)).toEqual(least)
  expect(decideAmount(usdt('10.000001'), all)).toMatchObject({ value: { received: usdt('0.000001') } })
  fc.assert(
    fc.property(fc.bigInt(10_000_000n, 10n ** 15n), (minor) => {
      const decision = decideAmount(new Amount('USDT' as AssetCode, minor), terms)
      if (!decision.ok) throw new Error('above the minimum it is accepted')
      const { fee, received } = decision.value
      expect(fee.minor + received.minor).toBe(minor)
      expect(fee.minor >= 2_000_000n).toBe(true)
    }),
  )
})

it('where to: the network must carry the coin, the address be one, the card be named', () => {
  const read = (_: string, text: string) => (text === 'good' ? 'GOOD' : null)
  const request = {
    method: 'coin',
    coin: 'USDT',
    network: 'ERC20',
    address: 'good',
    bankAccountId: null,
  } as const
  expect(decidePlace(request, read)).toEqual({
    ...{ ok: true, value: { method: 'coin', network: 'ERC20', address: 'GOOD' } },
  })
  for (const network of ['BTC', null] as const)
    expect(decidePlace({ ...request, network }, read)).toMatchObject({
      ...{ code: 11001, details: { issues: [{ path: 'network', code: 'wrong' }] } },
    })
  expect(decidePlace({ ...request, address: 'bad' }, read)).toMatchObject({ code: 10021 })
  // No address is asked for at the network, and none is read.
  expect(decidePlace({ ...request, address: null }, () => 'GOOD')).toMatchObject({ code: 10021 })
  expect(decidePlace({ ...request, method: 'bank' }, read)).toMatchObject({ code: 10021 })
  expect(decidePlace({ ...request, method: 'bank', bankAccountId: 'card-1' }, read)).toEqual({
    ...{ ok: true, value: { method: 'bank', bankAccountId: 'card-1' } },
  })
})

it('trust T13: a freeze keeps earlier destinations usable, a legal hold none', () => {
  const context: WithdrawalContext = {
    place: { confirmedAt: 10, usableAt: 20 },
    freeze: null,
    worthMinor: 3n,
    leastWorthMinor: 3n,
    now: 20,
  }
  const of = (change: Partial<WithdrawalContext>) => decideWithdrawal({ ...context, ...change })
  expect(of({})).toMatchObject({ ok: true })
  expect(of({ freeze: { since: 10, holdUntil: null } })).toMatchObject({ ok: true })
  expect(of({ freeze: { since: 9, holdUntil: null } })).toMatchObject({
    code: 10008,
    details: { reason: 'newPlace' },
  })
  expect(of({ freeze: { since: 10, holdUntil: 86_400_000 } })).toMatchObject({
    code: 10008,
    details: { reason: 'legalHold', reviewAt: '1970-01-02T00:00:00.000Z' },
  })
  expect(of({ freeze: { since: 10, holdUntil: null }, place: null })).toMatchObject({
    ...{ code: 10008, details: { reason: 'newPlace' } },
  })
  expect(of({ place: null })).toEqual({ ok: false, code: 11021, details: null })
  expect(of({ now: 19 })).toEqual({
    ...{ ok: false, code: 11021, details: { usableAt: '1970-01-01T00:00:00.020Z' } },
  })
  expect(of({ worthMinor: 2n })).toMatchObject({ code: 11031 })
  expect(of({ worthMinor: null })).toMatchObject({ ok: true })
})

it('two reviewers above the limit and without a price; paid only by enough, deep enough', () => {
  expect([reviewersNeeded(10n, 10n), reviewersNeeded(11n, 10n), reviewersNeeded(null, 10n)]).toEqual([
    1, 2, 2,
  ])
  const sight = { state: 'mined', confirmations: 3, paidMinor: 5n } as const
  const due = { receivedMinor: 5n, confirmationsNeeded: 3 }
  expect(isPaidOut(sight, due)).toBe(true)
  expect(isPaidOut({ ...sight, paidMinor: 4n }, due)).toBe(false)
  expect(isPaidOut({ ...sight, confirmations: 2 }, due)).toBe(false)
  expect(isPaidOut({ ...sight, state: 'failed' }, due)).toBe(false)
  expect(isPaidOut(null, due)).toBe(false)
})

it('a withdrawal is approved, sent and completed; only a pending one can be cancelled, and every end is final', () => {
  expect(withdrawalMoves).toEqual({
    pending: ['approved', 'rejected', 'cancelled'],
    approved: ['sent', 'failed'],
    sent: ['sent', 'completed', 'failed'],
    ...{ completed: [], rejected: [], cancelled: [], failed: [] },
  })
})
