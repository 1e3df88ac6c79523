import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The schema that a new database is made from; numbered migrations go on top of it. */
export interface Baseline {
  readonly sql: string
  /** SHA-256 of the statements, hex: comments and layout may change, what is made may not. */
  readonly checksum: string
}

const schemaDir = join(dirname(fileURLToPath(import.meta.url)), 'schema')

/** Reads the schema's files in the order that `order.txt` lists. */
export function readBaseline(dir = schemaDir): Baseline {
  const files = readFileSync(join(dir, 'order.txt'), 'utf8').trim().split('\n')
  const sql = files.map((file) => readFileSync(join(dir, `${file}.sql`), 'utf8')).join('\n')
  return { sql, checksum: checksumOf(sql) }
}

function checksumOf(sql: string): string {
  const statements = sql
    .replace(/--.*$/gm, '')
    .replace(/^COMMENT ON [^;']*(?:'(?:[^']|'')*'\s*)+;/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
  return createHash('sha256').update(statements).digest('hex')
}
