import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { takeScreens } from '../e2e/text-screens.ts'
import { placeholdersOf } from '../packages/texts/src/check/describe-key.ts'
import { noteOf } from '../packages/texts/src/check/notes.ts'
import { isLanguageCode, languageCodes, languages } from '../packages/texts/src/languages.ts'
import { compile, readTexts } from '../packages/texts/src/read-catalog.ts'
import { pageHtml } from './texts/page-html.ts'
import { productSources } from './texts/product-sources.ts'
import { textPlaces } from './texts/text-places.ts'

// Writes a page with the texts of a language next to the English: `npm run texts:page -- de`; with `--screens` also a picture
// of each page. It goes to .cache/texts/ and is never committed.

const language = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 'en'
if (!isLanguageCode(language)) throw new Error(`“${language}” is not one of ${languageCodes.join(' ')}`)

const folder = fileURLToPath(new URL('../.cache/texts/', import.meta.url))
const find = textPlaces(productSources())
const own = readTexts(language)
const texts = Object.entries(readTexts('en')).flatMap(([file, messages]) =>
  Object.entries(messages).map(([name, english]) => {
    const key = `${file}.${name}`
    const placeholders = placeholdersOf(compile(key, english))
    const text = own[file]?.[name] ?? ''
    return { key, english, own: text, places: find(key), note: noteOf(key), placeholders }
  }),
)

await mkdir(folder, { recursive: true })
const places = [...new Set(texts.flatMap((text) => text.places))]
const routes = places.flatMap((place) => (/^page [^:]+$/.test(place) ? [place.slice('page '.length)] : []))
const withScreens = process.argv.includes('--screens')
const pictures = withScreens ? await takeScreens(language, routes, folder) : new Map<string, string>()
const file = join(folder, `${language}.html`)
await writeFile(file, pageHtml({ language: languages[language], texts, pictures }))
console.log(`${texts.length} texts, ${pictures.size} pictures: ${pathToFileURL(file).href}`)
