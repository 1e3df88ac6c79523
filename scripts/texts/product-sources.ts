import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TextSource } from './text-places.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const skipped = /(^|\/)(node_modules|dist|\.cache)(\/|$)/
const folders = ['apps/web/src', 'apps/server/src', 'apps/console/src', 'packages/ui/src']

/** Reads the product's source files that can name a text. */
export const productSources = (): readonly TextSource[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !skipped.test(name))
      .map((name) => ({
        file: `${folder}/${name}`,
        text: readFileSync(join(root, folder, name), 'utf8'),
      })),
  )
