import { lineOf, parseSource, type SourceText } from './parse-source.ts'

/** A small helper that every part may use: its home, and what a copy of it looks like. */
interface Helper {
  readonly name: string
  readonly home: string
  readonly copy: RegExp
}

/** A constant of the unit alone: one of another name says what its time is for. */
const constant = (unit: string, value: RegExp): RegExp =>
  new RegExp(`\\bconst ${unit}(?:Ms)? = (?:${value.source})\\s*$`, 'gm')
const helpers: readonly Helper[] = [
  {
    name: 'dayMs',
    home: 'packages/rules/src/time-units.ts',
    copy: constant('day', /86_?400_?000|24 \* (?:3_?600_?000|60 \* 60 \* 1_?000)/),
  },
  {
    name: 'hourMs',
    home: 'packages/rules/src/time-units.ts',
    copy: constant('hour', /3_?600_?000|60 \* 60 \* 1_?000/),
  },
  {
    name: 'minuteMs',
    home: 'packages/rules/src/time-units.ts',
    copy: constant('minute', /60_?000|60 \* 1_?000/),
  },
  {
    name: 'isoOf',
    home: 'apps/server/src/platform/iso-time.ts',
    copy: /\((\w+): [\w |]+\)(?:: [\w |]+)? =>\s+(?:\(?\1 === null \? null : )?new Date\((?:Number\(\1\)|\1)\)\.toISOString\(\)\)?$/gm,
  },
  {
    name: 'writeUsdt',
    home: 'packages/money/src/amount.ts',
    copy: /=>\s+writeScaled\(\w+, (?:6, 6|assetScale\.USDT, assetScale\.USDT)\)$/gm,
  },
  {
    name: 'parseUsdt',
    home: 'packages/money/src/amount.ts',
    copy: /Amount\.parse\('USDT', [\w.()]+\)\?\.minor \?\? null/g,
  },
  {
    name: 'plainRow',
    home: 'packages/contract/src/back-office/shown-rows.ts',
    copy: /=>\s+\(\{ label, value, tone: 'plain'/g,
  },
  {
    name: 'invalidField',
    home: 'apps/server/src/platform/http/refusal.ts',
    copy: /=>\s+new Refusal\('invalidInput', \{ issues: \[\{ path, code \}\] \}\)$/gm,
  },
]

/** `packages/ui` knows no other package, and the simulator computes by itself what it compares. */
const apart = /^packages\/(ui|texts)\/|^apps\/server\/src\/simulator\/|^scripts\//

/** Finds copies of helpers that have a home. */
export const copiesOfHelpers = (sources: readonly SourceText[]): string[] =>
  sources
    .filter(({ file }) => !apart.test(file))
    .flatMap((source) => {
      const tree = parseSource(source)
      return helpers
        .filter(({ home }) => home !== source.file)
        .flatMap(({ name, home, copy }) =>
          [...source.text.matchAll(copy)].map(
            ({ index }) => `${source.file}:${lineOf(tree, index)}: ${name} has its home in ${home}`,
          ),
        )
    })
