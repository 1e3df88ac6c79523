import type { TextKey } from '@candor/texts/keys.ts'
import type { LanguageCode } from '@candor/texts/languages.ts'
import { languages } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import type { Translate } from '@candor/texts/translate.ts'
import type { Message, Messenger } from './messenger.ts'

/** A mail between its greeting and its foot: the brand, the operator's company, the reason it was sent and the way to support. */
export function frameMail(message: Message, siteUrl: string | null, operator = ''): Message {
  const { language, text } = message
  const t = translator(language)
  const named = operator === '' ? [] : [operator]
  const reason = message.toOperator === true ? forOperators : forCustomers(message, siteUrl, t)
  const foot = ['—', t('shell.brand'), ...named, ...reason].join('\n')
  return { ...message, text: [t('mail.greeting'), text, foot].join('\n\n') }
}

const forOperators = [
  'You’re getting this email because this address was entered for an operator of this platform.',
  'Questions? Ask an admin of this platform.',
]

function forCustomers(message: Message, siteUrl: string | null, t: Translate): readonly string[] {
  const help =
    siteUrl === null ? t('mail.help') : t('mail.helpAt', { address: helpAddress(siteUrl, message.language) })
  return [t(whyOf(message)), help]
}

const whyOf = (message: Message): TextKey => {
  if (message.kind === 'closingErased') return 'mail.why.erased'
  return asksForCode(message) ? 'mail.why.code' : 'mail.why.account'
}

const asksForCode = ({ code, kind }: Message): boolean => code !== undefined || kind === 'register-known'

/** Isolates an address so that it keeps its order within right-to-left words. */
function helpAddress(siteUrl: string, language: LanguageCode): string {
  const address = `${siteUrl.replace(/\/$/, '')}/#/help`
  return languages[language].direction === 'rtl' ? `\u2066${address}\u2069` : address
}

/** Frames each mail before `inner` sends it. */
export class FramedMessenger implements Messenger {
  private readonly inner: Messenger
  private readonly siteUrl: string | null
  private readonly operator: () => Promise<string>

  /** `operator` returns the company and its address; empty until they are filled. */
  constructor(inner: Messenger, siteUrl: string | null, operator = async () => '') {
    this.inner = inner
    this.siteUrl = siteUrl
    this.operator = operator
  }

  async send(message: Message): Promise<void> {
    return this.inner.send(frameMail(message, this.siteUrl, await this.operator()))
  }
}
