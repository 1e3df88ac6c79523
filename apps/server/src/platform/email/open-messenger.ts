import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { ShutdownStack } from '../shutdown-stack.ts'
import { FileOutbox } from './file-outbox.ts'
import { FramedMessenger } from './frame-mail.ts'
import type { Messenger } from './messenger.ts'
import { PatientMessenger } from './patient-messenger.ts'
import { SmsMessenger } from './sms-messenger.ts'
import { mayBePlain, SmtpMessenger } from './smtp-messenger.ts'
import { refuseSmtpOptions } from './smtp-options.ts'

export interface Post {
  readonly messenger: Messenger
  /** The same, but the sender waits until the message was accepted, and learns of a failure. */
  readonly direct: Messenger
  /** Sends text messages; null without a provider, unless a sandbox writes them to files. */
  readonly sms: Messenger | null
  /** Folder for messages written as files; null when they are mailed. */
  readonly outbox: string | null
}

interface MessengerOptions {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly closing: ShutdownStack
  /** The operator's company and address, for the foot of each mail. */
  readonly operator: () => Promise<string>
}

/** Opens real mail when a mail server is named and real text messages when a provider is, files otherwise. */
export function openMessenger({ config, clock, log, closing, operator }: MessengerOptions): Post {
  const { smtpUrl, smsUrl, smsFrom } = config
  const files = new FileOutbox(join(config.dataDir, 'outbox'), clock)
  const provider =
    smsUrl === null ? null : new PatientMessenger(new SmsMessenger({ url: smsUrl, from: smsFrom }), log)
  const sms = provider ?? (config.sandbox ? files : null)
  const framed = (inner: Messenger) => new FramedMessenger(inner, config.publicUrl, operator)
  if (smtpUrl === null) return { messenger: framed(files), direct: framed(files), sms, outbox: files.folder }
  if (!config.sandbox) refuseSmtpOptions(smtpUrl)
  const smtp = new SmtpMessenger({
    url: smtpUrl,
    from: config.mailFrom,
    plainAllowed: mayBePlain(config, smtpUrl),
  })
  closing.add('the mail server', () => smtp.close())
  // Reported at the start, not with the first person who waits for a code; the mail server may start later than this process.
  smtp
    .check()
    .catch((err: unknown) =>
      log.warn({ err }, 'cannot connect to the mail server in SMTP_URL: no email is sent'),
    )
  return { messenger: framed(new PatientMessenger(smtp, log)), direct: framed(smtp), sms, outbox: null }
}
