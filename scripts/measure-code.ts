import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { bareCodes } from './bare-codes.ts'
import { crowdedFolders, maxFilesInFolder } from './crowded-folders.ts'
import { foreignTables } from './foreign-tables.ts'
import { importCircles } from './import-circles.ts'

// Prints figures about the code: `npm run measure:code`, with `--all` every place that counts. With `--check` it fails where a doc comment opens with a question word or a folder holds too many files.

const root = fileURLToPath(new URL('..', import.meta.url))
const showAll = process.argv.includes('--all')

const maxFunctionLines = 60
const maxFileLines = 300
const maxParameters = 4
const openers = /^(what|whatever|who|whoever|whom|whose|whether|where|which|when|why|how)\b/i

interface Source {
  readonly file: string
  readonly text: string
  readonly isTest: boolean
}

const sources: readonly Source[] = ['apps', 'packages', 'bench', 'e2e', 'scripts'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .map((name) => join(top, name))
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist|\.cache)\//.test(file))
    .map((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return { file, text, isTest: /\.(test|journey)\.tsx?$|(^|\/)test-[a-z-]+\.tsx?$/.test(file) }
    }),
)
const product = sources.filter(({ isTest }) => !isTest)

const lineOf = (tree: ts.SourceFile, position: number): number =>
  tree.getLineAndCharacterOfPosition(position).line + 1

/** Parses the product, which takes most of the time: the check of the comments goes without. */
const functionsOf = ({ file, text }: Source) => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const found: { place: string; lines: number; parameters: number }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const first = lineOf(tree, node.getStart(tree))
      const lines = lineOf(tree, node.end) - first + 1
      found.push({ place: `${file}:${first}`, lines, parameters: node.parameters.length })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

const docComments = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/\/\*\*\s*(?:\*\s*)?([^\s*][^\n]*)/g)].map((found) => ({
    place: `${file}:${text.slice(0, found.index).split('\n').length}`,
    words: found[1] ?? '',
  })),
)

/** Files with SQL on tables of another module, each with the tables. */
function foreignQueries(): string[] {
  const tablesByFile = new Map<string, Set<string>>()
  for (const { file, table } of foreignTables(product))
    tablesByFile.set(file, (tablesByFile.get(file) ?? new Set()).add(table))
  return [...tablesByFile].map(([file, tables]) => `${file}: ${[...tables].join(' ')}`)
}

const crowded = crowdedFolders(sources.map(({ file }) => file))
const opened = docComments.filter(({ words }) => openers.test(words))
function printFigures(): void {
  const functions = product.flatMap(functionsOf)
  const circles = importCircles(sources)
  const longFunctions = functions.filter(({ lines }) => lines > maxFunctionLines)
  const long = product.flatMap(({ file, text }) => {
    const lines = text.split('\n').length
    return lines > maxFileLines ? [`${file}: ${lines}`] : []
  })
  const figures: readonly (readonly [what: string, figure: string, places: readonly string[]])[] = [
    [
      `doc comments that open with a question word (of ${docComments.length})`,
      String(opened.length),
      opened.map(({ place, words }) => `${place} ${words}`),
    ],
    [
      `functions over ${maxFunctionLines} lines (of ${functions.length})`,
      String(longFunctions.length),
      longFunctions.map(({ place, lines }) => `${place}: ${lines}`),
    ],
    ...[
      [
        `functions of more than ${maxParameters} parameters`,
        functions.filter(({ parameters }) => parameters > maxParameters).map(({ place }) => place),
      ] as const,
      [`files over ${maxFileLines} lines (of ${product.length})`, long] as const,
      ['circles of imports, through types too', circles.map((files) => files.join(' '))] as const,
      ['files in them', circles.flat()] as const,
      ['files with SQL on tables of another module', foreignQueries()] as const,
      [
        'refusals as bare numbers',
        product
          .filter(({ file }) => !/^packages\/(refusals|texts)\//.test(file))
          .flatMap(({ file, text }) => bareCodes(text).map((line) => `${file}:${line}`)),
      ] as const,
      [`folders with more than ${maxFilesInFolder} source files`, crowded] as const,
    ].map(([what, places]) => [what, String(places.length), places] as const),
  ]

  for (const [what, figure, places] of figures) {
    process.stdout.write(`${figure.padStart(7)}  ${what}\n`)
    if (showAll) for (const place of places) process.stdout.write(`           ${place}\n`)
  }
}

if (!process.argv.includes('--check')) printFigures()
else {
  for (const { place, words } of opened)
    process.stdout.write(
      `${place} ${words}: a doc comment starts with a verb in the third person or with the thing’s name\n`,
    )
  for (const folder of crowded)
    process.stdout.write(`${folder} source files: more than ${maxFilesInFolder} get subfolders by meaning\n`)
  if (opened.length + crowded.length > 0) process.exitCode = 1
}
