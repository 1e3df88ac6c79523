import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createIcon } from '@candor/ui/icon.ts'
import { ArrowUp, BadgeCheck, ChartCandlestick } from 'lucide-react'
import { type ComponentType, createElement, type SVGProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { smallIcon } from './icon-plugin.ts'

const library = dirname(createRequire(import.meta.url).resolve('lucide-react'))
const icons = join(library, '..', 'esm', 'icons')

/** Builds an icon as the plugin does. */
async function built(name: string): Promise<ComponentType<SVGProps<SVGSVGElement>>> {
  const code = smallIcon(await readFile(join(icons, `${name}.mjs`), 'utf8'), name)
  const [, shapes = ''] = /createIcon\((.*)\)$/s.exec(code) ?? []
  return createIcon(new Function(`return ${shapes}`)())
}

/** Lists the tags of an icon, each with its attributes in order of the alphabet; the library's own classes are left out. */
const drawn = (Icon: ComponentType<SVGProps<SVGSVGElement>>, props: SVGProps<SVGSVGElement>) =>
  [...renderToStaticMarkup(createElement(Icon, props)).matchAll(/<([a-z]+) ([^>]*?)\/?>/g)].map(
    ([, tag, attributes = '']) => [
      tag,
      attributes
        .replace(/lucide [a-z- ]*lucide-[a-z-]+ ?/, '')
        .match(/[a-zA-Z-]+="[^"]*"/g)
        ?.filter((attribute) => attribute !== 'class=""')
        .sort(),
    ],
  )

describe('icons of a build', () => {
  test.each([
    ['arrow-up', ArrowUp],
    ['badge-check', BadgeCheck],
    ['chart-candlestick', ChartCandlestick],
  ])(
    '%s is drawn as by the library, with a class, another stroke, a label and without anything',
    async (name, Icon) => {
      const ours = await built(name)
      for (const props of [
        {},
        { className: 'size-4 text-accent', 'aria-hidden': true },
        { strokeWidth: 1.75, fill: 'currentColor', style: { opacity: 0.5 } },
        { 'aria-label': 'Verified' },
      ] as const) {
        expect(drawn(ours, props)).toEqual(drawn(Icon, props))
      }
      expect(drawn(ours, {}).length).toBeGreaterThan(1)
    },
  )

  test('every icon of the library has its shapes where the plugin looks for them', async () => {
    const files = (await readdir(icons)).filter((name) => name.endsWith('.mjs'))
    const codes = await Promise.all(files.map((name) => readFile(join(icons, name), 'utf8')))
    const data = codes.filter((code) => code.includes('__iconData'))
    expect(data.length).toBeGreaterThan(1_000)
    for (const code of data) expect(smallIcon(code, 'icon')).not.toMatch(/\b(key|name|aliases):/)
    expect(() => smallIcon('const __iconData = {}', 'icon')).toThrow('icon has no shapes')
  })
})
