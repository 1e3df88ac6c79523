import { refusals } from '@candor/refusals'
import { z } from 'zod'
import {
  newPasskey,
  passkey,
  passkeyName,
  passkeyRequest,
  passkeyWanted,
  shownPasskey,
} from '../accounts/passkeys.ts'
import { id } from '../fields.ts'
import { operatorShown } from './operators-ops.ts'
import { operatorRoles, opsCall } from './ops-call.ts'

const password = z.string().min(1).max(1000)

/** Operators' passkeys: never a customer's, and only the operator's own. */
export const passkeysOps = {
  opsPasskeyStart: opsCall({
    method: 'POST',
    path: '/ops/passkey/start',
    summary: 'The challenge a device signs to sign in with a passkey; valid once, for five minutes',
    roles: 'visitor',
    input: z.object({}),
    result: passkeyRequest,
  }),
  opsPasskeyFinish: opsCall({
    method: 'POST',
    path: '/ops/passkey/finish',
    summary: 'Signs in with a passkey, which stands for password and authenticator code; sets the cookie',
    roles: 'visitor',
    input: z.object({ passkey: shownPasskey }),
    result: operatorShown,
    fieldCodes: { passkey: refusals.passkeyRejected },
  }),
  opsPasskeys: opsCall({
    method: 'GET',
    path: '/ops/passkey',
    summary: 'One’s own passkeys, oldest first',
    roles: operatorRoles,
    input: z.object({}),
    result: z.array(passkey),
  }),
  opsNewPasskeyStart: opsCall({
    method: 'POST',
    path: '/ops/passkey/new/start',
    summary: 'The options for creating one’s own passkey, after the password',
    roles: operatorRoles,
    input: z.object({ password }),
    result: passkeyWanted,
    fieldCodes: { password: refusals.passwordWrong },
  }),
  opsNewPasskeyFinish: opsCall({
    method: 'POST',
    path: '/ops/passkey/new/finish',
    summary: 'Adds the passkey a device has made',
    roles: operatorRoles,
    input: z.object({ name: passkeyName, passkey: newPasskey }),
    result: passkey,
    fieldCodes: { passkey: refusals.passkeyRejected },
  }),
  opsRemovePasskey: opsCall({
    method: 'POST',
    path: '/ops/passkey/remove',
    summary: 'Removes a passkey of one’s own, after the password',
    roles: operatorRoles,
    input: z.object({ id, password }),
    result: z.literal(true),
    fieldCodes: { password: refusals.passwordWrong },
  }),
} as const
