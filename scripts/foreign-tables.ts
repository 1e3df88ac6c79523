import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('..', import.meta.url))
const serverDir = 'apps/server/src'
const databaseDir = join(root, serverDir, 'platform/database')

interface Source {
  readonly file: string
  readonly text: string
}

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
}

/**
 * Finds the module that owns each table: the one whose schema file creates it, or for a table of a migration the one that owns
 * the tables with the same first word. Views have no owner: they exist for other modules to read.
 */
export function tableOwners(dir = databaseDir): ReadonlyMap<string, string> {
  const made = readdirSync(join(dir, 'schema'))
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => {
      const module = name.slice(0, -'.sql'.length)
      const tables = tablesMadeBy(join(dir, 'schema', name))
      return tables.map((table) => [table, folderOf[module] ?? module] as const)
    })
  const ownersByWord = new Map(made.map(([table, owner]) => [firstWord(table), owner]))
  const madeLater = readdirSync(join(dir, 'migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => tablesMadeBy(join(dir, 'migrations', name, 'up.sql')))
  return new Map([
    ...made,
    ...madeLater.map((table) => [table, ownersByWord.get(firstWord(table)) ?? firstWord(table)] as const),
  ])
}

const tablesMadeBy = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/CREATE TABLE (\w+)/g)].flatMap(([, table]) => table ?? [])
const firstWord = (table: string): string => table.split('_')[0] ?? table

/** Finds SQL on a table outside the module that owns it, in texts of SQL and in calls of the query builder. */
export function foreignTables(sources: readonly Source[], owners = tableOwners()): ForeignTable[] {
  return sources.filter(isJudged).flatMap(({ file, text }) => {
    const [, , , folder = ''] = file.split('/')
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    const found: ForeignTable[] = []
    const visit = (node: ts.Node): void => {
      for (const table of tablesNamed(node, owners)) {
        const owner = owners.get(table) ?? ''
        const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
        if (owner !== folder) found.push({ file, line, table, owner })
      }
      ts.forEachChild(node, visit)
    }
    visit(tree)
    return found
  })
}

/** Tests and the simulator judge the whole database from outside; the probes try every table. */
export const isJudged = ({ file }: Source): boolean =>
  file.startsWith(`${serverDir}/`) &&
  !file.startsWith(`${serverDir}/simulator/`) &&
  !file.startsWith(`${serverDir}/platform/database/probes/`) &&
  !/\.test\.ts$|\/test-[a-z-]+\.ts$/.test(file)

const builderMethods = /^(selectFrom|insertInto|updateTable|deleteFrom|\w*[jJ]oin|table)$/
const sqlWord = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM|JOIN)\b/

/** Tables that a text of SQL or an argument of the query builder names. */
function tablesNamed(node: ts.Node, owners: ReadonlyMap<string, string>): string[] {
  const text = textOf(node)
  if (text === null) return []
  if (isBuilderArgument(node)) return text.split(' ', 1).filter((word) => owners.has(word))
  return sqlWord.test(text) ? tablesInSql(text, owners) : []
}

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
