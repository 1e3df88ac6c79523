import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Tells the browser in the page itself what every first visit needs, so that it is fetched beside the small entry and
 * not after it: the chunks of the shell and the Latin font.
 */
export function earlyLoads(): Plugin {
  return {
    name: 'candor-early-loads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const outputs = Object.values(bundle ?? {})
        const start = outputs.find(
          (one) => one.type === 'chunk' && one.facadeModuleId?.endsWith('/shell/start.tsx'),
        )
        const chunks = start?.type === 'chunk' ? [start.fileName, ...start.imports] : []
        const font = outputs.find((one) => /inter-latin-wght.*\.woff2$/.test(one.fileName))
        const tags = chunks
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          }))
        if (font === undefined) return tags
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: true,
          // Words stand in the system's letters until it comes; the scripts that make them come first.
          fetchpriority: 'low',
          href: `/${font.fileName}`,
        }
        return [...tags, { tag: 'link', attrs }]
      },
    },
  }
}

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
