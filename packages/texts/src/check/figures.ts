import { compile, type WrittenTexts } from '../read-catalog.ts'
import type { LanguageFault } from './check-language.ts'
import { readings } from './readings.ts'
import { textPairs } from './text-pairs.ts'
import { thousands } from './thousands.ts'

/** Numbers that English writes as words, and that a language may write as figures. Those below ten are as each language likes. */
const englishWords: Readonly<Record<string, string>> = {
  ten: '10',
  twelve: '12',
  fifteen: '15',
  twenty: '20',
  thirty: '30',
  fifty: '50',
  sixty: '60',
  ninety: '90',
}

/** Lists the figures of 10 and more that a text states by itself, each once. */
function figuresIn(key: string, text: string): readonly string[] {
  const stated = readings(compile(key, text))
    .join('\n')
    .replace(/\{[^}]*\}/g, '')
    .replace(thousands, '')
  const figures = (stated.match(/\d+(?:[.,]\d+)?/g) ?? []).map((one) => one.replace(',', '.'))
  return [...new Set(figures)].filter((one) => Number(one) >= 10).sort()
}

const writtenOut = (english: string): readonly string[] =>
  [...english.toLowerCase().matchAll(/[a-z]+/g)].flatMap(([word]) => englishWords[word] ?? [])

/** Finds texts that state other figures than English: a code valid for ten minutes is so in each language. */
export function figureFaults(
  language: string,
  texts: WrittenTexts,
  english: WrittenTexts,
): readonly LanguageFault[] {
  return textPairs(texts, english).flatMap((pair) => {
    const { key } = pair
    const [own, wanted] = [figuresIn(key, pair.own), figuresIn(key, pair.english)]
    const allowed = new Set([...wanted, ...writtenOut(pair.english)])
    const isSame = own.every((one) => allowed.has(one)) && wanted.every((one) => own.includes(one))
    const fault = `states (${own.join(' ')}), English states (${wanted.join(' ')})`
    return isSame ? [] : [{ language, key, fault }]
  })
}
