import { expect, test } from 'vitest'
import { type ApprovalContext, type DayOfApprovals, whySecondPerson } from './second-person.ts'

const day: DayOfApprovals = {
  valueMinor: 4_000n,
  limitMinor: 10_000n,
  customerDayMinor: 0n,
  reviewerDayMinor: 0n,
}
const context: ApprovalContext = { decision: 'recharge', day, notSeenOnChain: false, approvedAlone: [] }
const why = (change: Partial<ApprovalContext>) => whySecondPerson({ ...context, ...change })
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

test('no one decides identity, deposit and withdrawal of one customer alone, in any order', () => {
  expect(why({ approvedAlone: ['kyc'] })).toEqual([])
  expect(why({ approvedAlone: ['kyc', 'recharge'] })).toEqual([])
  expect(why({ approvedAlone: ['kyc', 'withdrawal'] })).toEqual(['allThree'])
  expect(why({ decision: 'withdrawal', approvedAlone: ['recharge', 'kyc'] })).toEqual(['allThree'])
  expect(why({ decision: 'kyc', day: null, approvedAlone: ['recharge', 'withdrawal'] })).toEqual(['allThree'])
})
