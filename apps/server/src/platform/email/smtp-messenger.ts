import { createTransport } from 'nodemailer'
import { htmlMail } from './html-mail.ts'
import type { Message, Messenger } from './messenger.ts'
import { isLocal } from './smtp-options.ts'

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string
  /** The sender's address. */
  readonly from: string
  /** Allows unencrypted transport of mail. */
  readonly plainAllowed: boolean
  /** Longest wait for the connection and the greeting; 10 s by default. */
  readonly patienceMs?: number
}

/** Codes and letters of real customers travel encrypted, unless they do not leave this machine. */
export const mayBePlain = ({ sandbox }: { readonly sandbox: boolean }, smtpUrl: string): boolean =>
  sandbox || isLocal(smtpUrl)

/** Real mail over pooled connections: plain text with an HTML part. */
export class SmtpMessenger implements Messenger {
  private readonly from: string
  private readonly transport

  constructor(settings: SmtpSettings) {
    this.from = settings.from
    const { patienceMs = 10_000 } = settings
    this.transport = createTransport({
      url: settings.url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: 30_000,
      requireTLS: !settings.plainAllowed,
    } as Parameters<typeof createTransport>[0])
  }

  async send(message: Message): Promise<void> {
    const { to, subject, text } = message
    await this.transport
      .sendMail({ from: this.from, to: { name: '', address: to }, subject, text, html: htmlMail(message) })
      .catch((error: unknown) => {
        throw withoutRecipient(error)
      })
  }

  /** Resolves when the mail server accepts the connection and sign-in. */
  async check(): Promise<void> {
    await this.transport.verify()
  }

  close(): void {
    this.transport.close()
  }
}

/** A refusal may repeat the recipient in any form, so only its status is reported. What fails before names no recipient. */
function withoutRecipient(error: unknown): unknown {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown }
  const named = command === 'RCPT TO' || command === 'DATA'
  return named ? new Error(`the mail server responded with ${responseCode} to ${command}`) : error
}
