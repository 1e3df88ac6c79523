import { isLanguageCode, type LanguageCode, languageCodes } from './languages.ts'
import { readCatalog, textFiles } from './read-catalog.ts'
import { partOf, type TextPart, textParts } from './text-parts.ts'

const all = 'virtual:texts'

/** Texts that only the server uses. */
const server = /^(mail|instruments|agreement|certificate|report)\./

interface BuildContext {
  warn(message: string): void
  addWatchFile(path: string): void
}

/**
 * Gives the page each language as a module a part (`virtual:texts/de/first`, `…/trade`, `…/rest`), compiled while building, so that
 * the browser carries neither the ICU parser nor another language, and `virtual:texts` with how each is loaded. Its return fits vite's plugin shape.
 */
export function textsPlugin(sources: string) {
  return {
    name: 'candor-texts',
    resolveId(id: string): string | undefined {
      return id === all || id.startsWith(`${all}/`) ? `\0${id}` : undefined
    },
    load(this: BuildContext, id: string): string | undefined {
      if (id === `\0${all}`) return loaders()
      if (!id.startsWith(`\0${all}/`)) return undefined
      const { language, part } = parseName(id.slice(all.length + 2))
      const { catalog, missing } = readCatalog(language, sources)
      if (missing.length > 0 && part === 'first') {
        this.warn(`${language} lacks ${missing.length} texts, shown in English`)
      }
      for (const path of textFiles(language, sources)) this.addWatchFile(path)
      const own = Object.entries(catalog).filter(([key]) => !server.test(key) && partOf(key) === part)
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(own)))})`
    },
  }
}

function loaders(): string {
  const ofLanguage = (language: LanguageCode) =>
    textParts.map((part) => `${part}: () => import('${all}/${language}/${part}')`).join(', ')
  return `export default { ${languageCodes.map((code) => `${code}: { ${ofLanguage(code)} }`).join(', ')} }`
}

function parseName(name: string): { language: LanguageCode; part: TextPart } {
  const [language, named] = name.split('/')
  const part = textParts.find((one) => one === named)
  if (!isLanguageCode(language)) throw new Error(`“${language}” is none of ${languageCodes.join(' ')}`)
  if (part === undefined) throw new Error(`“${named}” is none of ${textParts.join(' ')}`)
  return { language, part }
}
