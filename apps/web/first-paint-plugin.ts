import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { type LanguageCode, languageCodes, numbersTag } from '../../packages/texts/src/languages.ts'
import { readCatalog } from '../../packages/texts/src/read-catalog.ts'
import { textParts } from '../../packages/texts/src/text-parts.ts'
import { translateFrom } from '../../packages/texts/src/translate.ts'
import { formatShare } from '../../packages/ui/src/figures/format-decimal.ts'
import type { FirstParts } from './src/first-paint/parts.ts'
import { type FirstWords, firstWords } from './src/first-paint/words.ts'
import { feesBelow } from './src/home/headline-figures.ts'

const program = fileURLToPath(new URL('./src/first-paint/paint.ts', import.meta.url))

/** Pages a first visit can begin with, and the files each needs in addition to the shell. */
const pageFiles = {
  '/': ['home/home-page.tsx'],
  '/market': ['trading/market-page.tsx', 'session/calls/call-table.ts'],
  '/cruuency': ['trading/currency-page.tsx', 'session/calls/call-table.ts'],
  '/profile': ['shell/later-pages.ts', 'accounts/profile-page.tsx', 'session/calls/call-table.ts'],
  '/pass/register': ['shell/later-pages.ts', 'accounts/register-page.tsx', 'session/calls/call-table.ts'],
  '/pass/login': ['shell/later-pages.ts', 'accounts/login-page.tsx', 'session/calls/call-table.ts'],
} as const

const frameFiles = {
  desktop: ['shell/frame/desktop-frame.tsx'],
  mobile: ['shell/frame/mobile-frame.tsx'],
} as const

/**
 * Writes the first painting (src/first-paint) into index.html, with its words and the names of the parts it loads. What an operator
 * decides is not in it: the server writes that into the page it sends (`data-sandbox`, `data-demo-grant`).
 */
export function firstPaint(): Plugin {
  return {
    name: 'candor-first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const outputs = Object.values(bundle ?? {})
        const sheet = styleSheetOf(outputs, html)
        const script = `<script>${await compiled(partsOf(outputs, `/${sheet.fileName}`))}</script>`
        const style = `<style>${sheet.css}</style>`
        // Behind what the script reads: the viewport and the colour of the bar.
        return html
          .replace(linkedByHtml, '')
          .replace('</title>', () => `</title>\n    ${script}\n    ${style}`)
      },
    },
  }
}

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset

/** Matches the tags that the bundler adds to the page. The script loads these files itself, once it has drawn. */
const linkedByHtml = /\n *<(script type="module"[^>]*><\/script|link rel="(modulepreload|stylesheet)"[^>]*)>/g

/** Finds the one style sheet, which the page contains inline: as a file of its own it would be one more request to wait for. */
function styleSheetOf(outputs: readonly Output[], html: string): { fileName: string; css: string } {
  const sheets = outputs.filter(({ fileName }) => /\.css$/.test(fileName) && html.includes(`"/${fileName}"`))
  const [sheet] = sheets
  if (sheet?.type !== 'asset' || sheets.length !== 1) throw new Error('the page has not one style sheet')
  return { fileName: sheet.fileName, css: String(sheet.source).trim() }
}

/** Lists the files that the page can load; every part refers to them by index. */
function partsOf(outputs: readonly Output[], sheet: string): FirstParts {
  const chunks = outputs.filter((one) => one.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const entry = chunks.find((one) => one.isEntry)
  const font = outputs.find((one) => /inter-latin-wght.*\.woff2$/.test(one.fileName))
  if (entry === undefined || font === undefined) throw new Error('the page has no program or no letters')
  const files: string[] = []
  const placeOf = (fileName: string): number => {
    const name = fileName.replace(/^assets\/(.*)\.js$/, '$1')
    return files.includes(name) ? files.indexOf(name) : files.push(name) - 1
  }
  const withImports = (fileName: string, known = new Set<string>()): Set<string> => {
    if (known.has(fileName)) return known
    known.add(fileName)
    for (const imported of byName.get(fileName)?.imports ?? []) withImports(imported, known)
    return known
  }
  const listed = (...moduleEnds: readonly string[]): number[] => {
    const entries = moduleEnds.map((end) => {
      const chunk =
        chunks.find((one) => one.facadeModuleId?.endsWith(end)) ??
        chunks.find((one) => one.moduleIds.some((id) => id.endsWith(end)))
      if (chunk === undefined) throw new Error(`the first paint knows no file of ${end}`)
      return chunk.fileName
    })
    const needed = new Set(entries.flatMap((entry) => [...withImports(entry)]))
    return [...needed].filter((fileName) => fileName !== entry.fileName).map(placeOf)
  }
  const each = <K extends string>(table: Readonly<Record<K, readonly string[]>>) =>
    Object.fromEntries(
      Object.entries<readonly string[]>(table).map(([name, ends]) => [name, listed(...ends)]),
    ) as Record<K, number[]>
  const shell = listed('/main.tsx', '/shell/start.tsx')
  return {
    entry: `/${entry.fileName}`,
    sheet,
    font: `/${font.fileName}`,
    files,
    shell,
    pages: each(pageFiles),
    frames: each(frameFiles),
    words: ofEachLanguage((code) => textParts.map((part) => listed(`virtual:texts/${code}/${part}`))),
  }
}

const ofEachLanguage = <T>(of: (code: LanguageCode) => T) =>
  Object.fromEntries(languageCodes.map((code) => [code, of(code)])) as Record<LanguageCode, T>

const wordsOfAll = (): Record<LanguageCode, FirstWords> =>
  ofEachLanguage((code) => {
    return firstWords(translateFrom(code, readCatalog(code).catalog), {
      limit: formatShare(feesBelow, numbersTag(code), 1),
    })
  })

/** The program in one piece, as a page can carry it. */
async function compiled(parts: FirstParts): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { __firstParts__: JSON.stringify(parts), __firstWords__: JSON.stringify(wordsOfAll()) },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: program, formats: ['iife'], name: 'firstPaint' },
    },
  })
  const [output] = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  if (output?.type !== 'chunk') throw new Error('the first paint was not built')
  // A closing tag in a text would end the script.
  return output.code.trim().replaceAll('</script', '<\\/script')
}
