import type { CompiledMessage, MessagePlace } from '../message.ts'
import { choiceOf } from './readings.ts'

/**
 * Kinds of texts with the most characters that fit where each is shown, on a phone of 320 px: a button on one line, two tabs
 * next to each other, a label or title on two lines.
 */
export const longest = {
  button: 34,
  tab: 20,
  label: 56,
  title: 60,
  message: 200,
  paragraph: 600,
  subject: 78,
  mail: 2_000,
  agreement: 1_500,
} as const
export type TextKind = keyof typeof longest

const kinds: readonly (readonly [pattern: RegExp, kind: TextKind])[] = [
  [/^(?:accounts\.reset\.keep|status\.feeds\.open|shell\.nav\.label)$/, 'label'],
  [/^mail\..*subject$/, 'subject'],
  [/^mail\./, 'mail'],
  [/^agreement\..*\.text$/, 'agreement'],
  [/\.(?:title|heading)$/, 'title'],
  [
    /\.(?:act|open|confirm|send|save|keep|again|back|retry|cancel|download|copy|print|add|remove|link)$/,
    'button',
  ],
  [/\.(?:tab|nav)\./, 'tab'],
  [/\.(?:field|column|label|status|kind|type|rule|fact|topic|option|filter|sort)(?:\.|$)/, 'label'],
  [/^codes\.|\.(?:problem|reason|hint|about|note|missing|failed|done|empty|news|notice)(?:\.|$)/, 'message'],
  [/\.(?:text|lead|how|why|worst|answer|intro)(?:\.|$)/, 'paragraph'],
]

const isShort: ReadonlySet<TextKind> = new Set(['button', 'tab', 'label', 'title'])
/** Other languages take up to a third more than English. */
const englishShare = 0.75

/** Finds the kind of a text from its key; a sentence, and an English text that would leave no room for a language, need a wider place. */
export function kindOf(key: string, english: string): TextKind {
  const named = kinds.find(([pattern]) => pattern.test(key))?.[1] ?? 'label'
  const kind = isShort.has(named) && /[.!?]$/.test(english) ? 'message' : named
  if (kind !== 'label' && kind !== 'message') return kind
  if (english.length <= longest[kind] * englishShare) return kind
  return english.length <= longest.message * englishShare ? 'message' : 'paragraph'
}

/** A placeholder and the values it can have. */
export interface Placeholder {
  readonly name: string
  readonly takes: string
}

/** Values of placeholders by name, each with one of an ordinary length. */
const named: Readonly<Record<string, readonly [takes: string, sample: string]>> = {
  amount: ['an amount, formatted', '1,234.56'],
  limit: ['a limit, formatted', '1,234.56'],
  code: ['a code: of a market, or to confirm something', 'EURUSD'],
  what: ['the thing meant, with its volume', '0.10 EURUSD'],
  price: ['a price, formatted', '1.08345'],
  rate: ['a rate in per cent, formatted', '0.05%'],
  share: ['a share in per cent, formatted', '10%'],
  date: ['a date, formatted', '27 Nov 2026'],
  time: ['a time, formatted', '14:30'],
  at: ['a date and time, formatted', '27 Nov 2026, 14:30'],
  from: ['a start: date, amount or coin', '27 Nov 2026'],
  to: ['an end: date, amount or coin', '27 Nov 2026'],
  name: ['a name', 'Ada Lovelace'],
  email: ['an email address', 'ada@candor.example'],
  address: ['an address: of a network, or for mail', 'TQ5n…9xKd'],
  link: ['a web address', 'https://trade.example/#/help'],
  coin: ['a coin: USDT, BTC or ETH', 'USDT'],
  country: ['the name of a country', 'Switzerland'],
}
const wholeNumber =
  /^(?:#|n|all|count|days|hours|minutes|seconds|months|markets|accounts|left|version|number)$/

/** Returns a value of ordinary length for a placeholder. */
export const sampleOf = (name: string): string =>
  named[name]?.[1] ?? (wholeNumber.test(name) ? '12' : '1,234.56')

/** The placeholders of a message, each once, with the values they take. */
export function placeholdersOf(message: CompiledMessage): readonly Placeholder[] {
  const found = new Map<string, string>()
  for (const part of message) {
    if (typeof part === 'string') continue
    found.set(part[0], takes(part))
    const branches = Object.values(choiceOf(part) ?? {})
    for (const inner of branches.flatMap(placeholdersOf))
      if (!found.has(inner.name)) found.set(inner.name, inner.takes)
  }
  return [...found].map(([name, values]) => ({ name, takes: values }))
}

function takes(place: MessagePlace): string {
  const choice = choiceOf(place)
  if (place[1] === 'plural') return 'a whole number'
  if (choice !== null) return `one of ${Object.keys(choice).join(', ')}`
  if (place[1] === 'number') return 'a number'
  if (place[1] === 'date' || place[1] === 'time') return `a ${place[1]}`
  return named[place[0]]?.[0] ?? 'a text or figure, formatted'
}
