import type { LanguageCode } from '@candor/texts/languages.ts'

/** A message to one person. `code` is separate from the text so that a sandbox's tests can read it. */
export interface Message {
  readonly to: string
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly code?: string
  /** The customer’s language. A message that names it is framed: greeting, brand, reason, support. */
  readonly language?: LanguageCode
}

/** Sends messages. Resolves once the message is safely on its way, not when it was read. */
export interface Messenger {
  send(message: Message): Promise<void>
}
