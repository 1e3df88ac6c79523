import { expect, it } from 'vitest'
import { attentionItems, type OwnState } from './attention.ts'

const now = Date.parse('2026-11-29T12:00:00Z')
const calm: OwnState = {
  summary: {
    user: { kyc: 'approved' },
    mode: 'real',
    balances: [{ asset: 'USDT', available: '100.000000', held: '0.000000' }],
    marginLevel: null,
    callLevel: '1',
  },
  ...{ termsDue: 0, deposits: [], withdrawals: [], loans: [], unread: 0 },
}
const kindsOf = (changes: Partial<OwnState>, summary: Partial<OwnState['summary']> = {}) =>
  attentionItems({ ...calm, ...changes, summary: { ...calm.summary, ...summary } }, now).map(
    ({ kind, href }) => [kind, href],
  )
const loan = (status: OwnState['loans'][number]['status'], dueAt: string | null) => ({
  id: 'l1',
  loanNo: 'L-1',
  status,
  dueAt,
  owed: '10',
})

it('I15.12: a verified customer with a calm account has nothing to attend to', () => {
  expect(kindsOf({})).toEqual([])
  expect(kindsOf({}, { user: { kyc: 'pending' }, marginLevel: '1.51' })).toEqual([])
})

it('I15.12: a margin call comes first, and a level close to one is named before it', () => {
  expect(kindsOf({ unread: 2 }, { marginLevel: '1' })).toEqual([
    ['marginCall', '#/profile/orders'],
    ['unread', '#/profile/notification'],
  ])
  expect(kindsOf({}, { marginLevel: '1.5' })).toEqual([['marginNear', '#/profile/orders']])
  expect(kindsOf({}, { marginLevel: '1.2', callLevel: '1.2' })).toEqual([['marginCall', '#/profile/orders']])
  expect(kindsOf({}, { marginLevel: '1.21', callLevel: '0.8' })).toEqual([])
})

it('I15.12: an overdue loan is named, and one that is due within a week', () => {
  const loans = [
    loan('overdue', '2026-11-20T00:00:00Z'),
    loan('repaying', '2026-12-06T12:00:00Z'),
    loan('repaying', '2026-12-06T12:00:01Z'),
    loan('pending', null),
    loan('repaid', '2026-11-30T00:00:00Z'),
  ]
  expect(kindsOf({ loans }).map(([kind]) => kind)).toEqual(['loanOverdue', 'loanDue'])
})

it('I15.12: one payment that waits is opened itself, several as their list', () => {
  const one = { deposits: [{ id: 'd1', status: 'pending' }], withdrawals: [{ id: 'w1', status: 'sent' }] }
  expect(kindsOf(one)).toEqual([
    ['deposits', '#/profile/balance?tab=deposits&id=d1'],
    ['withdrawals', '#/profile/balance?tab=withdrawals&id=w1'],
  ])
  const withdrawals = ['pending', 'approved', 'completed', 'rejected', 'cancelled', 'failed'].map(
    (status, n) => ({
      ...{ id: `w${n}`, status },
    }),
  )
  expect(kindsOf({ deposits: [{ id: 'd1', status: 'approved' }], withdrawals })).toEqual([
    ['withdrawals', '#/profile/balance?tab=withdrawals'],
  ])
})

it('I15.12: identity, new terms and an empty real account lead to their next step', () => {
  expect(kindsOf({ termsDue: 1 }, { user: { kyc: 'none' }, balances: [] })).toEqual([
    ['terms', null],
    ['identity', '#/profile/identity'],
    ['empty', '#/profile/balance?tab=deposit'],
  ])
  expect(kindsOf({ termsDue: 1 }, { user: { kyc: 'rejected' } })).toEqual([
    ['identityRejected', '#/profile/identity'],
    ['terms', null],
  ])
  expect(kindsOf({}, { mode: 'demo', balances: [] })).toEqual([])
})
