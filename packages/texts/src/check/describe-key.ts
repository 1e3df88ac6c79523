import type { CompiledMessage, MessagePlace } from '../message.ts'
import { choiceOf } from './readings.ts'

/** Kinds of texts with the most characters that fit where each is shown, on a phone of 320 px. */
export const longest = {
  button: 28,
  tab: 18,
  label: 40,
  title: 60,
  message: 200,
  paragraph: 600,
  subject: 78,
  mail: 2_000,
  agreement: 1_500,
} as const
export type TextKind = keyof typeof longest

const kinds: readonly (readonly [pattern: RegExp, kind: TextKind])[] = [
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

/** Finds the kind of a text from its key, else from the length of the English. */
export function kindOf(key: string, english: string): TextKind {
  const named = kinds.find(([pattern]) => pattern.test(key))?.[1]
  if (named !== undefined) return fitting(named, english)
  return fitting('label', english)
}

/** A short English text under a name of another kind shows that there is more space. */
function fitting(kind: TextKind, english: string): TextKind {
  if (english.length <= longest[kind]) return kind
  return english.length <= longest.message ? 'message' : 'paragraph'
}

/** A placeholder and the values it can have. */
export interface Placeholder {
  readonly name: string
  readonly takes: string
}

const named: Readonly<Record<string, string>> = {
  amount: 'an amount, formatted',
  limit: 'a limit, formatted',
  code: 'a code: of a market, or to confirm something',
  what: 'the thing meant, with its volume',
  price: 'a price, formatted',
  rate: 'a rate in per cent, formatted',
  share: 'a share in per cent, formatted',
  date: 'a date, formatted',
  time: 'a time, formatted',
  at: 'a date and time, formatted',
  from: 'a start: date, amount or coin',
  to: 'an end: date, amount or coin',
  name: 'a name',
  email: 'an email address',
  address: 'an address: of a network, or for mail',
  link: 'a web address',
  coin: 'a coin: USDT, BTC or ETH',
  country: 'the name of a country',
}

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
  return named[place[0]] ?? 'a text or figure, formatted'
}
