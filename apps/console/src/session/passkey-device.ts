import type { NewPasskey, PasskeyRequest, PasskeyWanted, ShownPasskey } from '@candor/contract'
import { CallFailure } from './failure.ts'

const library = () => import('@simplewebauthn/browser')

/** Asks the device for one of its passkeys. */
export async function showPasskey(options: PasskeyRequest): Promise<ShownPasskey> {
  const { startAuthentication } = await library()
  const shown = await startAuthentication({ optionsJSON: options }).catch(explain)
  const { clientDataJSON, authenticatorData, signature } = shown.response
  return {
    id: shown.id,
    rawId: shown.rawId,
    type: shown.type,
    clientExtensionResults: { ...shown.clientExtensionResults },
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

const sentences: Readonly<Record<string, string>> = {
  ERROR_INVALID_DOMAIN:
    'Passkeys work at this installation’s own address only (PUBLIC_URL, or localhost if it is not set).',
  ERROR_INVALID_RP_ID:
    'Passkeys work at this installation’s own address only (PUBLIC_URL, or localhost if it is not set).',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device already has one of your passkeys.',
}

function explain(error: unknown): never {
  const { code } = error as { readonly code?: string }
  throw new CallFailure(
    'network',
    sentences[code ?? ''] ?? 'The device did not confirm, or the request was cancelled.',
  )
}
