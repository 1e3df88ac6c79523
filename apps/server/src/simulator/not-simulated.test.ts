import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls, type OpsCall, opsCalls } from '@candor/contract'
import { expect, it } from 'vitest'
import { notSimulated } from './not-simulated.ts'

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n')
const all = { ...calls, ...opsCalls }
const isMade = (name: string) => sources.includes(`'${name}'`)

it('every call is made in the simulator, or stands in the list with a reason', () => {
  expect(Object.keys(all).filter((name) => !isMade(name) && !notSimulated.has(name))).toEqual([])
})

it('the list names nothing that is made or that is no call', () => {
  expect([...notSimulated.keys()].filter((name) => isMade(name) || !(name in all))).toEqual([])
})

it('every call that moves money is made', () => {
  const moving = Object.entries(calls).filter(([, call]) => 'movesMoney' in call)
  expect(moving.map(([name]) => name).filter((name) => !isMade(name))).toEqual([])
})

it('every decision of an operator is made', () => {
  const decisions = Object.entries(opsCalls as Readonly<Record<string, OpsCall>>).filter(
    ([, { method, changesNothing }]) => method === 'POST' && changesNothing !== true,
  )
  expect(
    decisions.map(([name]) => name).filter((name) => !isMade(name) && !decidesNothing.has(name)),
  ).toEqual([])
})

/** Signing in and out and what one does it with, one's own letters, what a text would look like, pictures taken in, where news are fetched, which other systems are told, and which of them read; hedging, which needs a venue; markets that are added, whose prices the seed does not make, and hours, which its world keeps to the listed ones. */
const decidesNothing = new Set([
  'opsProposeServiceToken',
  'opsIssueServiceToken',
  'opsRotateServiceToken',
  'opsRevokeServiceToken',
  'opsLogin',
  'opsLogout',
  'opsPasskeyStart',
  'opsPasskeyFinish',
  'opsNewPasskeyStart',
  'opsNewPasskeyFinish',
  'opsRemovePasskey',
  'opsSetWorkMail',
  'opsChangePassword',
  'opsTotpStart',
  'opsTotpConfirm',
  'opsSsoStart',
  'opsSsoFinish',
  'opsSsoCode',
  'opsSsoLinkStart',
  'opsSsoLinkFinish',
  'opsSsoUnlink',
  'opsProposeReset',
  'opsResetAccess',
  'opsTagCustomer',
  'opsAddTask',
  'opsChangeTask',
  'opsFinishTask',
  'opsPreviewArticle',
  'opsStopHedging',
  'opsProposeInstrument',
  'opsProposeOffer',
  'opsProposeHours',
  'opsNftPicture',
  'opsAddFeed',
  'opsChangeFeed',
  'opsRemoveFeed',
  'opsAddWebhook',
  'opsChangeWebhook',
  'opsPauseWebhook',
  'opsResumeWebhook',
  'opsRemoveWebhook',
  'opsRotateWebhookSecret',
  'opsTestWebhook',
  'opsResendWebhook',
  'opsReplayWebhook',
])
