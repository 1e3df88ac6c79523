// Every language complete and well formed, every key used, every used key there (issue 2, "texts"); articles with the same
// headings, bullets and numbers in each, none shortened; terms, register, typography and plurals as each language has them; no
// text longer than fits. English in the code of the console and the command line, and in guides, has the same terms.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sampleTexts } from '../apps/server/src/content/sample-content.ts'
import { languageFaults, withoutExceptions } from '../packages/texts/src/check/check-language.ts'
import { exceptions } from '../packages/texts/src/check/exceptions.ts'
import { figureFaults } from '../packages/texts/src/check/figures.ts'
import { glossaryFaults, readGlossary } from '../packages/texts/src/check/glossary.ts'
import { lengthFaults } from '../packages/texts/src/check/lengths.ts'
import { noteOf } from '../packages/texts/src/check/notes.ts'
import { shortenedFaults } from '../packages/texts/src/check/shortened.ts'
import { articleFaults } from '../packages/texts/src/check-articles.ts'
import { textFaults } from '../packages/texts/src/check-texts.ts'
import { type LanguageCode, languageCodes } from '../packages/texts/src/languages.ts'
import { readTexts } from '../packages/texts/src/read-catalog.ts'
import { englishFaults } from './texts/english-in-code.ts'
import { productSources } from './texts/product-sources.ts'
import { textPlaces } from './texts/text-places.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const product = productSources()
const find = textPlaces(product)

const languages = new Map(languageCodes.map((code) => [code, readTexts(code)]))
const sources = product.map(({ text }) => text)

// Keys are made from codes and their reasons here.
sources.push(readFileSync(join(root, 'packages/texts/src/code-text.ts'), 'utf8'))

const articles = new Map(
  await Promise.all(languageCodes.map(async (code) => [code, await sampleTexts(code)] as const)),
)

const glossaries = new Map(languageCodes.map((code) => [code, readGlossary(code)]))
const writtenIn = (code: LanguageCode) => ({ texts: readTexts(code), articles: articles.get(code) ?? [] })
const english = writtenIn('en')
const wording = languageCodes.flatMap((code) => {
  const own = writtenIn(code)
  return [
    ...languageFaults(code, readGlossary(code), own.texts, own.articles),
    ...lengthFaults(code, own.texts, english.texts),
    ...figureFaults(code, own.texts, english.texts),
    ...shortenedFaults(code, own, english),
  ]
})

const keys = Object.entries(readTexts('en')).flatMap(([file, messages]) =>
  Object.keys(messages).map((key) => `${file}.${key}`),
)
const unplaced = keys.filter((key) => find(key).length === 0 && noteOf(key) === null)

const faults = [
  ...textFaults(languages, sources),
  ...articleFaults(articles),
  ...glossaryFaults(glossaries),
  ...withoutExceptions(wording, exceptions),
  ...englishFaults(readGlossary('en')),
  ...unplaced.map((key) => `en: ${key} appears nowhere that is known; add a note in check/notes.ts`),
]
for (const fault of faults.slice(0, 100)) console.log(fault)
if (faults.length > 100) console.log(`… and ${faults.length - 100} more`)
if (faults.length > 0) process.exitCode = 1
else console.log(`${languageCodes.length} languages, ${faults.length} faults`)
