import type { Handlers } from '../platform/http/handlers.ts'
import { sendCode } from './codes/send-code.ts'
import { sendSmsCode } from './codes/send-sms-code.ts'
import { freezeOwn, unfreezeOwn } from './freezes/own-freeze.ts'
import type { OpenedAccounts } from './opened-accounts.ts'
import { changePassword } from './passwords/change-password.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { notifyOfChange } from './profile/notify-of-change.ts'
import { saveEmail, sendEmailCode } from './profile/own-email.ts'
import { removePhone, savePhone } from './profile/own-phone.ts'
import { resetDemo } from './profile/reset-demo.ts'
import { readSettings, saveSettings } from './profile/save-settings.ts'
import { showAccount } from './profile/show-account.ts'
import { readUndoing, undoChange } from './profile/undo-change.ts'
import { checkName } from './registration/check-name.ts'
import { giveConsent, showConsents } from './registration/consents.ts'
import { register } from './registration/register.ts'
import { listSessions, logOut, revokeOtherSessions, revokeSession } from './sessions/end-session.ts'
import { proveIdentity } from './sign-in/fresh-proof.ts'
import { logIn } from './sign-in/log-in.ts'
import { logInByGoogle, registerByGoogle } from './sign-in/log-in-by-google.ts'
import { logInBySms } from './sign-in/log-in-by-sms.ts'
import {
  finishNewPasskey,
  logInByPasskey,
  removePasskey,
  renamePasskey,
  startNewPasskey,
} from './sign-in/own-passkeys.ts'
import { confirmTotp, disableTotp, makeRecoveryCodes, startTotp } from './sign-in/set-second-factor.ts'
import { showStatement, showStatementTotals } from './statements/statement.ts'
import { showTaxStatement } from './statements/tax/tax-statement.ts'

/** Handlers of this module's calls: each passes the parsed input to its use case. */
export const accountsHandlers = (context: OpenedAccounts) =>
  ({
    ...signInHandlers(context),
    ...credentialHandlers(context),
    ...profileHandlers(context),
  }) satisfies Handlers

/** Calls of visitors: signing up and in, and getting back in. */
const signInHandlers = (context: OpenedAccounts) =>
  ({
    checkUserNameOrPhone: (input) => checkName(context, input),
    sendCode: (input, visitor) => sendCode(context, input, visitor),
    register: (input, visitor) => register(context, input, visitor),
    login: (input, visitor) => logIn(context, input, visitor),
    forget: (input, visitor) => resetPassword(context, input, visitor),
    passkeyStart: () => context.passkeys.startAssertion(),
    passkeyFinish: ({ passkey }, visitor) => logInByPasskey(context, passkey, visitor),
    signInWays: async () => ({
      sms: context.codeSender.sendsSms,
      google: (await context.google?.asks()) ?? null,
    }),
    sendSmsCode: (input, visitor) => sendSmsCode(context, input, visitor),
    loginBySms: (input, visitor) => logInBySms(context, input, visitor),
    loginByGoogle: (input, visitor) => logInByGoogle(context, input, visitor),
    registerByGoogle: (input, visitor) => registerByGoogle(context, input, visitor),
    unfreeze: (input, visitor) => unfreezeOwn(context, input, visitor),
    readUndoing: ({ token }) => readUndoing(context, token),
    undoChange: ({ token }) => undoChange(context, token),
    termsInForce: (_input, { language }) => context.signUp.termsInForce(language),
  }) satisfies Handlers

/** A customer's own ways in: password, second factor, passkeys, API keys, addresses and sessions. */
const credentialHandlers = (context: OpenedAccounts) =>
  ({
    logout: (_input, caller) => logOut(context, caller),
    sessions: (_input, caller) => listSessions(context, caller),
    revokeSession: (input, caller) => revokeSession(context, input.id, caller),
    revokeOtherSessions: (_input, caller) => revokeOtherSessions(context, caller),
    repassword: (input, caller) => changePassword(context, input, caller),
    totpStart: (input, caller) => startTotp(context, input.password, caller),
    totpConfirm: (input, caller) => confirmTotp(context, input.totp, caller),
    totpDisable: (_input, caller) => disableTotp(context, caller),
    recoveryCodes: (_input, caller) => context.recovery.standing(caller.userId),
    makeRecoveryCodes: (_input, caller) => makeRecoveryCodes(context, caller),
    proveIdentity: (input, caller) => proveIdentity(context, input, caller),
    listPasskeys: (_input, caller) => context.passkeys.listOf(caller.userId),
    newPasskeyStart: (_input, caller) => startNewPasskey(context, caller),
    newPasskeyFinish: (input, caller) => finishNewPasskey(context, input, caller),
    renamePasskey: (input, caller) => renamePasskey(context, input, caller),
    removePasskey: (input, caller) => removePasskey(context, input, caller),
    listApiKeys: (_input, caller) => context.apiKeys.listOf(caller.userId),
    makeApiKey: (wanted, { userId }) =>
      notifyOfChange(context, userId, async (tx) => {
        const made = await context.apiKeys.make(tx, userId, wanted)
        return { made, change: { change: 'apiKey', target: made.id } }
      }),
    revokeApiKey: async ({ id }, caller) => {
      await context.apiKeys.revoke(caller.userId, id)
      context.events.endSession(id)
      return null
    },
    sendEmailCode: (input, caller) => sendEmailCode(context, input, caller),
    saveEmail: (input, caller) => saveEmail(context, input, caller),
    savePhone: (input, caller) => savePhone(context, input, caller),
    removePhone: (_input, caller) => removePhone(context, caller),
    freeze: (_input, caller) => freezeOwn(context, caller),
  }) satisfies Handlers

/** The account itself: its data, consents, settings and statements. */
const profileHandlers = (context: OpenedAccounts) =>
  ({
    consents: (_input, caller) => showConsents(context, caller),
    giveConsent: ({ accepted }, caller) => giveConsent(context, accepted, caller),
    getUserInfo: (_input, caller) => showAccount(context, caller.userId, caller.mode),
    resetDemo: (_input, caller, idempotency) => {
      if (idempotency === null) throw new Error('resetDemo moves money and needs an Idempotency-Key')
      return resetDemo(context, caller, idempotency)
    },
    settings: (_input, caller) => readSettings(context, caller.userId),
    saveSettings: (input, caller) => saveSettings(context, input, caller.userId),
    statement: (input, caller) => showStatement(context, input, caller),
    statementTotals: (input, caller) => showStatementTotals(context, input, caller),
    taxStatement: (input, caller) => showTaxStatement(context, input, caller),
    equityHistory: (input, caller) => context.trading.equityHistory(caller.userId, caller.mode, input.days),
  }) satisfies Handlers
