import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerModule } from '../../module.ts'

/** A module's declaration, without what it opens. */
export type Declared = Pick<
  ServerModule<never, never>,
  'name' | 'calls' | 'opsCalls' | 'export' | 'customerTables'
>

/** Returns every module of the server with the first folder of its file. */
export async function allModules(): Promise<
  readonly { readonly folder: string; readonly module: Declared }[]
> {
  const root = join(import.meta.dirname, '../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const modules: { folder: string; module: Declared }[] = []
  for (const file of files.filter((name) => name.endsWith('.module.ts'))) {
    const exports = Object.values((await import(/* @vite-ignore */ `../../${file}`)) as object)
    const [folder = ''] = file.split('/')
    for (const module of exports.filter((one) => 'open' in Object(one))) modules.push({ folder, module })
  }
  return modules
}
