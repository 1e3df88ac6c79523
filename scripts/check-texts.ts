// Every language complete and well formed, every key used, every used key there (issue 2, "texts"); articles with the same
// headings, bullets and numbers in each; terms, register, typography and plurals as each language has them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sampleTexts } from '../apps/server/src/content/sample-content.ts'
import { languageFaults, withoutExceptions } from '../packages/texts/src/check/check-language.ts'
import { exceptions } from '../packages/texts/src/check/exceptions.ts'
import { glossaryFaults, readGlossary } from '../packages/texts/src/check/glossary.ts'
import { articleFaults } from '../packages/texts/src/check-articles.ts'
import { textFaults } from '../packages/texts/src/check-texts.ts'
import { languageCodes } from '../packages/texts/src/languages.ts'
import { readTexts } from '../packages/texts/src/read-catalog.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const skipped = /(^|\/)(node_modules|dist|\.cache)(\/|$)/

function sourcesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !skipped.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
}

const languages = new Map(languageCodes.map((code) => [code, readTexts(code)]))
const sources = ['apps/web/src', 'apps/server/src', 'apps/console/src', 'packages/ui/src'].flatMap(
  (folder) => {
    try {
      return sourcesUnder(folder)
    } catch (error) {
      // The operators' app has its own issue; until then the folder does not exist.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  },
)

// Keys are made from codes and their reasons here.
sources.push(readFileSync(join(root, 'packages/texts/src/code-text.ts'), 'utf8'))

const articles = new Map(
  await Promise.all(languageCodes.map(async (code) => [code, await sampleTexts(code)] as const)),
)

const glossaries = new Map(languageCodes.map((code) => [code, readGlossary(code)]))
const wording = languageCodes.flatMap((code) =>
  languageFaults(code, readGlossary(code), readTexts(code), articles.get(code)),
)

const faults = [
  ...textFaults(languages, sources),
  ...articleFaults(articles),
  ...glossaryFaults(glossaries),
  ...withoutExceptions(wording, exceptions),
]
for (const fault of faults.slice(0, 100)) console.log(fault)
if (faults.length > 100) console.log(`… and ${faults.length - 100} more`)
if (faults.length > 0) process.exitCode = 1
else console.log(`${languageCodes.length} languages, ${faults.length} faults`)
