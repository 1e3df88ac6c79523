import type { CompiledMessage } from '../message.ts'
import { compile, type WrittenTexts } from '../read-catalog.ts'
import type { LanguageFault } from './check-language.ts'
import { kindOf, longest, sampleOf } from './describe-key.ts'
import { readings } from './readings.ts'
import { textPairs } from './text-pairs.ts'

/** Marks of the writing direction, which take no space. */
const directionMarks = /[\u200e\u200f\u2066-\u2069]/g

/** Returns the longest form that a reader may see of a message, with ordinary values in its placeholders. */
export function longestForm(message: CompiledMessage): string {
  const forms = readings(message).map((one) =>
    one.replace(/\{([^}]*)\}/g, (_place, name: string) => sampleOf(name)).replace(directionMarks, ''),
  )
  return forms.reduce((long, one) => (one.length > long.length ? one : long), '')
}

/** Finds texts of a language that are longer than fits where they are shown. */
export function lengthFaults(
  language: string,
  texts: WrittenTexts,
  english: WrittenTexts,
): readonly LanguageFault[] {
  return textPairs(texts, english).flatMap((pair) => {
    const { key } = pair
    const kind = kindOf(key, longestForm(compile(key, pair.english)))
    const form = longestForm(compile(key, pair.own))
    if (form.length <= longest[kind]) return []
    const fault = `${form.length} characters, and a ${kind} has at most ${longest[kind]}: “${form}”`
    return [{ language, key, fault }]
  })
}
