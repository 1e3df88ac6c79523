import { StartError } from '../start-error.ts'

/** Options of a mail server's address that change neither encryption nor destination nor what is logged. */
const harmless: ReadonlySet<string> = new Set([
  'authMethod',
  'connectionTimeout',
  'dnsTimeout',
  'greetingTimeout',
  'localAddress',
  'maxConnections',
  'maxMessages',
  'name',
  'pool',
  'rateDelta',
  'rateLimit',
  'socketTimeout',
  'tls.servername',
])

/** Options that turn encryption off or accept any certificate. */
const weakening: ReadonlySet<string> = new Set([
  'ignoreTLS',
  'opportunisticTLS',
  'requireTLS',
  'tls.rejectUnauthorized',
])

/** Reports whether the mail server is on this machine, so that nothing travels. */
export const isLocal = (smtpUrl: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(smtpUrl).hostname)

/**
 * Refuses options in the query of SMTP_URL that override ours, such as `requireTLS=false`. A mail server on this machine needs no
 * encryption. The sentence contains no value, which may be secret.
 */
export function refuseSmtpOptions(smtpUrl: string): void {
  const names = [...new URL(smtpUrl).searchParams.keys()]
  const refused = names.find((name) => !harmless.has(name) && !(isLocal(smtpUrl) && weakening.has(name)))
  if (refused === undefined) return
  throw new StartError(
    `SMTP_URL contains the option ${refused}, which a real installation does not accept: options of the address could turn encryption off or send mail elsewhere. Remove it; possible are ${[...harmless].join(', ')}.`,
  )
}
