/** A call of the contract, as far as the browser needs it to send a request. */
export interface CallRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly movesMoney?: boolean | undefined
}

const bases = {
  login: '/swx/customer/login',
  index: '/swx/customer/index',
  orders: '/swx/customer/order',
  own: '/swx/customer/user',
} as const
type Base = keyof typeof bases

const opening = `// Written by \`npm run call-table\` from packages/contract: change the contract, not this file.
import type { CallName } from '@candor/contract'
import { firstCalls, type MoneyRow, type Row } from './first-calls.ts'

${Object.entries(bases)
  .map(([name, path]) => `const ${name} = '${path}'`)
  .join('\n')}

/** Calls whose path ends in their own name, as almost all do. */
const named = <Name extends string, R>(names: readonly Name[], row: (name: string) => R): Record<Name, R> =>
  Object.fromEntries(names.map((name) => [name, row(name)])) as Record<Name, R>
const under = <Name extends string>(method: Row[0], base: string, names: readonly Name[]) =>
  named(names, (name): Row => [method, \`\${base}/\${name}\`])
const moneyUnder = <Name extends string>(base: string, names: readonly Name[]) =>
  named(names, (name): MoneyRow => ['POST', \`\${base}/\${name}\`, 'money'])

/** Method and path of every call: the browser needs these of the contract, and not its schemas. */
export const callTable = {
  ...firstCalls,
`
const closing = `} as const satisfies Record<CallName, Row | MoneyRow>

type Table = typeof callTable
/** The calls that move or promise money: each needs a key of its intent. */
export type MoneyCallName = {
  [N in CallName]: Table[N] extends MoneyRow ? N : never
}[CallName]
`

/** Writes the browser's table of calls. Calls whose path ends in their name share a line, which keeps the file small; `first` calls are in another file. */
export function callTableSource(
  calls: Readonly<Record<string, CallRoute>>,
  first: readonly string[],
): string {
  const groups = new Map<string, string[]>()
  const rows: string[] = []
  for (const [name, call] of Object.entries(calls)) {
    if (first.includes(name)) continue
    const base = baseOf(call.path)
    if (call.path !== `${bases[base]}/${name}`) rows.push(rowOf(name, call, base))
    else {
      const group = call.movesMoney ? `moneyUnder(${base}` : `under('${call.method}', ${base}`
      groups.set(group, [...(groups.get(group) ?? []), `'${name}'`])
    }
  }
  const grouped = [...groups].map(([group, names]) => `  ...${group}, [${names.join(', ')}]),\n`)
  return `${opening}${grouped.join('')}${rows.join('')}${closing}`
}

function baseOf(path: string): Base {
  const found = (Object.keys(bases) as Base[]).find((base) => path.startsWith(`${bases[base]}/`))
  if (found === undefined) throw new Error(`no base for ${path}`)
  return found
}

const rowOf = (name: string, { method, path, movesMoney }: CallRoute, base: Base): string =>
  `  ${name}: ['${method}', \`\${${base}}${path.slice(bases[base].length)}\`${movesMoney ? ", 'money'" : ''}],\n`
