import { FileResponse } from '../../platform/http/handlers.ts'
import type { Cases } from '../cases/cases.ts'
import type { Proposals } from '../proposals/proposals.ts'
import { type OpsHandlers, WithCookie } from './ops-handlers.ts'
import { changeOwnPassword, confirmOwnTotp, startOwnTotp } from './sign-in/own-credentials.ts'
import {
  addOwnPasskey,
  type PasskeyDeps,
  removeOwnPasskey,
  signInByPasskey,
  startOwnPasskey,
} from './sign-in/own-passkeys.ts'
import { beginOwnLink, finishOwnLink, removeOwnLink, showOwnSso } from './sign-in/own-single-sign-on.ts'
import { signIn, signOut } from './sign-in/sign-in.ts'
import { beginSso, finishSso, finishSsoWithCode, type SsoDeps } from './sign-in/single-sign-on.ts'

export interface OperatorsDeps extends PasskeyDeps, SsoDeps {
  readonly cases: Cases
  readonly proposals: Proposals
  readonly sandbox: boolean
}

/** Handlers of this module's calls: signing in, queues and cases, proposals. */
export const operatorsHandlers = (deps: OperatorsDeps) => {
  const { cases, proposals, sessions } = deps
  return {
    opsLogin: (input, from) => signIn(deps, input, from),
    opsChangePassword: (input, operator) => changeOwnPassword(deps, input, operator),
    opsTotpStart: (input, operator) => startOwnTotp(deps, input, operator),
    opsTotpConfirm: (input, operator) => confirmOwnTotp(deps, input, operator),
    opsPasskeyStart: () => deps.passkeys.startAssertion(),
    opsPasskeyFinish: ({ passkey }, from) => signInByPasskey(deps, passkey, from),
    opsPasskeys: (_input, { id }) => deps.passkeys.listOf(id),
    opsNewPasskeyStart: ({ password }, operator) => startOwnPasskey(deps, password, operator),
    opsNewPasskeyFinish: (input, operator) => addOwnPasskey(deps, input, operator),
    opsRemovePasskey: (input, operator) => removeOwnPasskey(deps, input, operator),
    ...singleSignOnHandlers(deps),
    opsLogout: async (_input, operator) => {
      await signOut(deps, operator)
      return new WithCookie(true as const, null)
    },
    opsMe: async (_input, { id, email, role, sessionId }) => {
      const signIns = (await sessions.lastOf(id)).map((row) => ({
        at: row.created_at.toISOString(),
        address: row.address,
        device: row.device,
        here: row.id === sessionId,
      }))
      return { id, email, role, sandbox: deps.sandbox, signIns }
    },
    opsQueue: (input, operator) => cases.queue(input, operator),
    opsCase: (input, operator) => cases.show(input, operator),
    opsCaseImage: async ({ fileId, ...ref }, operator) => {
      const { contentType, bytes } = await cases.image(ref, fileId, operator)
      return new FileResponse(contentType, `${fileId}.${contentType.split('/')[1]}`, bytes)
    },
    opsClaim: (input, operator) => cases.claim(input, operator),
    opsRelease: (input, operator) => cases.release(input, operator),
    opsApprove: (input, operator) => cases.decide('approve', input, operator),
    opsReject: (input, operator) => cases.decide('reject', input, operator),
    opsSent: (input, operator) => cases.decide('sent', input, operator),
    opsProposals: (input, operator) => proposals.list(input, operator),
    opsProposal: ({ id }, operator) => proposals.show(id, operator),
    opsApproveProposal: ({ id, shownHash }, operator) => proposals.approve(id, shownHash, operator),
    opsRejectProposal: ({ id, reason }, operator) => proposals.reject(id, reason, operator),
    opsWithdrawProposal: ({ id }, operator) => proposals.withdraw(id, operator),
  } satisfies OpsHandlers
}

const singleSignOnHandlers = (deps: SsoDeps) =>
  ({
    opsSignInWays: async () => ({ sso: deps.sso === null ? null : { label: deps.sso.label } }),
    opsSsoStart: () => beginSso(deps, null),
    opsSsoFinish: (input, from) => finishSso(deps, input, from),
    opsSsoCode: (input, from) => finishSsoWithCode(deps, input, from),
    opsSso: (_input, operator) => showOwnSso(deps, operator),
    opsSsoLinkStart: (input, operator) => beginOwnLink(deps, input, operator),
    opsSsoLinkFinish: (input, operator) => finishOwnLink(deps, input, operator),
    opsSsoUnlink: (input, operator) => removeOwnLink(deps, input, operator),
  }) satisfies OpsHandlers
