import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Schema that a new database is made from. Numbered migrations go on top of it. */
export interface Baseline {
  readonly sql: string
  /** SHA-256 of the statements, hex. Comments and layout are not part of it. */
  readonly checksum: string
}

/** Record of an applied step in a database: its name and the SHA-256 of its SQL, hex. */
export interface SchemaRecord {
  readonly name: string
  readonly checksum: string
}

/** An earlier baseline, whose databases are brought to the current one. */
export interface EarlierSchema {
  readonly checksum: string
  /** Statements that lead from it to the present baseline. */
  readonly sql: string
}

/** The numbered steps that created the schema before it had its own files. */
export interface FormerSteps {
  readonly steps: readonly SchemaRecord[]
  /** Checksum of the baseline that a database with all of these steps equals: the present one or an earlier one. */
  readonly equal: string
}

const schemaDir = join(dirname(fileURLToPath(import.meta.url)), 'schema')

/** Reads the schema's files in the order that `order.txt` lists. */
export function readBaseline(dir = schemaDir): Baseline {
  const files = linesOf(join(dir, 'order.txt'))
  const sql = files.map((file) => readFileSync(join(dir, `${file}.sql`), 'utf8')).join('\n')
  return { sql, checksum: checksumOfStatements(sql) }
}

interface EarlierSchemaEntry {
  readonly checksum: string
  readonly statements: readonly string[]
  readonly files: readonly string[]
}

/**
 * Reads the earlier schemas that lead to the present one: statements of their own, then whole files of the schema, so that what replaces
 * a function is written in one place.
 */
export function readEarlierSchemas(dir = schemaDir): EarlierSchema[] {
  const entries: EarlierSchemaEntry[] = JSON.parse(readFileSync(join(dir, 'earlier-schemas.json'), 'utf8'))
  return entries.map(({ checksum, statements, files }) => {
    const own = statements.map((statement) => `${statement};`)
    const replaced = files.map((file) => readFileSync(join(dir, `${file}.sql`), 'utf8'))
    return { checksum, sql: [...own, ...replaced].join('\n') }
  })
}

/** Reads the former steps and, from the last line, the baseline that they lead to. */
export function readFormerSteps(dir = schemaDir): FormerSteps {
  const records = linesOf(join(dir, 'former-steps.sha256')).map((line) => {
    const [checksum = '', name = ''] = line.split('  ')
    return { name, checksum }
  })
  return { steps: records.slice(0, -1), equal: records.at(-1)?.checksum ?? '' }
}

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').trim().split('\n')

/** SHA-256 of `sql` without its comments and with its white space collapsed: rewording a comment changes no database. */
export function checksumOfStatements(sql: string): string {
  const statements = sql
    .replace(/--.*$/gm, '')
    .replace(/^COMMENT ON [^;']*(?:'(?:[^']|'')*'\s*)+;/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
  return createHash('sha256').update(statements).digest('hex')
}
