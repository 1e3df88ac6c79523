import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { longerLists, longPortLists } from './module-ports.ts'
import { parseSource } from './parse-source.ts'

const listing = (count: number, name = 'LoansPorts') =>
  `interface ${name} {\n${[...Array(count).keys()].map((at) => `  port${at}(): void\n`).join('')}}\n`
const found = (text: string, file = 'apps/server/src/loans/loans-ports.ts') =>
  longPortLists(parseSource({ file, text }))

test('I13.3: a module that lists more than four ports in one interface is found', () => {
  expect(found(`type A = 1\nexport ${listing(5)}`)).toEqual([
    'apps/server/src/loans/loans-ports.ts:2: LoansPorts lists 5 ports: group them by module',
  ])
  expect(found(listing(4))).toEqual([])
  expect(found(listing(5, 'Loan'))).toEqual([])
  expect(found(listing(5), 'apps/web/src/loans/ports.ts')).toEqual([])
})

test('I13.3: each longer list of the engine is there', () => {
  const trading = fileURLToPath(new URL('../apps/server/src/trading', import.meta.url))
  const names = readdirSync(trading, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(`${trading}/${file}`, 'utf8').matchAll(/interface (\w+Ports)\b/g)])
    .map(([, name]) => name)
  expect(names).toEqual(expect.arrayContaining([...longerLists]))
})
