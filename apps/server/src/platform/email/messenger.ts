import type { LanguageCode } from '@candor/texts/languages.ts'

/** A message to one person. `code` is separate from the text so that a sandbox's tests can read it. */
export interface Message {
  readonly to: string
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly code?: string
  /** The reader's language; operators read English. */
  readonly language: LanguageCode
  /** True for mail to an operator: the frame then gives an operator's reason and way to help. */
  readonly toOperator?: true
}

/** Sends messages. Resolves once the message is safely on its way, not when it was read. */
export interface Messenger {
  send(message: Message): Promise<void>
}
