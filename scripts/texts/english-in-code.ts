import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Glossary, termFinder } from '../../packages/texts/src/check/glossary.ts'
import { spellingFaults, termFaults, wordsOfPage, wordsOfSource } from './code-words.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const skipped =
  /(^|\/)(node_modules|dist|\.cache|simulator|testing|system-tests|migrations|probes|temporary)\/|\.test\.tsx?$|(^|\/)test-[a-z-]+\.tsx?$/

/** Sources whose English people read on a screen, in a mail, in a log or in the docs of the calls. */
const sourceFolders = ['apps/console/src', 'apps/server/src', 'packages/contract/src']
const pages = ['README.md', 'CHANGELOG.md', 'GLOSSARY.md', 'CONTRIBUTING.md']
const pageFolders = ['docs/guides', 'apps', 'packages']

/** Words of one file that may be as they are. */
const exceptions: readonly { readonly file: string; readonly fault: string; readonly reason: string }[] = [
  {
    file: 'apps/server/src/accounts/passwords/common-passwords.ts',
    fault: '',
    reason: 'a list of passwords',
  },
  {
    file: 'apps/server/src/trading/options/option-event-details.ts',
    fault: 'comes back',
    reason: 'part of signed receipts, which stay as they are',
  },
  { file: 'packages/texts/VOICE.md', fault: 'second factor', reason: 'names the term to leave' },
]
const isAllowed = (found: string): boolean =>
  exceptions.some(({ file, fault }) => found.startsWith(`${file}:`) && found.includes(fault))

/** Reads the files below a folder whose name ends in one of these. */
const filesIn = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !skipped.test(name))
    .map((name) => join(folder, name))

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Finds forbidden terms and punctuation in the English of code, and another name of two-factor authentication in pages. */
export function englishFaults(glossary: Glossary): readonly string[] {
  const inPages: Glossary = Object.fromEntries(
    Object.entries(glossary).filter(([id]) => id === 'twoFactor' || id === 'authenticatorCode'),
  )
  const [findInCode, findInPage] = [termFinder('en', glossary), termFinder('en', inPages)]
  const inCode = sourceFolders
    .flatMap((folder) => filesIn(folder, /\.tsx?$/))
    .flatMap((file) => {
      const words = wordsOfSource({ file, text: read(file) })
      return [...termFaults(file, words, findInCode), ...spellingFaults(file, words)]
    })
  const inGuides = [...pages, ...pageFolders.flatMap((folder) => filesIn(folder, /\.md$/))].flatMap((file) =>
    termFaults(file, wordsOfPage(read(file)), findInPage),
  )
  return [...inCode, ...inGuides].filter((found) => !isAllowed(found))
}
