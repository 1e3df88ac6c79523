import { expect, test } from 'vitest'
import { statementName } from './statement-name.ts'

test('I16.16: a statement is named by its operation and first table or function', () => {
  expect(statementName('select "id" from "accounts" where "email" = $1')).toBe('SELECT accounts')
  expect(statementName({ name: 'orders-commit', text: 'SELECT * FROM orders_commit($1)' })).toBe(
    'SELECT orders_commit',
  )
  expect(statementName('SELECT ledger_lock_accounts($1::bigint[]) AS balances')).toBe(
    'SELECT ledger_lock_accounts',
  )
  expect(statementName('\n  INSERT INTO ledger_accounts (owner) SELECT owner FROM unnest($1)')).toBe(
    'INSERT ledger_accounts',
  )
  expect(statementName('update "sessions" set "seen" = $1')).toBe('UPDATE sessions')
  expect(statementName('begin')).toBe('BEGIN')
})

test('I16.16: no value in a statement’s text becomes part of its name', () => {
  expect(statementName("SELECT 'from ana' AS x FROM customers")).toBe('SELECT customers')
  expect(statementName("SELECT 'it''s from ana'")).toBe('SELECT')
  expect(statementName("SELECT 1 -- from ana\n FROM customers WHERE name = 'from bob")).toBe(
    'SELECT customers',
  )
  expect(statementName('ana@candor.example FROM customers')).toBe('OTHER')
})

test('I16.16: a copy or cursor, which is sent in pieces, has no name', () => {
  expect(statementName({ submit: () => undefined, text: 'COPY quotes FROM STDIN' })).toBeNull()
  expect(statementName(undefined)).toBeNull()
})
