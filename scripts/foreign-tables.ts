import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { builtNames, literalsOf } from './built-table-names.ts'
import { isJudged, serverDir } from './judged-sources.ts'
import { lineOf, parseSource, type SourceText } from './parse-source.ts'

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
  options: 'trading',
  treasury: 'back-office',
  'ledger-posting': 'ledger',
  'trading-commit': 'trading',
}

/** A file of the schema, and the module it belongs to; null: a migration, whose statements belong to the modules they change. */
export type SchemaFile = SourceText & { readonly module: string | null }

/** Reads the schema and every migration. */
export function schemaFiles(dir = databaseDir): readonly SchemaFile[] {
  const read = (path: string, module: string | null): SchemaFile => ({
    file: path,
    text: readFileSync(join(dir, path), 'utf8'),
    module,
  })
  const schema = readdirSync(join(dir, 'schema')).filter((name) => name.endsWith('.sql'))
  const migrations = readdirSync(join(dir, 'migrations'), { withFileTypes: true })
  return [
    ...schema.map((name) => {
      const module = name.slice(0, -'.sql'.length)
      return read(`schema/${name}`, folderOf[module] ?? module)
    }),
    ...migrations
      .filter((entry) => entry.isDirectory())
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
  return new Map(
    made.map(([table, owner]) => [table, owner ?? ownersByWord.get(firstWord(table)) ?? firstWord(table)]),
  )
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

const builderMethods = /^(selectFrom|insertInto|updateTable|deleteFrom|\w*[jJ]oin|table)$/
const sqlWord = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM|JOIN)\b/

/** Tables that a text of SQL or an argument of the query builder names. */
function tablesNamed(node: ts.Node, owners: ReadonlyMap<string, string>): string[] {
  const text = textOf(node)
  if (text === null) return []
  if (isBuilderArgument(node)) return text.split(' ', 1).filter((word) => owners.has(word))
  return sqlWord.test(text) ? tablesInSql(text, owners) : []
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
  if (ts.isTemplateExpression(node)) return node.getText()
  return ts.isStringLiteralLike(node) ? node.text : null
}

function tablesInSql(text: string, owners: ReadonlyMap<string, string>): string[] {
  const words = [...text.matchAll(/(?:\b(?:FROM|JOIN|INTO|UPDATE)\s+)?\b\w+/g)].map(([match]) =>
    match.split(/\s+/),
  )
  // A table of one word is matched only where SQL expects a table: elsewhere it may be any word.
  return words.flatMap(([first = '', second]) => {
    const table = second ?? first
    return owners.has(table) && (second !== undefined || table.includes('_')) ? table : []
  })
}

const isBuilderArgument = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) &&
  ts.isPropertyAccessExpression(parent.expression) &&
  builderMethods.test(parent.expression.name.text)
