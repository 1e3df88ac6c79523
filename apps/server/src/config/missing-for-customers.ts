import type { Config } from '../config.ts'

/** Lists the settings that a real installation still lacks before customers can use it safely, a sentence each; a sandbox lacks none. */
export function missingForCustomers(
  { sandbox, publicUrl, smtpUrl, backupKey }: Pick<Config, 'sandbox' | 'publicUrl' | 'smtpUrl' | 'backupKey'>,
  url: string,
): readonly string[] {
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
  return missing
}
