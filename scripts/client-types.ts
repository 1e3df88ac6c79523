// Writes the generated part of packages/client from the contract. With --check it only reports whether it is up to date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as contract from '@candor/contract'
import { refusals } from '@candor/refusals'
import { clientSources } from './client-source.ts'
import { entitiesIn } from './named-schemas.ts'

const part = 'packages/client/src/generated'
const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), part)

const sources = clientSources({
  calls: contract.calls,
  scopeOf: (name) => contract.apiScopeOf(name as contract.CallName),
  entities: entitiesIn(contract),
  refusals,
})

const readOr = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const differing = Object.entries(sources).filter(([name, text]) => readOr(join(folder, name)) !== text)
if (process.argv.includes('--check')) {
  for (const [name] of differing) console.log(`${part}/${name} is out of date: run npm run client`)
  process.exitCode = differing.length > 0 ? 1 : 0
} else {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of differing) writeFileSync(join(folder, name), text)
  console.log(`${part}: ${differing.length} of ${Object.keys(sources).length} files written`)
}
