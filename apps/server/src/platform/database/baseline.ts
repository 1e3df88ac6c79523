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

const schemaDir = join(dirname(fileURLToPath(import.meta.url)), 'schema')

/** Reads the schema's files in the order that `order.txt` lists. */
export function readBaseline(dir = schemaDir): Baseline {
  const files = linesOf(join(dir, 'order.txt'))
  const sql = files.map((file) => readFileSync(join(dir, `${file}.sql`), 'utf8')).join('\n')
  return { sql, checksum: checksumOfStatements(sql) }
}

/**
 * Reads what databases from before release 0.1.0 recorded, in the order in which it came about: the numbered steps from before the schema
 * had files, the schemas of then, and the migrations on the last of them.
 */
export const readFormerSteps = (dir = schemaDir): SchemaRecord[] =>
  linesOf(join(dir, 'former-steps.sha256')).map((line) => {
    const [checksum = '', name = ''] = line.split('  ')
    return { name, checksum }
  })

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
