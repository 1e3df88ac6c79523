import { expect, test } from 'vitest'
import { foreignSchemaTables, reviewedStatements } from './foreign-schema-tables.ts'
import { schemaFiles, tableOwners } from './foreign-tables.ts'

const owners = new Map([
  ['nft_works', 'nft'],
  ['loans', 'loans'],
  ['accounts_users', 'accounts'],
])
const foundIn = (module: string | null, text: string, reviewed = {}) =>
  foreignSchemaTables([{ file: 'a.sql', text, module }], owners, reviewed).map(
    ({ line, object, table, owner }) => [line, object, table, owner],
  )

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
    [1, 'nft_all', 'accounts_users', 'accounts'],
  ])
})

test('I13.2: own tables, constraints, comments, texts and reviewed statements of the schema are not found', () => {
  expect(foundIn('nft', 'CREATE VIEW nft_all AS SELECT 1 FROM nft_works; -- loans, accounts_users')).toEqual(
    [],
  )
  expect(foundIn('loans', 'CREATE TABLE loans (user_id uuid REFERENCES accounts_users (id));')).toEqual([])
  expect(foundIn('loans', "COMMENT ON TABLE loans IS 'not of accounts_users';")).toEqual([])
  expect(foundIn('loans', "UPDATE loans SET a = 'accounts_users';")).toEqual([])
  const reviewed = {
    'loans_of nft_works': 'a reason',
    'loans_move accounts_users': 'a reason',
    'nft_works nft_works': 'a reason',
  }
  expect(foundIn('loans', reads, reviewed)).toEqual([])
})

test('I13.2: every reviewed statement is in the schema', () => {
  const found = foreignSchemaTables(schemaFiles(), tableOwners(), {})
  expect(found.map(({ object, table }) => `${object} ${table}`).toSorted()).toEqual(
    Object.keys(reviewedStatements).toSorted(),
  )
})
