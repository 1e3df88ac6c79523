import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceText } from './parse-source.ts'

/** Reads the code that the linter checks. */
export const lintedFiles = (root: string): SourceText[] =>
  ['apps', 'packages', 'bench', 'e2e', 'scripts'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .map((name) => join(top, name))
      .filter((file) => /\.([mc]?[jt]sx?|css|html)$/.test(file))
      .filter((file) => !/(^|\/)(node_modules|dist|\.cache)\//.test(file))
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })),
  )

/** A comment to the linter; in this form the pattern does not find itself. */
const suppression = /biome-(?:ignore)/

/** Finds comments that switch a rule of the linter off: the code is changed instead, or the rule in biome.json. */
export const lintSuppressions = (sources: readonly SourceText[]): string[] =>
  sources.flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        suppression.test(line) ? [`${file}:${index + 1}: no comment switches a rule of the linter off`] : [],
      ),
  )
