import { expect, test } from 'vitest'
import { dependencyTypes } from './dependency-types.ts'
import { parseSource } from './parse-source.ts'

const found = (text: string, file = 'apps/server/src/loans/pay.ts'): string[] =>
  dependencyTypes(parseSource({ file, text })).map(({ line, words }) => `${line} ${words}`)

const faults = [
  { what: 'an interface', text: 'interface LoansDeps {}', words: '1 LoansDeps' },
  { what: 'a type', text: '\ntype LoanParts = 1', words: '2 LoanParts' },
  { what: 'a class', text: 'class Deps {}', words: '1 Deps' },
  {
    what: 'a part of a module’s dependencies',
    text: "const pay = ({ db }: Pick<LoansDeps, 'db'>) => db",
    words: "1 Pick<LoansDeps, 'db'>",
  },
  {
    what: 'a part of the context',
    text: "interface Paying extends Pick<ServerContext, 'db'> {}",
    words: "1 Pick<ServerContext, 'db'>",
  },
  {
    what: 'a module’s ports without some',
    text: "type Paying = Omit<ServerContext & LoanPorts, 'db'>",
    words: "1 Omit<ServerContext & LoanPorts, 'db'>",
  },
  {
    what: 'a part of a port’s field',
    text: "const pay = (of: Pick<LoanPorts['parameters'], 'value'>) => of",
    words: "1 Pick<LoanPorts['parameters'], 'value'>",
  },
]
test.each(faults)('$what is found', ({ text, words }) => {
  expect(found(text)).toEqual([words])
})

test('a file of dependencies is found', () => {
  expect(found('', 'apps/server/src/loans/loans-deps.ts')).toEqual(['1 the file’s name'])
  expect(found('', 'apps/server/src/loans/loan-parts.ts')).toEqual(['1 the file’s name'])
})

test('the context, ports, a part of a row and what lies outside the server are not found', () => {
  const text = `
    interface LoanPorts { readonly files: LoanFiles }
    const pay = (context: ServerContext & LoanPorts, row: Pick<LoanRow, 'id'>) => [context, row]
    const partsOf = (amount: Omit<LoanRow, 'id'>) => amount
  `
  expect(found(text)).toEqual([])
  expect(found('interface FrameParts {}', 'apps/web/src/shell/frame-parts.ts')).toEqual([])
})
