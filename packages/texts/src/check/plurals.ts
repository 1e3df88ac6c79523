import type { CompiledMessage, MessagePlace } from '../message.ts'
import { choiceOf } from './readings.ts'

/** The plural forms that every plural has, by language. A form for millions alone is not required. */
const required: Readonly<Record<string, readonly string[]>> = {
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
  ja: ['other'],
  ko: ['other'],
  zh: ['other'],
  hk: ['other'],
}
const elsewhere = ['one', 'other']

/** Placeholders that are whole numbers of what the next word names. */
const numbers =
  /^(?:n|all|count|days|freeDays|hours|minutes|seconds|weeks|months|years|markets|accounts|orders|friends|left|needed|blocks|changes|lotsCount)$/

/** Units and words that do not change with the number. */
const unchanging = /^(?:min|s|h|d|MB|USDT|BTC|ETH|UTC|PM|AM|of|di|de|von|sur|su|من|ث|د|س)$/u

/** Finds plurals without a form that the language has, and numbers with a noun that has one form only. */
export function pluralFaults(language: string, message: CompiledMessage): readonly string[] {
  const forms = required[language] ?? elsewhere
  const places = message.filter((part) => typeof part !== 'string')
  const branches = places.flatMap((place) => Object.values(choiceOf(place) ?? {}))
  return [
    ...places.flatMap((place) => missingForms(place, forms)),
    ...branches.flatMap((branch) => pluralFaults(language, branch)),
    ...(forms.includes('one') ? bareNumbers(message) : []),
  ]
}

function missingForms(place: MessagePlace, forms: readonly string[]): readonly string[] {
  const choice = place[1] === 'plural' ? choiceOf(place) : null
  if (choice === null) return []
  // English uses “=1” where the singular is another sentence.
  const missing = forms.filter((form) => !Object.hasOwn(choice, form) && !(form === 'one' && choice['1']))
  return missing.length > 0 ? [`the plural of {${place[0]}} lacks ${missing.join(', ')}`] : []
}

function bareNumbers(message: CompiledMessage): readonly string[] {
  return message.flatMap((part, index) => {
    const next = message[index + 1]
    if (typeof part === 'string' || choiceOf(part) !== null || typeof next !== 'string') return []
    const noun = /^[\s\u00a0\u202f-]([\p{L}\p{M}]+)/u.exec(next)?.[1]
    const bare = noun !== undefined && numbers.test(part[0]) && !unchanging.test(noun)
    return bare ? [`{${part[0]}} ${noun} needs a plural`] : []
  })
}
