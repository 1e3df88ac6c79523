import type { Config } from '../config.ts'

/** Lists the settings that a real installation still lacks before customers can use it safely, a sentence each; a sandbox lacks none. */
export function missingForCustomers(
  config: Pick<Config, 'sandbox' | 'publicUrl' | 'smtpUrl' | 'backupKey' | 'backups' | 'screeningDir'> & Ways,
  url: string,
): readonly string[] {
  const { sandbox, publicUrl, smtpUrl, backupKey, backups, screeningDir } = config
  if (sandbox) return []
  const missing: string[] = []
  if (publicUrl === null)
    missing.push(
      `PUBLIC_URL is not set: links in letters lead to ${url}, and passkeys are bound to that name. Set it to the https address of this installation.`,
    )
  else if (new URL(publicUrl).protocol !== 'https:')
    missing.push(
      'PUBLIC_URL is not https: passwords and sessions can be intercepted. Put a proxy that terminates TLS in front, and set its address.',
    )
  if (smtpUrl === null)
    missing.push('SMTP_URL is not set: codes and letters are not sent and become files. Set a mail server.')
  if (backupKey === null)
    missing.push(
      'BACKUP_KEY is not set: no backup can be made. Create a key pair with `candor backup-key`, keep the private key elsewhere, and set the public one.',
    )
  if (backups === null)
    missing.push(
      'BACKUP_TO is not set: the server makes no backups by itself. Set a folder on another disk, or an S3-compatible store.',
    )
  if (screeningDir === null)
    missing.push(
      'SCREENING_DIR is not set: customers’ names are not compared with any sanctions list. Set a folder with the files of OFAC or OpenSanctions.',
    )
  return [...missing, ...openWays(config)]
}

type Ways = Pick<
  Config,
  'databaseUrl' | 'natsUrl' | 'smsUrl' | 's3Url' | 'backups' | 'evmRpcUrl' | 'esploraUrl' | 'google'
>

/**
 * Connections out of this machine whose traffic others on the way could read and change. Email has its own rule: it is never
 * sent unencrypted.
 */
function openWays(config: Ways): string[] {
  const { databaseUrl, natsUrl, smsUrl, s3Url, backups, evmRpcUrl, esploraUrl, google } = config
  const ways = [
    ['DATABASE_URL', databaseUrl, 'Add ?sslmode=verify-full to it.'],
    ['NATS_URL', natsUrl, 'Use an address that begins with tls://.'],
    ...Object.entries({
      SMS_URL: smsUrl,
      S3_URL: s3Url,
      BACKUP_TO: backups !== null && /^https?:/.test(backups.to) ? backups.to : null,
      EVM_RPC_URL: evmRpcUrl,
      ESPLORA_URL: esploraUrl,
      GOOGLE_ISSUER: google?.issuer ?? null,
    }).map(([name, address]) => [name, address, 'Use an address that begins with https://.'] as const),
  ] as const
  return ways
    .filter(([, address]) => address !== null && isOpen(new URL(address)))
    .map(([name, , advice]) => `${name} is not encrypted: its traffic can be read and changed. ${advice}`)
}

const encrypted = new Set(['https:', 'tls:'])
const here = new Set(['', 'localhost', '127.0.0.1', '[::1]'])

/** PostgreSQL states it in the query; a socket has no host, or has its folder as one. */
function isOpen({ protocol, hostname, searchParams }: URL): boolean {
  if (encrypted.has(protocol) || here.has(hostname)) return false
  if (!protocol.startsWith('postgres')) return true
  if (hostname.startsWith('%2F')) return false
  return !/^(require|verify-ca|verify-full)$/.test(searchParams.get('sslmode') ?? '')
}
