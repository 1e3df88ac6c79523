import { createTransport } from 'nodemailer'
import type { Message, Messenger } from './messenger.ts'

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string
  /** The sender's address. */
  readonly from: string
  /** Allows unencrypted transport of mail. */
  readonly plainAllowed: boolean
}

/** Codes and letters of real customers travel encrypted, unless they do not leave this machine. */
export const mayBePlain = ({ sandbox }: { readonly sandbox: boolean }, smtpUrl: string): boolean =>
  sandbox || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(smtpUrl).hostname)

/** Real mail, plain text, over pooled connections. */
export class SmtpMessenger implements Messenger {
  private readonly from: string
  private readonly transport

  constructor(settings: SmtpSettings) {
    this.from = settings.from
    this.transport = createTransport({
      url: settings.url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      requireTLS: !settings.plainAllowed,
    } as Parameters<typeof createTransport>[0])
  }

  async send({ to, subject, text }: Message): Promise<void> {
    await this.transport.sendMail({ from: this.from, to: { name: '', address: to }, subject, text })
  }

  /** Resolves when the mail server lets us in. */
  async check(): Promise<void> {
    await this.transport.verify()
  }

  close(): void {
    this.transport.close()
  }
}
