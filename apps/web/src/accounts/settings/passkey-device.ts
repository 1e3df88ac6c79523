import type { NewPasskey, PasskeyRequest, PasskeyWanted, ShownPasskey } from '@candor/contract'
import type { TextKey } from '@candor/texts/keys.ts'
import { DeviceFailure } from './device-failure.ts'

/** The library is small, and most people never need it. */
const library = () => import('@simplewebauthn/browser')

export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** Asks the device for one of its passkeys; throws a `DeviceFailure` with the reason when it gives none. */
export async function showPasskey(options: PasskeyRequest): Promise<ShownPasskey> {
  const { startAuthentication } = await library()
  const { id, rawId, response, ...rest } = await startAuthentication({ optionsJSON: options }).catch(explain)
  const { clientDataJSON, authenticatorData, signature } = response
  const { type, clientExtensionResults } = rest
  return {
    id,
    rawId,
    type,
    clientExtensionResults: { ...clientExtensionResults },
    response: { clientDataJSON, authenticatorData, signature },
  }
}

/** Lets the device make a passkey and keep it. */
export async function makePasskey(wanted: PasskeyWanted): Promise<NewPasskey> {
  const { startRegistration } = await library()
  const made = await startRegistration({ optionsJSON: wanted }).catch(explain)
  const { clientDataJSON, attestationObject } = made.response
  return {
    id: made.id,
    rawId: made.rawId,
    type: made.type,
    clientExtensionResults: { ...made.clientExtensionResults },
    response: { clientDataJSON, attestationObject },
  }
}

const reasons: Readonly<Record<string, TextKey>> = {
  ERROR_INVALID_DOMAIN: 'signin.passkey.wrongPlace',
  ERROR_INVALID_RP_ID: 'signin.passkey.wrongPlace',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'signin.passkey.already',
}

function explain(error: unknown): never {
  const { code } = error as { readonly code?: string }
  throw new DeviceFailure(
    knowsPasskeys() ? (reasons[code ?? ''] ?? 'signin.passkey.cancelled') : 'signin.passkey.unsupported',
  )
}

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
]

/** A first name for a passkey made here, which its owner may change. */
export const deviceHere = (userAgent: string): string =>
  systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Linux'
