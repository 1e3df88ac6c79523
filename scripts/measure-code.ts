import { fileURLToPath } from 'node:url'
import { bareCodes } from './bare-codes.ts'
import { functionSizes, maxFileLines, maxFunctionLines, maxParameters, oversized } from './code-size.ts'
import { docComments, oldWordLines, opensWithQuestion } from './comment-openers.ts'
import { crowdedFolders, maxFilesInFolder } from './crowded-folders.ts'
import { valuesLeftBehind } from './customer-state.ts'
import { ownDateStyles } from './date-styles.ts'
import { dependencyTypes } from './dependency-types.ts'
import { foreignSchemaTables } from './foreign-schema-tables.ts'
import { foreignTables, schemaFiles, tableOwners } from './foreign-tables.ts'
import { importCircles } from './import-circles.ts'
import { lintedFiles, lintSuppressions } from './lint-suppressions.ts'
import { longPortLists, maxPorts } from './module-ports.ts'
import { copiesOfHelpers } from './one-home.ts'
import { parseSource } from './parse-source.ts'
import { ownPriceDigits } from './price-digits.ts'
import { vagueNames } from './vague-names.ts'

// Prints figures about the code: `npm run measure:code`, with `--all` every place that counts. With `--check` it fails at code that breaks the rules of CONTRIBUTING.md.

const root = fileURLToPath(new URL('..', import.meta.url))
const showAll = process.argv.includes('--all')

const linted = lintedFiles(root)
const sources = linted
  .filter(({ file }) => /\.tsx?$/.test(file))
  .map(({ file, text }) => {
    const isTest = /\.(test|journey)\.tsx?$|(^|\/)test-[a-z-]+\.tsx?$/.test(file)
    return { file, text, isTest, tree: parseSource({ file, text }) }
  })
const product = sources.filter(({ isTest }) => !isTest)
/** Written from the contract: names and codes are those of the wire. */
const isGenerated = (file: string): boolean => file.startsWith('packages/client/src/generated/')

const comments = sources.flatMap(({ file, text }) =>
  docComments(text).map((comment) => ({ ...comment, place: `${file}:${comment.line}` })),
)
const opened = comments.filter(opensWithQuestion).map(({ place, words }) => `${place} ${words}`)
const oldWords = sources.flatMap(({ file, text }) => oldWordLines(file, text))
const crowded = crowdedFolders(sources.map(({ file }) => file))
const names = sources.flatMap(({ file, tree }) =>
  isGenerated(file) ? [] : vagueNames(tree).map(({ line, name }) => `${file}:${line}: ${name}`),
)
const dependencies = sources.flatMap(({ file, tree }) =>
  dependencyTypes(tree).map(({ line, words }) => `${file}:${line}: ${words}`),
)
const portLists = product.flatMap(({ tree }) => longPortLists(tree))
const copies = copiesOfHelpers(product)
const dates = ownDateStyles(product)
const priceDigits = ownPriceDigits(product)
const leftBehind = valuesLeftBehind(product)
const suppressions = lintSuppressions(linted)
const sizes = product.flatMap(({ tree }) => oversized(tree))

/** Files with SQL on tables of another module, each with the tables; the schema's reviewed statements are a figure of their own. */
function foreignQueries(): string[] {
  const tablesByFile = new Map<string, Set<string>>()
  const owners = tableOwners()
  for (const { file, table } of [
    ...foreignTables(product, owners),
    ...foreignSchemaTables(schemaFiles(), owners),
  ])
    tablesByFile.set(file, (tablesByFile.get(file) ?? new Set()).add(table))
  return [...tablesByFile].map(([file, tables]) => `${file}: ${[...tables].join(' ')}`)
}

/** Places that name a refusal by its number; the catalogue and its texts may. */
const bare = product
  .filter(({ file }) => !/^packages\/(refusals|texts)\//.test(file) && !isGenerated(file))
  .flatMap(({ file, text }) => bareCodes(text).map((line) => `${file}:${line}`))

function printFigures(): void {
  const functions = product.flatMap(({ tree }) => functionSizes(tree))
  const circles = importCircles(sources)
  const sizesWith = (ending: RegExp) => sizes.filter((fault) => ending.test(fault))
  const figures: readonly (readonly [what: string, places: readonly string[]])[] = [
    [`doc comments that open with a question word (of ${comments.length})`, opened],
    ['comments with a word that is no longer in use', oldWords],
    ['declared names with a vague word', names],
    ['types of gathered dependencies, and parts of them', dependencies],
    [`interfaces of more than ${maxPorts} ports`, portLists],
    [
      `functions over ${maxFunctionLines} lines (of ${functions.length})`,
      sizesWith(/function of \d+ lines$/),
    ],
    [`functions of more than ${maxParameters} parameters`, sizesWith(/parameters$/)],
    [`files over ${maxFileLines} lines (of ${product.length})`, sizesWith(/file of \d+ lines$/)],
    ['circles of imports, through types too', circles.map((files) => files.join(' '))],
    ['files in them', circles.flat()],
    ['files with SQL on tables of another module', foreignQueries()],
    ['refusals as bare numbers', bare],
    ['copies of helpers that have a home', copies],
    ['dates in a style of their own', dates],
    ['prices with decimals of their own', priceDigits],
    ['values left to the next customer', leftBehind],
    ['rules of the linter switched off by a comment', suppressions],
    [`folders with more than ${maxFilesInFolder} source files`, crowded],
  ]
  for (const [what, places] of figures) {
    process.stdout.write(`${String(places.length).padStart(7)}  ${what}\n`)
    if (showAll) for (const place of places) process.stdout.write(`           ${place}\n`)
  }
}

function check(): void {
  const faults = [
    ...opened.map((place) => `${place}: a doc comment starts with a verb or with the thing’s name`),
    ...oldWords,
    ...copies,
    ...dates,
    ...priceDigits,
    ...leftBehind,
    ...suppressions,
    ...names.map((place) => `${place}: a name says what it holds, with the field’s word`),
    ...dependencies.map((place) => `${place}: a function takes the context and its module’s ports whole`),
    ...portLists,
    ...sizes,
    ...bare.map((place) => `${place}: a refusal is named (packages/refusals)`),
    ...crowded.map(
      (folder) => `${folder} source files: more than ${maxFilesInFolder} get subfolders by meaning`,
    ),
  ]
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  if (faults.length > 0) process.exitCode = 1
}

if (process.argv.includes('--check')) check()
else printFigures()
