import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { call } from '../call.ts'
import { id, isoTime } from '../fields.ts'
import { signedIn } from './account-entities.ts'
import { givenPassword, provenWith } from './account-fields.ts'

/** Bytes in the encoding of WebAuthn's JSON forms. */
const bytes = (most: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{1,${most}}$`))

const signed = {
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
}

/** A device's response when it creates a passkey. */
export const newPasskey = z.object({
  ...signed,
  response: z.object({ clientDataJSON: bytes(4_000), attestationObject: bytes(20_000) }),
})
export type NewPasskey = z.infer<typeof newPasskey>

/** A device's response when it proves that it holds a passkey. */
export const shownPasskey = z.object({
  ...signed,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(2_000),
  }),
})
export type ShownPasskey = z.infer<typeof shownPasskey>

const known = z.object({ id: z.string(), type: z.literal('public-key') })

/** Request to create a passkey. It stays on the device, which uses it only after verifying its owner. */
export const passkeyWanted = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyWanted = z.infer<typeof passkeyWanted>

/** Request for a signature. It names no passkey, so that the person chooses the account. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

/** Chosen by the owner, to distinguish their passkeys. */
export const passkeyName = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cf}]{1,40}$/u)

export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
})
export type Passkey = z.infer<typeof passkey>

const login = '/swx/customer/login/passkey'
const own = '/swx/customer/user'

export const passkeysCalls = {
  passkeyStart: call({
    method: 'POST',
    path: `${login}/start`,
    summary: 'The challenge a device signs to sign in with a passkey; valid once, for five minutes',
    access: 'visitor',
    input: z.object({}),
    result: passkeyRequest,
  }),
  passkeyFinish: call({
    method: 'POST',
    path: `${login}/finish`,
    summary: 'Signs in with a passkey; it stands for password and authenticator code',
    access: 'visitor',
    input: z.object({ passkey: shownPasskey }),
    result: signedIn,
    fieldCodes: { passkey: refusals.passkeyRejected },
  }),
  listPasskeys: call({
    method: 'GET',
    path: `${own}/listPasskeys`,
    summary: 'The passkeys of this account, oldest first',
    access: 'customer',
    input: z.object({}),
    result: z.array(passkey),
  }),
  newPasskeyStart: call({
    method: 'POST',
    path: `${own}/newPasskeyStart`,
    summary: 'The options for creating a passkey',
    access: 'customer',
    input: z.object(provenWith),
    result: passkeyWanted,
    fieldCodes: { password: refusals.passwordWrong },
  }),
  newPasskeyFinish: call({
    method: 'POST',
    path: `${own}/newPasskeyFinish`,
    summary: 'Adds the passkey a device has made',
    access: 'customer',
    input: z.object({ name: passkeyName, passkey: newPasskey }),
    result: passkey,
    fieldCodes: { passkey: refusals.passkeyRejected },
  }),
  renamePasskey: call({
    method: 'POST',
    path: `${own}/renamePasskey`,
    summary: 'Renames a passkey',
    access: 'customer',
    input: z.object({ id, name: passkeyName }),
    result: z.literal(true),
    success: 20005,
  }),
  removePasskey: call({
    method: 'POST',
    path: `${own}/removePasskey`,
    summary: 'Removes a passkey of this account, after the password',
    access: 'customer',
    input: z.object({ id, password: givenPassword }),
    result: z.literal(true),
    success: 20005,
    fieldCodes: { password: refusals.passwordWrong },
  }),
} as const
