import { expect, test } from 'vitest'
import { foreignSchemaTables, hiddenSql } from './foreign-schema-tables.ts'
import { schemaFiles, tableOwners } from './foreign-tables.ts'

const owners = new Map([
  ['nft_works', 'nft'],
  ['loans', 'loans'],
  ['accounts_users', 'accounts'],
])
const foundIn = (module: string | null, text: string) =>
  foreignSchemaTables([{ file: 'a.sql', text, module }], owners).map(({ line, object, table, owner }) => [
    line,
    object,
    table,
    owner,
  ])

const reads = `-- Works.
CREATE FUNCTION loans_of(p uuid) RETURNS bigint LANGUAGE sql AS $$
  SELECT 1; SELECT count(*) FROM nft_works JOIN loans USING (id)
$$;
CREATE TRIGGER loans_move BEFORE UPDATE ON accounts_users EXECUTE FUNCTION f();
GRANT SELECT ON nft_works TO candor_app;
INSERT INTO nft_works VALUES (1);`

test('I13.2: a statement of the schema on a table of another module is found, in a function too', () => {
  expect(foundIn('loans', reads)).toEqual([
    [2, 'loans_of', 'nft_works', 'nft'],
    [5, 'loans_move', 'accounts_users', 'accounts'],
    [6, 'nft_works', 'nft_works', 'nft'],
    [7, 'nft_works', 'nft_works', 'nft'],
  ])
  expect(foundIn(null, 'CREATE VIEW nft_all AS SELECT 1 FROM nft_works, loans, accounts_users')).toEqual([
    [1, 'nft_all', 'loans', 'loans'],
    [1, 'nft_all', 'accounts_users', 'accounts'],
  ])
  expect(foundIn('nft', 'delete from nft_works using public."loans" where true')).toEqual([
    [1, 'nft_works', 'loans', 'loans'],
  ])
})

test('I13.2: a view of views.sql may read any table; other statements there may not', () => {
  expect(foundIn('views', 'CREATE VIEW all_of_it AS SELECT 1 FROM nft_works, loans')).toEqual([])
  expect(foundIn('views', 'CREATE INDEX nft_late ON nft_works (id)')).toEqual([
    [1, 'nft_late', 'nft_works', 'nft'],
  ])
  const replaced = (name: string) =>
    foreignSchemaTables(
      [
        { file: 'views.sql', text: 'CREATE VIEW all_of_it AS SELECT 1 FROM nft_works', module: 'views' },
        {
          file: '1.sql',
          text: `CREATE OR REPLACE VIEW ${name} AS SELECT 1 FROM nft_works, loans`,
          module: null,
        },
      ],
      owners,
    ).map(({ table }) => table)
  expect(replaced('all_of_it')).toEqual([])
  expect(replaced('loans_of_it')).toEqual(['nft_works'])
})

test('I13.2: what a migration replaces or drops is judged as it is then', () => {
  const reading = 'CREATE OR REPLACE FUNCTION loans_of() RETURNS bigint AS $$ SELECT 1 FROM nft_works $$;'
  const calling = reading.replace('FROM nft_works', 'FROM nft_sums()')
  const found = (...texts: string[]) =>
    foreignSchemaTables(
      texts.map((text, index) => ({ file: `${index}.sql`, text, module: index === 0 ? 'loans' : null })),
      owners,
    ).map(({ file, object }) => [file, object])
  expect(found(reading, calling)).toEqual([])
  expect(found(reading, 'DROP FUNCTION loans_of;')).toEqual([])
  expect(found(calling, reading)).toEqual([['1.sql', 'loans_of']])
  const trigger =
    'CREATE TRIGGER loans_move BEFORE UPDATE OF name ON accounts_users EXECUTE FUNCTION loans_moves();'
  const ofOwner = trigger.replace('loans_move ', 'accounts_move ')
  expect(found(trigger)).toEqual([['0.sql', 'loans_move']])
  expect(found(trigger, `DROP TRIGGER loans_move ON accounts_users; ${ofOwner}`)).toEqual([])
  expect(found(trigger, 'DROP TRIGGER loans_move ON nft_works;')).toEqual([['0.sql', 'loans_move']])
  expect(found(reading, 'CREATE OR REPLACE FUNCTION loans_on() RETURNS bigint AS $$ SELECT 1 $$;')).toEqual([
    ['0.sql', 'loans_of'],
  ])
})

test('I13.2: SQL in a text of the schema is found: no check reads it', () => {
  const found = (text: string) =>
    hiddenSql([{ file: 'a.sql', text, module: 'loans' }]).map(({ line, object }) => [line, object])
  const running = 'CREATE FUNCTION loans_of() RETURNS void LANGUAGE plpgsql AS $$'
  expect(found(`${running} BEGIN EXECUTE 'DELETE FROM nft_works'; END $$;`)).toEqual([[1, 'loans_of']])
  expect(found(`\n${running} BEGIN EXECUTE format('DELETE FROM %I', which); END $$;`)).toEqual([
    [2, 'loans_of'],
  ])
  expect(found("CREATE FUNCTION loans_of() RETURNS int LANGUAGE sql AS 'SELECT 1 FROM nft_works';")).toEqual([
    [1, 'loans_of'],
  ])
  expect(
    found(`CREATE TRIGGER loans_move BEFORE UPDATE ON loans FOR EACH ROW EXECUTE FUNCTION loans_moves();
      GRANT EXECUTE ON FUNCTION loans_of TO candor_app; REVOKE EXECUTE ON FUNCTION loans_of FROM PUBLIC;
      CREATE VIEW loans_all AS SELECT 'a' AS kind FROM loans; ${running} BEGIN PERFORM 'x'; END $$;`),
  ).toEqual([])
  expect(hiddenSql(schemaFiles())).toEqual([])
})

test('I13.2: own tables, constraints, comments and texts of the schema are not found', () => {
  expect(foundIn('nft', 'CREATE VIEW nft_all AS SELECT 1 FROM nft_works; -- loans, accounts_users')).toEqual(
    [],
  )
  expect(foundIn('loans', 'CREATE TABLE loans (user_id uuid REFERENCES accounts_users (id));')).toEqual([])
  expect(foundIn('loans', "COMMENT ON TABLE loans IS 'not of accounts_users';")).toEqual([])
  expect(foundIn('loans', "UPDATE loans SET a = 'accounts_users';")).toEqual([])
})

test('I13.2: no statement of the schema is on a table of another module', () => {
  expect(foreignSchemaTables(schemaFiles(), tableOwners())).toEqual([])
})
