import { expect, test } from 'vitest'
import { type OpsCallName, opsCalls } from '../ops.ts'
import type { OpsCall } from '../ops-call.ts'
import { serviceScopeOf } from './service-scope-of.ts'
import { serviceScopes } from './service-scopes.ts'

const names = Object.keys(opsCalls) as OpsCallName[]
const open = names.filter((name) => serviceScopeOf(name) !== null)

test('I16.11: a service token reads; of calls that write, it can only send messages again', () => {
  const writing = open.filter((name) => {
    const { method, changesNothing }: OpsCall = opsCalls[name]
    return method === 'POST' && changesNothing !== true
  })
  expect(writing.map((name) => [name, serviceScopeOf(name)])).toEqual([
    ['opsResendWebhook', 'webhooks:resend'],
    ['opsReplayWebhook', 'webhooks:resend'],
  ])
})

test('I16.11: no service token signs in, decides, proposes, sees evidence, or reads operators and tokens', () => {
  const never =
    /Login|Logout|Passkey|Totp|Sso|Propose|Approve|Reject|Withdraw|Claim|Case$|Image|Picture|Operator|ServiceToken|PaymentAddress|Support|Invitation|Join/
  expect(open.filter((name) => never.test(name) && name !== 'opsProposals')).toEqual([])
  expect(open.filter((name) => opsCalls[name].roles === 'visitor')).toEqual([])
})

test('I16.11: every scope opens a call', () => {
  expect(new Set(open.map(serviceScopeOf))).toEqual(new Set(serviceScopes))
})
