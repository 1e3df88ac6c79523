import { dirname, join } from 'node:path'
import { usesKey, usesOf } from '../../packages/texts/src/check/key-uses.ts'

export interface TextSource {
  /** Path from the root of the repository. */
  readonly file: string
  readonly text: string
}

/** Finds where a key is shown: pages by their routes, `the frame of every page`, or a module of the server. */
export type FindPlaces = (key: string) => readonly string[]

const web = 'apps/web/src/'
const routesFile = `${web}shell/page-loaders.ts`
const mails = 'mails, notices and documents'
/** Folders of the server that are about development and operation. */
const unseen = /^apps\/server\/src\/(?:cli|simulator|system-tests|testing)\//
const frame = 'the frame of every page'
/** With more routes than this, a component belongs to no page in particular. */
const fewRoutes = 6

/** Follows imports from each route's page, so that every component knows the pages it is part of. */
export function textPlaces(sources: readonly TextSource[]): FindPlaces {
  const byFile = new Map(sources.map((source) => [source.file, source]))
  const routes = routesOf(byFile)
  const seen = sources.filter(({ file }) => !unseen.test(file))
  const uses = seen.map(({ file, text }) => ({ file, uses: usesOf(text) }))
  return (key) => {
    const files = uses.filter((one) => usesKey(one.uses, key)).map(({ file }) => file)
    return [...new Set(files.flatMap((file) => placesOf(file, routes)))].sort()
  }
}

function routesOf(byFile: ReadonlyMap<string, TextSource>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const loaders = byFile.get(routesFile)?.text ?? ''
  for (const [, route = '', page = ''] of loaders.matchAll(/'([^']+)': \w+\('([\w/-]+)'\)/g))
    for (const file of reached(`${web}${page}-page.tsx`, byFile))
      found.set(file, (found.get(file) ?? new Set()).add(route))
  return found
}

function reached(start: string, byFile: ReadonlyMap<string, TextSource>): ReadonlySet<string> {
  const seen = new Set<string>()
  const waiting = [start]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const text = byFile.get(file)?.text
    if (seen.has(file) || text === undefined) continue
    seen.add(file)
    for (const [, path = ''] of text.matchAll(/(?:from |import\()'(\.[^']+)'/g))
      waiting.push(join(dirname(file), path))
  }
  return seen
}

function placesOf(file: string, routes: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const server = /^apps\/server\/src\/([^/]+)\//.exec(file)?.[1]
  if (server !== undefined) return [`${mails} (${server})`]
  if (file.startsWith('apps/console/')) return ['the console']
  const own = [...(routes.get(file) ?? [])]
  if (own.length > fewRoutes || (own.length === 0 && isFrame(file))) return [frame]
  return own.map((route) => `page ${route}`)
}

/** Components outside every page: the shell, the session and what reports live events. */
const isFrame = (file: string): boolean =>
  new RegExp(`^${web}(?:shell|session|live|notifications|trust|orders|options|first-paint|accounts)/`).test(
    file,
  ) || file.startsWith('packages/ui/')
