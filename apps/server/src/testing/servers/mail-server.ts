import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  readonly url: string
  readonly mails: { readonly to: readonly string[]; readonly raw: string }[]
  close(): Promise<void>
}

interface MailServerOptions {
  /** Sign-in that is required; absent: none. */
  readonly signIn?: { readonly user: string; readonly password: string }
  /** First attempts that are turned away, and with which words. */
  readonly refusals?: number
  readonly refusal?: string
}

/** Starts a real SMTP server on this machine, without TLS, that stores what it is given. */
export async function startMailServer({
  signIn,
  refusals = 0,
  refusal = 'try later',
}: MailServerOptions = {}): Promise<MailServer> {
  const mails: MailServer['mails'] = []
  let refusalsLeft = refusals
  const server = new SMTPServer({
    authOptional: signIn === undefined,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === signIn?.user && password === signIn?.password
        ? done(null, { user: username })
        : done(new Error('authentication failed')),
    onRcptTo: (_address, _session, done) => (refusalsLeft-- > 0 ? done(new Error(refusal)) : done()),
    onData: (stream, session, done) => {
      let raw = ''
      stream.on('data', (chunk) => {
        raw += chunk
      })
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  // A client that ends early is its own affair.
  server.on('error', () => undefined)
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const given = signIn === undefined ? '' : `${signIn.user}:${signIn.password}@`
  return {
    url: `smtp://${given}127.0.0.1:${(listener.address() as AddressInfo).port}`,
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
