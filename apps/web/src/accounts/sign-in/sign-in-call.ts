import type { User } from '@candor/contract'
import { readStored, writeStored } from '../../session/browser-storage.ts'
import { type CallInput, callServer } from '../../session/calls/call-server.ts'
import { newKey } from '../../session/calls/intent.ts'

type SignInCall = 'login' | 'register' | 'passkeyFinish' | 'loginBySms' | 'loginByGoogle' | 'registerByGoogle'

/** Makes a call that starts a session. It identifies the browser, so that the customer can be notified of a sign-in from another one. */
export const callToSignIn = <N extends SignInCall>(
  name: N,
  input: CallInput<N>,
): Promise<{ readonly token: string; readonly user: User }> =>
  callServer<SignInCall>(name, input, { device: deviceMark() })

/** A random id that this browser stores. */
function deviceMark(): string {
  const stored = readStored('device')
  if (stored !== null) return stored
  const mark = newKey()
  writeStored('device', mark)
  return mark
}
