import type { Language } from '@candor/contract'
import type { TextKey } from '@candor/texts/keys.ts'
import type { Messenger } from '../../platform/email/messenger.ts'
import type { MessageDays, MessageKind } from '../../platform/limits/message-days.ts'
import type { Users } from '../accounts-store.ts'
import { messageText } from '../message-text.ts'
import { CodeAdmission, type CodeLimits, type RequestedCode } from './code-admission.ts'
import { type Codes, codeValidSeconds, type NewCode } from './codes-store.ts'

/** Messages that are sent at once. All other letters go through the context's `letters`. */
export interface AccountMessages {
  /** Mails codes, which a customer can request again when one is lost. */
  readonly messenger: Messenger
  /** Text messages; null where none can be sent. */
  readonly sms: Messenger | null
}

/** Sender of codes, and the customers to whom it sends them. */
export interface CodesContext {
  readonly codeSender: CodeSender
  readonly users: Users
}

/** The words around a code. */
export interface CodeMessage {
  readonly to: string
  readonly kind: string
  readonly language: Language
  /** Null in a text message. */
  readonly subject: TextKey | null
  readonly text: TextKey
  /** In addition to `code` and `minutes`. */
  readonly values?: Readonly<Record<string, string>>
  /** False where the text tells the address's owner something else, and the code stays unknown. */
  readonly showsCode: boolean
}

interface CodeSenderOptions extends CodeLimits {
  readonly codes: Codes
  readonly messages: AccountMessages
  readonly messageDays: Pick<MessageDays, 'count'>
}

/**
 * Sends every code that leaves by mail or text message. It alone has the messengers and can make a code: whatever sends one
 * spends the budgets, and is counted for the alarm about an unusual day.
 */
export class CodeSender {
  private readonly options: CodeSenderOptions

  constructor(options: CodeSenderOptions) {
    this.options = options
  }

  /** True where text messages can be sent. */
  get sendsSms(): boolean {
    return this.options.messages.sms !== null
  }

  /** Spends the budgets of a code, before anything else is done for it. Refuses `proofOfWorkRequired`, `tooManyRequests`. */
  admit(request: RequestedCode): Promise<CodeAdmission> {
    return CodeAdmission.spendFor(this.options, request)
  }

  /** Makes the code and sends it; without a message it is made all the same, so that every request takes the same steps. */
  async send(
    admission: CodeAdmission,
    wanted: NewCode,
    message: CodeMessage | null,
  ): Promise<{ expiresIn: number }> {
    const { codes, messageDays } = this.options
    const code = await codes.issue(admission, wanted)
    if (message === null) return { expiresIn: codeValidSeconds }
    const { to, kind, language, subject, text, values, showsCode } = message
    admission.checkRecipient(to)
    await this.messengerOf(admission.kind).send({
      to,
      kind,
      language,
      subject: subject === null ? '' : messageText(language, subject),
      text: messageText(language, text, { code, minutes: codeValidSeconds / 60, ...values }),
      ...(showsCode ? { code } : {}),
    })
    await messageDays.count(admission.kind)
    return { expiresIn: codeValidSeconds }
  }

  private messengerOf(kind: MessageKind): Messenger {
    const { messenger, sms } = this.options.messages
    const found = kind === 'mail' ? messenger : sms
    if (found === null) throw new Error('no text message can be sent')
    return found
  }
}
