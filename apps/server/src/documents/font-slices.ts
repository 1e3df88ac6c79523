import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { LanguageCode } from '@candor/texts/languages.ts'

/**
 * The fonts come from the same packages as the pages': a family is cut into slices, one file each, and `unicode.json` lists the characters
 * of a slice. A document therefore reads only the slices it needs, and nothing is installed twice.
 */
const require = createRequire(import.meta.url)
const families = {
  inter: require.resolve('@fontsource-variable/inter/unicode.json'),
  'noto-sans-arabic': require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
  'noto-sans-hk': require.resolve('@fontsource-variable/noto-sans-hk/unicode.json'),
  'noto-sans-jp': require.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  'noto-sans-kr': require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
  'noto-sans-sc': require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
} as const
type Family = keyof typeof families

/** The reader's own script first: the same Chinese character is drawn differently in Japan, Hong Kong and China. */
const first: Partial<Record<LanguageCode, Family>> = {
  ja: 'noto-sans-jp',
  ko: 'noto-sans-kr',
  hk: 'noto-sans-hk',
  zh: 'noto-sans-sc',
}
const order = (language: LanguageCode): readonly Family[] => {
  const own = first[language]
  const rest = Object.keys(families) as Family[]
  // Latin letters and digits are Inter's everywhere, so that figures look alike in all languages.
  return own === undefined ? rest : ['inter', own, ...rest.filter((family) => family !== own)]
}

interface Slice {
  readonly file: string
  readonly ranges: readonly (readonly [from: number, to: number])[]
}

const read = new Map<Family, readonly Slice[]>()

function slicesOf(family: Family): readonly Slice[] {
  const known = read.get(family)
  if (known !== undefined) return known
  const index = families[family]
  const listed = JSON.parse(readFileSync(index, 'utf8')) as Readonly<Record<string, string>>
  const slices = Object.entries(listed).map(([name, ranges]) => ({
    file: join(dirname(index), 'files', `${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: ranges.split(',').map(readRange),
  }))
  read.set(family, slices)
  return slices
}

function readRange(text: string): readonly [number, number] {
  const [from = '', to = from] = text.trim().slice(2).split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

const covers = ({ ranges }: Slice, codePoint: number): boolean =>
  ranges.some(([from, to]) => codePoint >= from && codePoint <= to)

/** The font files that list a character, the best for readers of this language first. */
export function slicesFor(language: LanguageCode, character: string): readonly string[] {
  const codePoint = character.codePointAt(0) ?? 0
  return order(language)
    .flatMap(slicesOf)
    .filter((slice) => covers(slice, codePoint))
    .map(({ file }) => file)
}
