import type { Notice } from '@candor/contract'
import { type LanguageCode, languages } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import type { Translate } from '@candor/texts/translate.ts'

/** A notice in its reader's words, for mails and browsers; the pages write theirs themselves. */
export function noticeWords({ kind, code, facts }: Notice, language: LanguageCode): string {
  const t = translator(language)
  const write = writerOf(language)
  const valueNamed = (name: string, otherwise = '') => facts[name] ?? otherwise
  const side = t.maybe(`orders.direction.${valueNamed('direction')}`) ?? ''
  const parts = [valueNamed('code', code ?? ''), side, write.number(valueNamed('lots'))]
  return t(`notifications.notice.${kind}`, {
    code: code ?? '',
    what: parts.filter((part) => part !== '').join(' · '),
    reason: reasonOf(facts.reason, t),
    level: write.percent(valueNamed('marginLevel', '0')),
    // Notices of earlier versions do not state it: it was the same for everyone.
    closeOut: write.level(valueNamed('closeOut', '0.5')),
    price: write.price(valueNamed('price', '0')),
    profit: write.usdt(valueNamed('profit', '0'), true),
    cash: write.usdt(valueNamed('cash', '0'), true),
    paid: /[1-9]/.test(valueNamed('cash')) ? 'yes' : 'no',
    amount: write.usdt(valueNamed('amount', '0'), kind === 'dividend'),
    owed: write.usdt(valueNamed('owed', '0'), false),
    due: write.day(valueNamed('due')),
    hold: facts.due === undefined ? 'no' : 'yes',
    perUnit: write.number(valueNamed('perUnit', '0')),
    ratio: valueNamed('ratio'),
    cause: valueNamed('cause'),
    from: kind === 'tariff' ? write.moment(valueNamed('from')) : valueNamed('from'),
    about: valueNamed('about'),
    names: valueNamed('names'),
    title: valueNamed('title'),
    claim: valueNamed('claim', 'no'),
    to: valueNamed('to'),
    orders: Number(valueNamed('orders', '0')),
    friends: Number(valueNamed('friends', '0')),
    name: valueNamed('name'),
  })
}

const reasonOf = (reason: string | undefined, t: Translate): string =>
  [`orders.reason.${reason}`, `markets.halt.${reason}`, reason ?? '']
    .map((key) => t.maybe(key))
    .find(Boolean) ?? ''

const decimalsIn = (text: string): number => text.split('.')[1]?.length ?? 0

/** Formats figures in the reader's style; in Latin digits in Arabic too (docs/adr/ADR-042), isolated to keep their order there. */
function writerOf(language: LanguageCode) {
  const { tag, direction } = languages[language]
  const numbers = `${tag}-u-nu-latn`
  const isolated = (text: string) => (direction === 'rtl' ? `\u2066${text}\u2069` : text)
  const decimal = (text: string, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(numbers, options).format(text as `${number}`)
  return {
    number: (text: string) => (text === '' ? '' : isolated(decimal(text, { maximumFractionDigits: 12 }))),
    /** With every digit it came with: those of its market. */
    price: (text: string) =>
      isolated(decimal(text, { minimumFractionDigits: decimalsIn(text), maximumFractionDigits: 12 })),
    level: (text: string) => isolated(decimal(text, { style: 'percent', maximumFractionDigits: 2 })),
    percent: (text: string) => isolated(decimal(text, { style: 'percent', maximumFractionDigits: 0 })),
    usdt: (text: string, signed: boolean) => {
      const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      return isolated(`${decimal(text, { ...digits, signDisplay: signed ? 'exceptZero' : 'negative' })} USDT`)
    },
    moment: (iso: string) =>
      iso === ''
        ? ''
        : `${new Intl.DateTimeFormat(numbers, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`,
    day: (iso: string) =>
      iso === ''
        ? ''
        : new Intl.DateTimeFormat(numbers, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso)),
  }
}
