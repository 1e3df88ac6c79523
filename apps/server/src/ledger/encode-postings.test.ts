import { expect, test } from 'vitest'
import { encodePostings, encodeReservations, exceedsEveryBalance } from './encode-postings.ts'
import type { Posting, Step } from './ledger.ts'
import type { AccountId } from './posting-types.ts'
import { customer, hold, ofHouse, posting, release, transfer } from './test-accounts.ts'

const ids: Readonly<Record<string, bigint>> = { ann: 11n, house: 12n }
const idOf = ({ owner }: { readonly owner: string }) => (ids[owner] ?? null) as AccountId | null
const lose = (minor: bigint, owner = 'ann') =>
  transfer('contract-loss', customer(owner), ofHouse('trading-capital'), minor)
const repurpose: Step = { do: 'repurpose', holdId: 'h', purpose: 'margin' }

test('an amount of 2^62 or more exceeds every balance, in whichever step it is', () => {
  const exceeds = (...steps: Step[]) => exceedsEveryBalance(posting('p', ...steps))
  expect([exceeds(lose(2n ** 62n)), exceeds(lose(2n ** 62n - 1n))]).toEqual([true, false])
  expect(exceeds(lose(1n), hold('h', customer('ann'), 2n ** 63n), repurpose)).toBe(true)
  expect(exceeds(release('h', 2n ** 62n))).toBe(true)
  expect([exceeds(), exceeds(repurpose), exceeds(release('h'))]).toEqual([false, false, false])
})

test('postings name accounts and holds by their place, and an account that does not exist by none', () => {
  const twice = posting('p', hold('h', customer('ann'), 5n), lose(3n))
  const { accounts, holds, steps } = encodePostings(
    [twice, posting('q', lose(1n, 'nobody'), release('h'))],
    idOf,
  )
  expect([accounts, holds]).toEqual([[11n, 12n], ['h']])
  expect(steps.toLiteral()).toBe(
    '{"(1,hold,,margin,1,,,1,5)","(1,transfer,contract-loss,,1,2,,,3)","(2,transfer,contract-loss,,0,2,,,1)","(2,release,,,,,,1,)"}',
  )
})

test('a reservation is sent with its posting, and left out where its account does not exist', () => {
  const reserved = (owner: string): Posting => ({
    ...posting(owner, lose(3n, owner)),
    reservation: { fence: 2n, number: 7n, account: customer(owner), minor: 3n, until: 1_000 },
  })
  const literal = (...postings: Posting[]) => encodeReservations(postings, idOf).toLiteral()
  expect(literal(reserved('nobody'), posting('none', lose(1n)), reserved('ann'))).toMatch(
    /^\{"\(3,2,7,11,3,[^)]*\)"\}$/,
  )
  expect(literal(reserved('nobody'))).toBe('{}')
})
