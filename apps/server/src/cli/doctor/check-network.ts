import { lookup } from 'node:dns/promises'
import { googleOf, singleSignOnOf } from '../../platform/config/openid-settings.ts'
import { mayBePlain, SmtpMessenger } from '../../platform/email/smtp-messenger.ts'
import { refuseSmtpOptions } from '../../platform/email/smtp-options.ts'
import { type InstallationProof, requestProof } from '../../platform/http/observability/installation-proof.ts'
import { readInstallationKeys } from '../../platform/keys/installation-key.ts'
import { discover, type OpenIdClient } from '../../platform/openid/openid-provider.ts'
import { version } from '../../platform/version.ts'
import {
  type Check,
  type DoctorContext,
  type Finding,
  failure,
  inReal,
  ok,
  reasonOf,
  warning,
} from './finding.ts'

/** Connects to the mail server, with TLS and sign-in, and sends nothing. */
export const mailCheck: Check = {
  name: 'mail',
  title: 'Mail',
  run: async ({ config, isReal }) => {
    const { smtpUrl, mailFrom } = config
    if (smtpUrl === null)
      return [
        isReal
          ? failure('SMTP_URL is not set: nobody gets a code or a letter.')
          : ok('A sandbox writes mail to files.'),
      ]
    const { host } = new URL(smtpUrl)
    const sender = judgeSender(mailFrom, isReal)
    const plainAllowed = mayBePlain({ sandbox: !isReal }, smtpUrl)
    const smtp = new SmtpMessenger({ url: smtpUrl, from: mailFrom, plainAllowed, patienceMs: 4_000 })
    try {
      if (isReal) refuseSmtpOptions(smtpUrl)
      await smtp.check()
      return [ok(`${host} accepts the connection and the sign-in. No mail was sent.`), ...sender]
    } catch (error) {
      return [failure(`${host} does not take mail: ${reasonOf(error)}. Check SMTP_URL.`), ...sender]
    } finally {
      smtp.close()
    }
  },
}

function judgeSender(mailFrom: string, isReal: boolean): Finding[] {
  if (!isReal || !/@localhost>?$/.test(mailFrom)) return []
  return [
    failure(
      'MAIL_FROM is not set: mail from localhost is refused or taken for spam. Set an address of your domain.',
    ),
  ]
}

/** Resolves PUBLIC_URL, asks there for this installation, and learns from the answer how the proxy forwards. */
export const publicUrlCheck: Check = {
  name: 'public-url',
  title: 'Public address',
  run: async (context) => {
    const { publicUrl } = context.config
    if (publicUrl === null)
      return context.isReal
        ? [failure('PUBLIC_URL is not set: set it to the https address of this installation.')]
        : []
    const { hostname } = new URL(publicUrl)
    const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
    if (addresses.length === 0)
      return [failure(`${hostname} is not known to the DNS of this machine: add its A or AAAA record.`)]
    const known = ok(`${hostname} leads to ${addresses.map(({ address }) => address).join(', ')}.`)
    return [known, ...(await requestThere(context, publicUrl))]
  },
}

async function requestThere(context: DoctorContext, publicUrl: string): Promise<Finding[]> {
  const [key] = readInstallationKeys(context.dataDir) ?? []
  if (key === undefined)
    return [warning('Whether this installation answers there is seen once it has started.')]
  try {
    const proof = await requestProof(publicUrl, key, context.signal)
    if (proof === null)
      return [
        failure(
          `Another program, or another installation, answers at ${publicUrl}: lead its proxy to this server.`,
        ),
      ]
    return [judgeProof(proof, publicUrl), judgeForwarding(context, proof, publicUrl)]
  } catch (error) {
    const sentence = `Nothing answers at ${publicUrl} from this machine: ${reasonOf(error)}.`
    return [
      context.isRunning === false
        ? warning(`${sentence} The server does not run now: start it, and run the doctor again.`)
        : failure(`${sentence} Check proxy, certificate and firewall.`),
    ]
  }
}

function judgeProof(proof: InstallationProof, publicUrl: string): Finding {
  return proof.version === version
    ? ok(`This installation answers at ${publicUrl}, with version ${version}.`)
    : warning(
        `This installation answers at ${publicUrl} with version ${proof.version}, and this is ${version}: start the servers again.`,
      )
}

function judgeForwarding(
  context: DoctorContext,
  { forwarding, from }: InstallationProof,
  publicUrl: string,
): Finding {
  if (forwarding === 'trusted')
    return ok('The proxy states the visitor’s address (X-Forwarded-For), and is trusted to.')
  if (forwarding === 'ignored')
    return failure(
      `The proxy at ${from} states the visitor’s address, which is ignored, so that all visitors count as one: set CANDOR_TRUST_PROXY=${from} (--trust-proxy).`,
    )
  if (publicUrl.startsWith('https:'))
    return inReal(
      context,
      `The proxy at ${from} does not state the visitor’s address, so that all visitors count as one: let it set X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for).`,
    )
  return warning('No proxy is in front: passwords and sessions travel unencrypted.')
}

/** Asks the OpenID providers that are set whether they respond. */
export const signInCheck: Check = {
  name: 'sign-in',
  title: 'Sign-in providers',
  run: async ({ env }) => {
    const clients = [singleSignOnOf(env), googleOf(env)].filter((client) => client !== null)
    return Promise.all(clients.map(judgeProvider))
  },
}

async function judgeProvider(client: OpenIdClient): Promise<Finding> {
  try {
    await discover(client)
    return ok(`${client.issuer} responds.`)
  } catch (error) {
    return failure(`${client.issuer} cannot be reached: ${reasonOf(error)}`)
  }
}
