import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Tokens } from './tokens.ts'

test('ADR-012: a token is known as ours by its mark, and every changed one as forged', () => {
  const tokens = new Tokens(randomBytes(32))
  const token = tokens.mint()
  expect(tokens.isOurs(token)).toBe(true)
  for (let at = 0; at < token.length - 1; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A'
    expect(tokens.isOurs(`${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toBe(false)
  }
  for (const text of ['', 'x', `${token} `, `${token}A`, token.slice(1), '€'.repeat(43)])
    expect(tokens.isOurs(text)).toBe(false)
})

test('a token of another installation is forged', () => {
  expect(new Tokens(randomBytes(32)).isOurs(new Tokens(randomBytes(32)).mint())).toBe(false)
})
