// The server's TypeScript, workspaces included, as a few JavaScript files: they are read in a fifth of the time that a
// thousand translated modules take, at every start. Beside the server's own packages, which stay what npm installed.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const server = join(dirname(dirname(fileURLToPath(import.meta.url))), 'apps/server')

/** What is run as a process of its own, or loaded by a script. */
const programs = [
  'main',
  'cli',
  'config',
  'files/drawing/drawing-process',
  'ledger/posting-process',
  'workers/worker-program',
]

/** What lies beside a source (migrations, fonts, pages) is looked for there still. */
export const keepsItsPlace = {
  name: 'keeps its place',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@candor/') ? undefined : { path, external: true },
    )
    onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      loader: 'ts',
      contents: (await readFile(path, 'utf8'))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
    }))
  },
}

/** Builds what changed. Files take the place of older ones whole, so that processes starting meanwhile read one or the other. */
export default async function buildServer() {
  const { outputFiles } = await build({
    entryPoints: programs.map((name) => ({ in: join(server, 'src', `${name}.ts`), out: name })),
    outdir: join(server, '.cache/program'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    plugins: [keepsItsPlace],
    write: false,
    logLevel: 'error',
  })
  // Entries last: those they share are there when they are read.
  const shared = join(server, '.cache/program/shared')
  const sharedFirst = outputFiles.toSorted(
    (a, b) => Number(b.path.startsWith(shared)) - Number(a.path.startsWith(shared)),
  )
  for (const { path, text } of sharedFirst) {
    if ((await readFile(path, 'utf8').catch(() => null)) === text) continue
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.${process.pid}`, text)
    await rename(`${path}.${process.pid}`, path)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
