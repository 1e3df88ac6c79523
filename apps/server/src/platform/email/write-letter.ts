import type { LanguageCode } from '@candor/texts/languages.ts'
import { languages } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import type { Translate } from '@candor/texts/translate.ts'

/** Events that customers get letters about. */
export const letterKinds = [
  'depositCredited',
  'depositRefused',
  'withdrawalApproved',
  'withdrawalSent',
  'withdrawalCompleted',
  'withdrawalRefused',
  'withdrawalHeld',
  'loanApproved',
  'loanRejected',
  'loanDueSoon',
  'loanCharged',
  'loanOverdue',
  'loanRepaid',
  'identityApproved',
  'identityRejected',
  'adjustment',
  'accountFrozen',
  'depositReversed',
  'closingAsked',
  'closingErased',
  'accountChange',
  'recoveryCodeUsed',
  'passwordChanged',
  'newDevice',
  'wrongCode',
  'ownFreeze',
  // No longer stored: one of an earlier release may wait to be sent.
  'googleLinked',
] as const
export type LetterKind = (typeof letterKinds)[number]

/** Letters about access to the account: each goes to all addresses that the account had in the last seven days. */
export type SecurityLetterKind = Extract<
  LetterKind,
  | 'accountChange'
  | 'recoveryCodeUsed'
  | 'passwordChanged'
  | 'newDevice'
  | 'wrongCode'
  | 'ownFreeze'
  | 'closingAsked'
  | 'closingErased'
>
type LoanKind = Extract<LetterKind, `loan${string}`>

/**
 * Data of a letter: amounts as decimal texts with their `coin` (default USDT), `reason` a key of the texts, `due` an ISO time
 * (of a freeze or a held withdrawal: until when it stops), `back` `yes` where money was reversed. Of an account closure: the
 * account's `name` and the time `at`. Of a security letter: `to` and `language`, since the account may have another address when it is sent.
 * Of a `change` of the account: the `undoing` that its `link` leads to, valid for `days` days; `left` recovery codes; `device`
 * and `address` of a sign-in. All are texts, as they are stored.
 */
export type LetterValues = Readonly<Record<string, string>>

/** The newest signed head of the audit log, and where all of them are published. */
export interface LetterHead {
  readonly number: number
  readonly at: string
  readonly hash: string
  readonly address: string
}

/** A letter in its reader's words, with the head of the audit log below it (trust T14). */
export function writeLetter(
  kind: LetterKind,
  facts: LetterValues,
  language: LanguageCode,
  head: LetterHead | null,
): { readonly subject: string; readonly text: string } {
  const t = translator(language)
  const values = valuesOf(facts, language, t)
  const text = isLoan(kind) ? t(`notifications.notice.${kind}`, values) : t(`mail.${kind}.text`, values)
  return {
    subject: t(`mail.${kind}.subject`, values),
    text: head === null ? text : `${text}\n\n—\n${headText(head, language, t)}`,
  }
}

const isLoan = (kind: LetterKind): kind is LoanKind => kind.startsWith('loan')

const valuesOf = (facts: LetterValues, language: LanguageCode, t: Translate) => ({
  amount: amountText(facts.amount, facts.coin, language),
  received: amountText(facts.received, facts.coin, language),
  owed: amountText(facts.owed, facts.coin, language),
  hash: facts.hash ?? '',
  reason: t.maybe(facts.reason ?? '') ?? '',
  due: facts.due === undefined ? '' : dayText(facts.due, language),
  hold: facts.due === undefined ? 'no' : 'yes',
  back: facts.back ?? 'no',
  name: facts.name ?? '',
  date: facts.at === undefined ? '' : momentText(facts.at, language),
  ...signInValues(facts, language, t),
})

const signInValues = (
  { change = '', by = 'self', days = '', link = '', left = '0', device = '', address = '' }: LetterValues,
  language: LanguageCode,
  t: Translate,
) => ({
  what: t.maybe(`signin.undo.what.${change}`) ?? '',
  by,
  days,
  link,
  left: Number(left),
  device,
  address: isolated(address, language),
})

/** Figures stay Latin in Arabic (docs/adr/ADR-042). */
const tagOf = (language: LanguageCode): string => `${languages[language].tag}-u-nu-latn`
/** Isolates a figure with its unit so that it keeps its order within right-to-left words. */
const isolated = (text: string, language: LanguageCode): string =>
  languages[language].direction === 'rtl' ? `\u2066${text}\u2069` : text

/** An amount with its coin as a letter writes it. */
export function amountText(amount: string | undefined, coin = 'USDT', language: LanguageCode): string {
  if (amount === undefined) return ''
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 9 }
  const format = new Intl.NumberFormat(tagOf(language), digits)
  return isolated(`${format.format(amount as `${number}`)} ${coin}`, language)
}

const dayText = (iso: string, language: LanguageCode): string =>
  new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))

const momentText = (iso: string, language: LanguageCode): string =>
  new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(iso),
  )

function headText({ number, at, hash, address }: LetterHead, language: LanguageCode, t: Translate): string {
  return t('mail.head', {
    number: String(number),
    time: `${momentText(at, language)} UTC`,
    hash,
    address: isolated(address, language),
  })
}
