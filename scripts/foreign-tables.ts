import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { builtNames, literalsOf } from './built-table-names.ts'
import { isJudged, serverDir } from './judged-sources.ts'
import { lineOf, parseSource, type SourceText } from './parse-source.ts'
import { isSql, tablesInSql } from './tables-in-sql.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const databaseDir = join(root, serverDir, 'platform/database')

/** A table that is read or written in a file of a module which does not own it. */
export interface ForeignTable {
  readonly file: string
  readonly line: number
  readonly table: string
  readonly owner: string
}

/** Folders of the server whose tables are in a schema file of another name. */
const folderOf: Readonly<Record<string, string>> = {
  files: 'platform',
  hedging: 'trading',
  monitoring: 'transaction-monitoring',
  options: 'trading',
  tasks: 'back-office',
  treasury: 'back-office',
  'accounts-identity': 'accounts',
  'ledger-posting': 'ledger',
  'market-candles': 'market-data',
  'trading-commit': 'trading',
}

/** A file of the schema, and the module it belongs to; null: a migration, whose statements belong to the modules they change. */
export type SchemaFile = SourceText & { readonly module: string | null }

/** Reads the schema and then every migration, if there is any, in order. */
export function schemaFiles(dir = databaseDir): readonly SchemaFile[] {
  const read = (path: string, module: string | null): SchemaFile => ({
    file: path,
    text: readFileSync(join(dir, path), 'utf8'),
    module,
  })
  const schema = readdirSync(join(dir, 'schema'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const migrations = readdirSync(join(dir, 'migrations'), { withFileTypes: true })
  return [
    ...schema.map((name) => {
      const module = name.slice(0, -'.sql'.length)
      return read(`schema/${name}`, folderOf[module] ?? module)
    }),
    ...migrations
      .filter((entry) => entry.isDirectory())
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ name }) => read(`migrations/${name}/up.sql`, null)),
  ]
}

/**
 * Finds the module that owns each table: the one whose schema file creates it, or for a table of a migration the one that owns
 * the tables with the same first word. Views have no owner: they exist for other modules to read.
 */
export function tableOwners(dir = databaseDir): ReadonlyMap<string, string> {
  const made = schemaFiles(dir).flatMap(({ text, module }) =>
    tablesMadeBy(text).map((table) => [table, module] as const),
  )
  const owned = made.flatMap(([table, owner]) => (owner === null ? [] : [[table, owner] as const]))
  const ownersByWord = new Map(owned.map(([table, owner]) => [firstWord(table), owner]))
  const ownerOfWord = (word: string) => ownersByWord.get(word) ?? folderOf[word] ?? word
  return new Map(made.map(([table, owner]) => [table, owner ?? ownerOfWord(firstWord(table))]))
}

const tablesMadeBy = (sql: string): string[] =>
  [...sql.matchAll(/CREATE TABLE (\w+)/g)].flatMap(([, table]) => table ?? [])
const firstWord = (table: string): string => table.split('_')[0] ?? table

/** Finds SQL on a table outside the module that owns it, in texts of SQL and in calls of the query builder. */
export function foreignTables(sources: readonly SourceText[], owners = tableOwners()): ForeignTable[] {
  return sources.filter(isJudged).flatMap(({ file, text }) => {
    const [, , , folder = ''] = file.split('/')
    const tree = parseSource({ file, text })
    const found: ForeignTable[] = []
    const visit = (node: ts.Node): void => {
      const tables = [...tablesNamed(node, owners), ...tablesOfConstants(node, owners, tree)]
      for (const table of tables) {
        const owner = owners.get(table) ?? ''
        if (owner !== folder) found.push({ file, line: lineOf(tree, node.getStart(tree)), table, owner })
      }
      ts.forEachChild(node, visit)
    }
    visit(tree)
    return found
  })
}

const builderMethods =
  /^(selectFrom|insertInto|replaceInto|mergeInto|updateTable|deleteFrom|from|using|\w*[jJ]oin|table)$/

/** Tables that a text of SQL or an argument of the query builder names. */
function tablesNamed(node: ts.Node, owners: ReadonlyMap<string, string>): string[] {
  const text = textOf(node)
  if (text === null) return []
  const [first = ''] = text.split(' ', 1)
  if (isBuilderArgument(node) && owners.has(first)) return [first]
  return isSql(text) ? tablesInSql(text, owners) : []
}

/** Tables that a constant names in the place of a table; `built-table-names.ts` finds every other name that is built. */
const tablesOfConstants = (
  node: ts.Node,
  owners: ReadonlyMap<string, string>,
  tree: ts.SourceFile,
): string[] =>
  builtNames(node)
    .flatMap((built) => literalsOf(built, tree) ?? [])
    .filter((word) => owners.has(word))

function textOf(node: ts.Node): string | null {
  if (ts.isTemplateExpression(node)) return node.getText().slice(1, -1)
  return ts.isStringLiteralLike(node) ? node.text : null
}

/** Reports whether the query builder takes this text as a table, alone or in a list. */
const isBuilderArgument = ({ parent }: ts.Node): boolean =>
  ts.isArrayLiteralExpression(parent)
    ? isBuilderArgument(parent)
    : ts.isCallExpression(parent) &&
      ts.isPropertyAccessExpression(parent.expression) &&
      builderMethods.test(parent.expression.name.text)
