import type { Config } from '../config.ts'

/** Lists the settings that a real installation still lacks before customers can use it safely, a sentence each; a sandbox lacks none. */
export function missingForCustomers(
  config: Pick<Config, 'sandbox' | 'publicUrl' | 'smtpUrl' | 'backupKey' | 'screeningDir'> & Ways,
  url: string,
): readonly string[] {
  const { sandbox, publicUrl, smtpUrl, backupKey, screeningDir } = config
  if (sandbox) return []
  const missing: string[] = []
  if (publicUrl === null)
    missing.push(
      `PUBLIC_URL is not set: links in letters lead to ${url}, and passkeys are made for that name. Set it to the https address that people reach this installation at.`,
    )
  else if (new URL(publicUrl).protocol !== 'https:')
    missing.push(
      'PUBLIC_URL is not https: passwords and sessions can be read on their way. Put a proxy that ends TLS in front, and name its address.',
    )
  if (smtpUrl === null)
    missing.push(
      'SMTP_URL is not set: nobody gets a code or a letter, they become files. Name a mail server.',
    )
  if (backupKey === null)
    missing.push(
      'BACKUP_KEY is not set: no backup can be made. Make a pair of keys with `candor backup-key`, keep the private one apart, and name the public one.',
    )
  if (screeningDir === null)
    missing.push(
      'SCREENING_DIR is not set: customers are compared with no list of names. Name a folder with the files of OFAC or OpenSanctions.',
    )
  return [...missing, ...openWays(config)]
}

type Ways = Pick<
  Config,
  'databaseUrl' | 'natsUrl' | 'smsUrl' | 's3Url' | 'evmRpcUrl' | 'esploraUrl' | 'google'
>

/** Ways out of this machine on which anybody between can read and change what is said. Mail has its own rule: it is not sent so at all. */
function openWays(config: Ways): string[] {
  const { databaseUrl, natsUrl, smsUrl, s3Url, evmRpcUrl, esploraUrl, google } = config
  const ways = [
    ['DATABASE_URL', databaseUrl, 'Add ?sslmode=verify-full to it.'],
    ['NATS_URL', natsUrl, 'Let it begin with tls://.'],
    ...Object.entries({
      SMS_URL: smsUrl,
      S3_URL: s3Url,
      EVM_RPC_URL: evmRpcUrl,
      ESPLORA_URL: esploraUrl,
      GOOGLE_ISSUER: google?.issuer ?? null,
    }).map(([name, address]) => [name, address, 'Let it begin with https://.'] as const),
  ] as const
  return ways
    .filter(([, address]) => address !== null && isOpen(new URL(address)))
    .map(
      ([name, , advice]) =>
        `${name} is not encrypted: what is said on that way can be read and changed. ${advice}`,
    )
}

const encrypted = new Set(['https:', 'tls:'])
const here = new Set(['', 'localhost', '127.0.0.1', '[::1]'])

/** PostgreSQL says it in the query; a socket has no host, or names its folder. */
function isOpen({ protocol, hostname, searchParams }: URL): boolean {
  if (encrypted.has(protocol) || here.has(hostname)) return false
  if (!protocol.startsWith('postgres')) return true
  if (hostname.startsWith('%2F')) return false
  return !/^(require|verify-ca|verify-full)$/.test(searchParams.get('sslmode') ?? '')
}
