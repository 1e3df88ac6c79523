import { createHash, randomBytes } from 'node:crypto'
import type { SignInWays } from '@candor/contract'
import { expect } from 'vitest'
import type { Config } from '../../platform/config.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type OpenIdPerson, startOpenId, type TestOpenId, visitProvider } from '../../testing/test-openid.ts'

const redirectUri = 'http://localhost:3999/api/loginCallback/google'

export interface GoogleTestApp extends TestApp {
  readonly openId: TestOpenId
  /** Visits the provider; returns what a browser keeps and sends us but the state, which never reaches our server. */
  cameBack(
    person?: OpenIdPerson,
  ): Promise<{ code: string | null; codeVerifier: string; redirectUri: string; nonce: string }>
}

/** A test server with an OpenID provider in Google's place. */
export async function startGoogleTestApp(changes: Partial<Config> = {}): Promise<GoogleTestApp> {
  const openId = await startOpenId([redirectUri])
  const { issuer, clientId, clientSecret } = openId
  const app = await startTestApp({ ...changes, google: { issuer, clientId, clientSecret } })
  const dispose = async () => {
    await app.dispose()
    await openId.close()
  }
  const cameBack: GoogleTestApp['cameBack'] = async (person) => {
    if (person !== undefined) openId.person = person
    const ways = resultOf<SignInWays>(await app.call('signInWays', {}))
    const codeVerifier = randomBytes(32).toString('base64url')
    const nonce = randomBytes(16).toString('base64url')
    const url = new URL(ways.google?.authorizeUrl ?? '')
    for (const [name, value] of Object.entries({
      client_id: ways.google?.clientId ?? '',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email',
      state: 'kept in the browser',
      nonce,
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    }))
      url.searchParams.set(name, value)
    const back = await visitProvider(url.href)
    const code = back.searchParams.get('code')
    expect(code, back.href).not.toBeNull()
    return { code, codeVerifier, redirectUri, nonce }
  }
  return { ...app, dispose, openId, cameBack }
}
