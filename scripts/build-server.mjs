// The server's TypeScript, workspaces included, as a few JavaScript files: they are read in a fifth of the time that a
// thousand translated modules take, at every start. Built only when a source changed.
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.mjs'

const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))
const server = join(projectRoot, 'apps/server')
const outdir = join(server, '.cache/program')
const builtFrom = join(outdir, 'built-from.json')

/** Entry points: programs that run as a process, or that a script loads. */
const programs = [
  'main',
  'cli',
  'platform/config',
  'platform/config/settings-file',
  'platform/files/drawing/drawing-process',
  'ledger/soak/posting-process',
  'trading/hedging/soak/hedging-process',
  'platform/workers/worker-program',
]

/**
 * Packages that every start loads, bundled with all they need: finding and opening their hundreds of files took a quarter of a
 * start. None of them is native, reads files next to its code or starts threads from it.
 */
const builtIn = new Set([
  '@lingui/message-utils',
  '@noble/curves',
  '@noble/hashes',
  '@scure/base',
  '@scure/bip32',
  '@simplewebauthn/server',
  'commander',
  'fastify',
  'kysely',
  'otpauth',
  'pg',
  'pg-copy-streams',
  'prom-client',
  'uuid',
  'ws',
  'zod',
])
const startsThreads = 'pino'

const packageOf = (path) =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')

const isBuiltIn = (path, importer) =>
  builtIn.has(packageOf(path)) || (importer.includes('node_modules') && path !== startsThreads)

/**
 * Replaces what a source says of its own place by its path from the root, which every built file finds from itself: a built
 * program works in any folder, and is the same wherever it was built.
 */
export function keepPlace(text, path) {
  const place = (file) => `__fromRoot(${JSON.stringify(relative(projectRoot, file).replaceAll(sep, '/'))})`
  return text
    .replaceAll('import.meta.url', place(path))
    .replaceAll('import.meta.dirname', `__pathOf(${place(dirname(path))})`)
}

/**
 * Files next to a source (schema, migrations, fonts, pages) are still read from there; packages are those that npm installed,
 * except the bundled ones.
 */
export const keepsItsPlace = (isBuiltIn = () => false) => ({
  name: 'keeps its place',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) =>
      kind === 'entry-point' || path.startsWith('@candor/') || isBuiltIn(path, importer)
        ? undefined
        : { path, external: true },
    )
    onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      loader: 'ts',
      contents: keepPlace(await readFile(path, 'utf8'), path),
    }))
  },
})

/**
 * Begins every built file, with names that no source has: CommonJS packages load Node's own modules with `require`, and
 * `keepPlace` needs the root.
 */
export const beginning = {
  js: [
    "import { createRequire as requireFrom } from 'node:module'",
    "import { fileURLToPath as __pathOf } from 'node:url'",
    'const require = requireFrom(import.meta.url)',
    "const __fromRoot = (path) => new URL(path, import.meta.url.slice(0, import.meta.url.lastIndexOf('/apps/server/.cache/') + 1)).href;",
  ].join('; '),
}

/** Builds what changed. Files take the place of older ones whole, so that processes starting meanwhile read one or the other. */
export default async function buildServer() {
  if (await isUpToDate()) return
  const startedAt = Date.now()
  const { outputFiles, metafile } = await bundle({
    entryPoints: programs.map((name) => ({ in: join(server, 'src', `${name}.ts`), out: name })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    plugins: [keepsItsPlace(isBuiltIn)],
    banner: beginning,
    write: false,
    metafile: true,
    absWorkingDir: projectRoot,
    logLevel: 'error',
  })
  // Entries last: those they share are there when they are read.
  const shared = join(outdir, 'shared')
  const sharedFirst = outputFiles.toSorted(
    (a, b) => Number(b.path.startsWith(shared)) - Number(a.path.startsWith(shared)),
  )
  for (const { path, text } of sharedFirst) await replaceFile(path, text)
  const sources = Object.keys(metafile.inputs).map((file) => join(projectRoot, file))
  await noteSources([fileURLToPath(import.meta.url), ...sources], outputFiles, startedAt)
}

async function replaceFile(path, text) {
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.${process.pid}`, text)
  await rename(`${path}.${process.pid}`, path)
}

const stampOf = (path) =>
  stat(path).then(
    ({ mtimeMs, size }) => ({ path, mtimeMs, size }),
    () => ({ path, mtimeMs: null, size: null }),
  )

/** Remembers what the programs were built from; not where a source changed during the build. */
async function noteSources(sources, outputFiles, startedAt) {
  const stamps = await Promise.all(sources.map(stampOf))
  if (stamps.some(({ mtimeMs }) => mtimeMs === null || mtimeMs >= startedAt)) return
  const outputs = await Promise.all(outputFiles.map(({ path }) => stampOf(path)))
  await replaceFile(builtFrom, JSON.stringify({ projectRoot, stamps: [...stamps, ...outputs] }))
}

/** Whether all that the programs were built from, here, and they themselves are as they were. */
async function isUpToDate() {
  const known = await readFile(builtFrom, 'utf8').then(JSON.parse, () => null)
  if (known?.projectRoot !== projectRoot) return false
  const now = await Promise.all(known.stamps.map(({ path }) => stampOf(path)))
  return known.stamps.every(
    ({ mtimeMs, size }, place) => now[place].mtimeMs === mtimeMs && now[place].size === size,
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
