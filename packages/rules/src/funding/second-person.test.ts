import { expect, test } from 'vitest'
import { type ApprovalFacts, type DayOfApprovals, whySecondPerson } from './second-person.ts'

const day: DayOfApprovals = {
  valueMinor: 4_000n,
  limitMinor: 10_000n,
  customerDayMinor: 0n,
  reviewerDayMinor: 0n,
}
const facts: ApprovalFacts = { decision: 'recharge', day, notSeenOnChain: false, decidedAlone: [] }
const why = (change: Partial<ApprovalFacts>) => whySecondPerson({ ...facts, ...change })
const whyOn = (change: Partial<DayOfApprovals>) => why({ day: { ...day, ...change } })

test('one person decides up to the limit, and not above it', () => {
  expect(whyOn({ valueMinor: 10_000n })).toEqual([])
  expect(whyOn({ valueMinor: 10_001n })).toEqual(['customerDay', 'reviewerDay'])
  expect(whyOn({ valueMinor: null })).toEqual(['noPrice'])
})

test('splitting changes nothing: the sums of the day count, of the customer and of the reviewer', () => {
  expect(whyOn({ customerDayMinor: 6_000n })).toEqual([])
  expect(whyOn({ customerDayMinor: 6_001n })).toEqual(['customerDay'])
  expect(whyOn({ reviewerDayMinor: 6_001n })).toEqual(['reviewerDay'])
})

test('a payment that no node saw needs two people, however small', () => {
  expect(why({ notSeenOnChain: true })).toEqual(['notSeenOnChain'])
})

test('nobody decides identity, deposit and withdrawal of one customer alone, in whatever order', () => {
  expect(why({ decidedAlone: ['kyc'] })).toEqual([])
  expect(why({ decidedAlone: ['kyc', 'recharge'] })).toEqual([])
  expect(why({ decidedAlone: ['kyc', 'withdrawal'] })).toEqual(['allThree'])
  expect(why({ decision: 'withdrawal', decidedAlone: ['recharge', 'kyc'] })).toEqual(['allThree'])
  expect(why({ decision: 'kyc', day: null, decidedAlone: ['recharge', 'withdrawal'] })).toEqual(['allThree'])
})
