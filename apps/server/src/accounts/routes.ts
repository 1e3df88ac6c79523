import type { Handlers } from '../platform/http/handlers.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { sendCode } from './codes/send-code.ts'
import { sendSmsCode } from './codes/send-sms-code.ts'
import { freezeOwn, unfreezeOwn } from './freezes/own-freeze.ts'
import { changePassword } from './passwords/change-password.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { notifyOfChange } from './profile/notify-of-change.ts'
import { saveEmail, sendEmailCode } from './profile/own-email.ts'
import { removePhone, savePhone } from './profile/own-phone.ts'
import { resetDemo } from './profile/reset-demo.ts'
import { readSettings, saveSettings } from './profile/save-settings.ts'
import { showAccount } from './profile/show-account.ts'
import { readUndoing, type UndoesPlaces, undoChange } from './profile/undo-change.ts'
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

/** Handlers of this module's calls: each passes the parsed input to its use case. */
export const accountsHandlers = (deps: AccountsDeps, places: UndoesPlaces) =>
  ({
    ...signInHandlers(deps, places),
    ...credentialHandlers(deps),
    ...profileHandlers(deps),
  }) satisfies Handlers

/** Calls of visitors: signing up and in, and getting back in. */
const signInHandlers = (deps: AccountsDeps, places: UndoesPlaces) =>
  ({
    checkUserNameOrPhone: (input, visitor) => checkName(deps, input, visitor),
    sendCode: (input, visitor) => sendCode(deps, input, visitor),
    register: (input, visitor) => register(deps, input, visitor),
    login: (input, visitor) => logIn(deps, input, visitor),
    forget: (input, visitor) => resetPassword(deps, input, visitor),
    passkeyStart: () => deps.passkeys.startAssertion(),
    passkeyFinish: ({ passkey }, visitor) => logInByPasskey(deps, passkey, visitor),
    signInWays: async () => ({
      sms: deps.sms !== null,
      google: (await deps.google?.asks()) ?? null,
    }),
    sendSmsCode: (input, visitor) => sendSmsCode(deps, input, visitor),
    loginBySms: (input, visitor) => logInBySms(deps, input, visitor),
    loginByGoogle: (input, visitor) => logInByGoogle(deps, input, visitor),
    registerByGoogle: (input, visitor) => registerByGoogle(deps, input, visitor),
    unfreeze: (input, visitor) => unfreezeOwn(deps, input, visitor),
    readUndoing: ({ token }) => readUndoing(deps, token),
    undoChange: ({ token }) => undoChange(deps, places, token),
    termsInForce: (_input, { language }) => deps.termsInForce(language),
  }) satisfies Handlers

/** A customer's own ways in: password, second factor, passkeys, API keys, addresses and sessions. */
const credentialHandlers = (deps: AccountsDeps) =>
  ({
    logout: (_input, caller) => logOut(deps, caller),
    sessions: (_input, caller) => listSessions(deps, caller),
    revokeSession: (input, caller) => revokeSession(deps, input.id, caller),
    revokeOtherSessions: (_input, caller) => revokeOtherSessions(deps, caller),
    repassword: (input, caller) => changePassword(deps, input, caller),
    totpStart: (input, caller) => startTotp(deps, input.password, caller),
    totpConfirm: (input, caller) => confirmTotp(deps, input.totp, caller),
    totpDisable: (_input, caller) => disableTotp(deps, caller),
    recoveryCodes: (_input, caller) => deps.recovery.standing(caller.userId),
    makeRecoveryCodes: (_input, caller) => makeRecoveryCodes(deps, caller),
    proveIdentity: (input, caller) => proveIdentity(deps, input, caller),
    listPasskeys: (_input, caller) => deps.passkeys.listOf(caller.userId),
    newPasskeyStart: (_input, caller) => startNewPasskey(deps, caller),
    newPasskeyFinish: (input, caller) => finishNewPasskey(deps, input, caller),
    renamePasskey: (input, caller) => renamePasskey(deps, input, caller),
    removePasskey: (input, caller) => removePasskey(deps, input, caller),
    listApiKeys: (_input, caller) => deps.apiKeys.listOf(caller.userId),
    makeApiKey: (wanted, { userId }) =>
      notifyOfChange(deps, userId, async (tx) => {
        const made = await deps.apiKeys.make(tx, userId, wanted)
        return { made, change: { change: 'apiKey', target: made.id } }
      }),
    revokeApiKey: async ({ id }, caller) => {
      await deps.apiKeys.revoke(caller.userId, id)
      return null
    },
    sendEmailCode: ({ email }, caller) => sendEmailCode(deps, email, caller),
    saveEmail: (input, caller) => saveEmail(deps, input, caller),
    savePhone: (input, caller) => savePhone(deps, input, caller),
    removePhone: (_input, caller) => removePhone(deps, caller),
    freeze: (_input, caller) => freezeOwn(deps, caller),
  }) satisfies Handlers

/** The account itself: its data, consents, settings and statements. */
const profileHandlers = (deps: AccountsDeps) =>
  ({
    consents: (_input, caller) => showConsents(deps, caller),
    giveConsent: ({ accepted }, caller) => giveConsent(deps, accepted, caller),
    getUserInfo: (_input, caller) => showAccount(deps, caller.userId, caller.mode),
    resetDemo: (_input, caller, idempotency) => {
      if (idempotency === null) throw new Error('resetDemo moves money and needs an Idempotency-Key')
      return resetDemo(deps, caller, idempotency)
    },
    settings: (_input, caller) => readSettings(deps, caller.userId),
    saveSettings: (input, caller) => saveSettings(deps, input, caller.userId),
    statement: (input, caller) => showStatement(deps, input, caller),
    statementTotals: (input, caller) => showStatementTotals(deps, input, caller),
    equityHistory: (input, caller) => deps.trading.equityHistory(caller.userId, caller.mode, input.days),
  }) satisfies Handlers
