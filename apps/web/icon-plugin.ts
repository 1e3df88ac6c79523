import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const iconFile = /lucide-react\/dist\/esm\/icons\/[a-z0-9-]+\.mjs$/
const component = fileURLToPath(new URL('../../packages/ui/src/icon.ts', import.meta.url))

/**
 * Builds the library's icons with a component of our own, and without names and keys: the library's has settings and names for other
 * frameworks, 2 kB in the first part of every page.
 */
export function smallIcons(): Plugin {
  return {
    name: 'candor-small-icons',
    apply: 'build',
    transform: {
      filter: { id: iconFile },
      handler(code, id) {
        // A file may only name another one, whose icon was renamed.
        return code.includes('__iconData') ? smallIcon(code, id) : undefined
      },
    },
  }
}

/** Turns a file of the library into one with the shapes only. */
export function smallIcon(code: string, id: string): string {
  const [, shapes] = /\bnode: (\[[^;]*?\])(?:,\s*aliases: \[[^\]]*\])?\s*\};/.exec(code) ?? []
  if (shapes === undefined) throw new Error(`${id} has no shapes where they are expected`)
  const drawn = shapes.replaceAll(/,?\s*key: "[a-z0-9]+"/g, '')
  return `import { createIcon } from ${JSON.stringify(component)}\nexport default /* @__PURE__ */ createIcon(${drawn})`
}
