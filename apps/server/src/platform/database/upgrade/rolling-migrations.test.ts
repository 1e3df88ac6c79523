import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations } from '../migrate.ts'
import { contractingStatements } from './test-contracting-statements.ts'

test('I16.14: every migration declares in its why.md how it is applied, and a rolling one accounts there for all that it does besides adding', () => {
  for (const { name, sql, upgrade } of readMigrations()) {
    const why = readFileSync(join(import.meta.dirname, '../migrations', name, 'why.md'), 'utf8')
    const [declared = ''] = /^Upgrade: (?:rolling|stop)\. \S.*$/m.exec(why) ?? []
    expect(declared, `${name}/why.md needs a line "Upgrade: rolling. …" or "Upgrade: stop. …"`).not.toBe('')
    if (upgrade === 'stop') continue
    for (const object of contractingStatements(sql))
      expect(declared, `${name}/why.md has to say why ${object} hinders no older process`).toContain(
        `\`${object}\``,
      )
  }
})

const contracting: readonly (readonly [sql: string, found: readonly string[]])[] = [
  [
    'CREATE TABLE a (id int NOT NULL); CREATE INDEX a_id ON a (id); ALTER TABLE a ADD CONSTRAINT c CHECK (id > 0)',
    [],
  ],
  [
    'ALTER TABLE b ADD COLUMN x int; ALTER TABLE b ADD COLUMN y int NOT NULL DEFAULT 0; GRANT SELECT ON b TO c',
    [],
  ],
  [
    "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM b; DROP TABLE b $$; COMMENT ON FUNCTION f IS 'DROP TABLE b; UPDATE b'",
    [],
  ],
  [
    'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $x$ SELECT 1 $x$; REVOKE ALL ON FUNCTION f FROM PUBLIC',
    [],
  ],
  ['-- DROP TABLE b;\nCREATE TRIGGER t AFTER INSERT ON b FOR EACH ROW EXECUTE FUNCTION f()', []],
  ['DROP TABLE b', ['b']],
  ['DROP INDEX IF EXISTS i', ['i']],
  ['ALTER TABLE b DROP COLUMN x', ['x']],
  ['ALTER TABLE b RENAME COLUMN x TO y', ['x']],
  ['ALTER TABLE b ALTER COLUMN x TYPE bigint', ['x']],
  ['ALTER TABLE b ALTER COLUMN x SET NOT NULL', ['x']],
  ['ALTER TABLE b ADD COLUMN x int NOT NULL', ['x']],
  ['ALTER TABLE b ADD CONSTRAINT c CHECK (x > 0)', ['c']],
  ['ALTER TABLE b ADD CHECK (x > 0)', ['b']],
  ['ALTER TABLE b DROP CONSTRAINT c', ['c']],
  ['CREATE UNIQUE INDEX i ON b (x)', ['i']],
  ['CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$', ['f']],
  ['REVOKE UPDATE ON b FROM candor_app', ['b']],
  ['UPDATE b SET x = 1', ['b']],
  ['DELETE FROM b', ['b']],
]
test.each(contracting)('I16.14: of “%s” an older process is hindered by %j', (sql, found) => {
  expect(contractingStatements(sql)).toEqual(found)
})
