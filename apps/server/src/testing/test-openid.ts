import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type InteractionResults } from 'oidc-provider'

type Claims = Readonly<Record<string, unknown>>

/** Their name and address at the provider, and how they proved their identity. */
export interface OpenIdPerson {
  readonly subject: string
  readonly email: string
  readonly proven: boolean
  readonly amr?: readonly string[]
  readonly acr?: string
}

export interface TestOpenId {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The person who signs in there next; null: they cancel. */
  person: OpenIdPerson | null
  /** Changes what ID tokens claim, and signs them again with the provider's own key. */
  forge: ((claims: Claims) => Claims) | null
  /** Codes that were shown to it. */
  redeemed: number
  /** Waits for this before it responds to a shown code. */
  slow: Promise<void>
  /** Signs ID tokens with a key that is not the provider's. */
  breakSignatures: boolean
  close(): Promise<void>
}

/** A real OpenID provider on this machine without passwords: every visitor is `person`. */
export async function startOpenId(redirectUris: readonly string[]): Promise<TestOpenId> {
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const [clientId, clientSecret] = ['candor-test', 'a secret of the test']
  const running: TestOpenId = {
    issuer,
    clientId,
    clientSecret,
    person: { subject: 'somebody', email: 'somebody@candor.example', proven: true },
    forge: null,
    redeemed: 0,
    slow: Promise.resolve(),
    breakSignatures: false,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const jwk = { ...pair.privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }
  const provider = new Provider(issuer, {
    jwks: { keys: [jwk] },
    acrValues: ['gold', 'bronze'],
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub', 'amr', 'acr'], email: ['email', 'email_verified'] },
    // As at Google, the address is in the ID token itself.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/who/${interaction.uid}` },
    cookies: { keys: ['the test signs its cookies with this'] },
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => {
      const { email, proven } = running.person ?? {}
      return { accountId: sub, claims: () => ({ sub, email, email_verified: proven }) }
    },
    loadExistingGrant: async (ctx) => {
      const { client, session, provider: own } = ctx.oidc
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new own.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.use(async (ctx, next) => {
    await next()
    const body = ctx.body as { id_token?: string } | undefined
    if (typeof body?.id_token !== 'string') return
    const forge = running.forge ?? ((claims: Claims) => claims)
    const key = running.breakSignatures ? generateKeyPairSync('rsa', { modulusLength: 2_048 }) : pair
    ctx.body = { ...body, id_token: signedAgain(body.id_token, forge, key.privateKey) }
  })
  const handle = provider.callback()
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/token')) {
      running.redeemed += 1
      await running.slow
    }
    if (!request.url?.startsWith('/who/')) return handle(request, response)
    await provider.interactionFinished(request, response, outcomeFor(running.person))
  }
  return running
}

/** Responds as the provider's own sign-in page would. */
function outcomeFor(person: OpenIdPerson | null): InteractionResults {
  if (person === null) return { error: 'access_denied', error_description: 'cancelled' }
  const { subject, amr, acr } = person
  return {
    login: {
      accountId: subject,
      ...(amr === undefined ? {} : { amr: [...amr] }),
      ...(acr === undefined ? {} : { acr }),
    },
  }
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function signedAgain(token: string, forge: (claims: Claims) => Claims, key: KeyObject): string {
  const [header = '', payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
  const signed = `${header}.${encoded(forge(claims))}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

/** Visits the provider as a browser does, with cookies, and returns the address it is redirected to. */
export async function visitProvider(authorizeUrl: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = new URL(authorizeUrl)
  const home = at.origin
  for (let step = 0; step < 10 && at.origin === home; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const next = response.headers.get('location')
    if (next === null)
      throw new Error(`the provider stopped with ${response.status}: ${await response.text()}`)
    at = new URL(next, at)
  }
  return at
}
