import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { findCircle } from './part-circles.ts'
import { pagePaths } from './src/shell/page-paths.ts'

const squeeze = { gz: promisify(gzip), br: promisify(brotliCompress) }
const textual = /\.(js|css|html|svg|webmanifest)$/

/** Writes each text file once more, packed with gzip and brotli, so that the server never packs one while answering. */
export function packed(): Plugin {
  let folder = 'dist'
  return {
    name: 'candor-packed',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true })
      for (const file of files.filter((name) => textual.test(name))) {
        const path = join(folder, file)
        const content = await readFile(path)
        if (content.length < 1024) continue
        await writeFile(`${path}.gz`, await squeeze.gz(content, { level: 9 }))
        const brotli = {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }
        await writeFile(`${path}.br`, await squeeze.br(content, brotli))
      }
    },
  }
}

/** Writes the addresses of the app's pages for the server, which leads people there who typed one without its `#`. */
export function listedPages(): Plugin {
  return {
    name: 'candor-listed-pages',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'page-paths.json', source: JSON.stringify(pagePaths) })
    },
  }
}

/** Fails the build where two files load each other: what one of them needs of the other would not be there yet when it runs. */
export function withoutCircles(): Plugin {
  return {
    name: 'candor-without-circles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const parts = new Map(
        Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])),
      )
      const circle = findCircle(new Map([...parts].map(([file, { imports }]) => [file, imports])))
      if (circle === null) return
      const named = circle.flatMap((file) => parts.get(file) ?? [])
      const [smallest] = [...named].sort((one, other) => one.moduleIds.length - other.moduleIds.length)
      this.error(
        `these parts load each other: ${named.map(({ name }) => name).join(' → ')}. ` +
          `In ${smallest?.name} are ${smallest?.moduleIds.join(', ')}`,
      )
    },
  }
}
