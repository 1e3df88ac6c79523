import { FileResponse } from '../../platform/http/handlers.ts'
import { setWorkMail, workMailPreferenceOf } from '../work-mail/work-mail-store.ts'
import type { OperatorsConsole } from './operators-console.ts'
import type { OperatorsContext } from './operators-context.ts'
import { type OpsHandlers, WithCookie } from './ops-handlers.ts'
import { changeOwnPassword, confirmOwnTotp, startOwnTotp } from './sign-in/own-credentials.ts'
import { addOwnPasskey, removeOwnPasskey, signInByPasskey, startOwnPasskey } from './sign-in/own-passkeys.ts'
import { beginOwnLink, finishOwnLink, removeOwnLink, showOwnSso } from './sign-in/own-single-sign-on.ts'
import { signIn, signOut } from './sign-in/sign-in.ts'
import { beginSso, finishSso, finishSsoWithCode } from './sign-in/single-sign-on.ts'

/** Handlers of this module's calls: signing in, queues and cases, proposals. */
export const operatorsHandlers = (
  context: OperatorsContext,
  { cases, proposals, dashboard }: OperatorsConsole,
) => {
  return {
    opsLogin: (input, from) => signIn(context, input, from),
    opsChangePassword: (input, operator) => changeOwnPassword(context, input, operator),
    opsTotpStart: (input, operator) => startOwnTotp(context, input, operator),
    opsTotpConfirm: (input, operator) => confirmOwnTotp(context, input, operator),
    opsPasskeyStart: () => context.passkeys.startAssertion(),
    opsPasskeyFinish: ({ passkey }, from) => signInByPasskey(context, passkey, from),
    opsPasskeys: (_input, { id }) => context.passkeys.listOf(id),
    opsNewPasskeyStart: ({ password }, operator) => startOwnPasskey(context, password, operator),
    opsNewPasskeyFinish: (input, operator) => addOwnPasskey(context, input, operator),
    opsRemovePasskey: (input, operator) => removeOwnPasskey(context, input, operator),
    ...singleSignOnHandlers(context),
    opsLogout: async (_input, operator) => {
      await signOut(context, operator)
      return new WithCookie(true as const, null)
    },
    opsMe: async (_input, { id, email, role, sessionId }) => {
      const signIns = (await context.sessions.lastOf(id)).map((row) => ({
        at: row.created_at.toISOString(),
        address: row.address,
        device: row.device,
        here: row.id === sessionId,
      }))
      return { id, email, role, sandbox: context.sandbox, signIns }
    },
    opsDashboard: (_input, operator) => dashboard.read(operator),
    opsWorkMail: async (_input, { id }) => ({ preference: await workMailPreferenceOf(context.db.query, id) }),
    opsSetWorkMail: async ({ preference }, { id }) => {
      await setWorkMail(context.db.query, id, preference)
      return true
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
    opsProposals: (input, who) => proposals.list(input, who),
    opsProposal: ({ id }, operator) => proposals.show(id, operator),
    opsApproveProposal: ({ id, shownHash }, operator) => proposals.approve(id, shownHash, operator),
    opsRejectProposal: ({ id, reason }, operator) => proposals.reject(id, reason, operator),
    opsWithdrawProposal: ({ id }, operator) => proposals.withdraw(id, operator),
  } satisfies OpsHandlers
}

const singleSignOnHandlers = (context: OperatorsContext) =>
  ({
    opsSignInWays: async () => ({ sso: context.sso === null ? null : { label: context.sso.label } }),
    opsSsoStart: () => beginSso(context, null),
    opsSsoFinish: (input, from) => finishSso(context, input, from),
    opsSsoCode: (input, from) => finishSsoWithCode(context, input, from),
    opsSso: (_input, operator) => showOwnSso(context, operator),
    opsSsoLinkStart: (input, operator) => beginOwnLink(context, input, operator),
    opsSsoLinkFinish: (input, operator) => finishOwnLink(context, input, operator),
    opsSsoUnlink: (input, operator) => removeOwnLink(context, input, operator),
  }) satisfies OpsHandlers
