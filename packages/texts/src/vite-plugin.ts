import { isLanguageCode, type LanguageCode, languageCodes } from './languages.ts'
import { readCatalog, textFiles } from './read-catalog.ts'

const prefix = 'virtual:texts/'

/**
 * What the home page and the shell around it say: it comes with the first page, every other page also waits for the
 * rest. `first-texts.test.ts` in the web app holds this list against the code.
 */
const first =
  /^(shell\.(?!notYet|unavailable)|home\.|codes\.(401|1100[02])$|markets\.(source|tab)\.|markets\.(list\.error|rule\.class)$)/
/** Words only the server says. */
const server = /^(mail|instruments|agreement)\./

export const isFirstText = (key: string): boolean => first.test(key)

const belongs = (key: string, part: 'first' | 'rest'): boolean =>
  !server.test(key) && isFirstText(key) === (part === 'first')

interface BuildContext {
  warn(message: string): void
  addWatchFile(path: string): void
}

/**
 * Gives the page each language as two modules (`virtual:texts/de/first`, `…/rest`), compiled while building, so that the
 * browser carries neither the ICU parser nor another language. Its return fits vite's plugin shape.
 */
export function textsPlugin(sources: string) {
  return {
    name: 'candor-texts',
    resolveId(id: string): string | undefined {
      return id.startsWith(prefix) ? `\0${id}` : undefined
    },
    load(this: BuildContext, id: string): string | undefined {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const { language, part } = asked(id.slice(prefix.length + 1))
      const { catalog, missing } = readCatalog(language, sources)
      if (missing.length > 0 && part === 'first') {
        this.warn(`${language} lacks ${missing.length} texts, shown in English`)
      }
      for (const path of textFiles(language, sources)) this.addWatchFile(path)
      const own = Object.fromEntries(Object.entries(catalog).filter(([key]) => belongs(key, part)))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(own))})`
    },
  }
}

function asked(name: string): { language: LanguageCode; part: 'first' | 'rest' } {
  const [language, part] = name.split('/')
  if (!isLanguageCode(language)) throw new Error(`“${language}” is none of ${languageCodes.join(' ')}`)
  if (part !== 'first' && part !== 'rest') throw new Error(`“${part}” is neither first nor rest`)
  return { language, part }
}
