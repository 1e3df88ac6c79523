// The platform simulator as one file. A planted bug changes one source text on its way in: nothing of it is in the product.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beginning, keepPlace, keepsItsPlace } from './build-server.mjs'
import { bundle } from './bundle.mjs'

const server = join(dirname(dirname(fileURLToPath(import.meta.url))), 'apps/server')

/** Reads sources with a bug planted in them. The text to replace must occur exactly once: a guard that moved is noticed. */
const planted = (plant) => ({
  name: 'planted',
  setup({ onLoad }) {
    const edits = [plant, ...(plant.and === undefined ? [] : [plant.and])]
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const edit = edits.find(({ file }) => path.endsWith(`/${file}`))
      if (edit === undefined) return undefined
      const source = await readFile(path, 'utf8')
      const parts = source.split(edit.from)
      if (parts.length !== 2) throw new Error(`${edit.file} holds ${parts.length - 1} times: ${edit.from}`)
      return {
        loader: 'ts',
        contents: keepPlace(parts.join(edit.to), path),
      }
    })
  },
})

/** Passwords are hashed in threads of the package’s own: the simulator has to know when they are done. */
const passwordsInTurn = {
  name: 'passwords in turn',
  setup({ onResolve }) {
    onResolve({ filter: /^@node-rs\/argon2$/ }, () => ({
      path: join(server, 'src/simulator/surroundings/argon2-in-turn.ts'),
    }))
  },
}

/** Builds the simulator; returns its file. */
export async function buildSimulator(name = 'simulator', plant = null) {
  const file = join(server, '.cache/simulator', `${name}.mjs`)
  const { outputFiles } = await bundle({
    entryPoints: [join(server, 'src/simulator/soak.ts')],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    plugins: [passwordsInTurn, ...(plant === null ? [] : [planted(plant)]), keepsItsPlace()],
    banner: beginning,
    write: false,
    logLevel: 'error',
  })
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, outputFiles[0].text)
  return file
}
