import type { Calls, ListShown, ResultOf } from '@candor/contract'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Card } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'
import { changedTerms } from '../markets/changed-terms.ts'
import { useWords } from '../session/language/language.ts'
import type { Words } from '../session/language/shown-language.ts'
import { feeText } from './fee-text.ts'
import { listEntries } from './list-text.ts'

export type Tariffs = ResultOf<Calls['tariffs']>

interface Change {
  readonly from: string
  readonly what: string
  readonly changes: readonly string[]
}

type ListValue = Tariffs['lists'][number]['value']
interface ListChange {
  readonly key: Tariffs['lists'][number]['key']
  readonly was: ListValue
  readonly is: ListValue
}

/** Only what comes and what goes. */
function listChange({ key, was, is }: ListChange, words: Words): string[] {
  const written = (value: ListValue) => listEntries({ key, value } as ListShown, words)
  const [before, after] = [written(was), written(is)]
  return [
    ...before.filter((entry) => !after.includes(entry)).map((entry) => words.t('fees.list.goes', { entry })),
    ...after.filter((entry) => !before.includes(entry)).map((entry) => words.t('fees.list.comes', { entry })),
  ]
}

/** Changes of markets' terms, each against the terms before it. */
const marketChanges = ({ markets }: Tariffs, { t, tag }: Words): Change[] =>
  markets.flatMap((market) =>
    market.later.map(({ from, terms }, index) => ({
      from,
      what: `${market.appName} · \u2068${market.code}\u2069`,
      changes: changedTerms(market.later[index - 1]?.terms ?? market, terms, t, tag),
    })),
  )

/** Changes of fees and limits, each against the value before it. */
function figureChanges({ fees, limits }: Tariffs, { t, tag }: Words): Change[] {
  const figures = [
    ...fees.map((fee) => ({ ...fee, what: t(`fees.fee.${fee.key}`) })),
    ...limits.map((limit) => ({ ...limit, what: t(`fees.limit.${limit.key}`) })),
  ]
  return figures.flatMap(({ key, value, what, later }) =>
    later.map((change, index) => ({
      from: change.from,
      what,
      changes: [
        t('fees.becomes', {
          name: '',
          was: feeText(key, later[index - 1]?.value ?? value, tag),
          is: feeText(key, change.value, tag),
        }).trim(),
      ],
    })),
  )
}

const listChanges = ({ lists }: Tariffs, words: Words): Change[] =>
  lists.flatMap(({ key, value, later }) =>
    later.map((change, index) => ({
      from: change.from,
      what: words.t(`fees.list.${key}`),
      changes: listChange({ key, was: later[index - 1]?.value ?? value, is: change.value }, words),
    })),
  )

/** Every change that does not hold yet, the next first. */
export function Announced({ tariffs, none }: { readonly tariffs: Tariffs; readonly none: ReactNode }) {
  const words = useWords()
  const changes = [
    ...marketChanges(tariffs, words),
    ...figureChanges(tariffs, words),
    ...listChanges(tariffs, words),
  ]
  if (changes.length === 0) return none
  const moments = [...new Set(changes.map(({ from }) => from))].sort()
  return (
    <div className="flex flex-col gap-4">
      {moments.map((from) => (
        <ChangesFrom key={from} from={from} changes={changes.filter((change) => change.from === from)} />
      ))}
    </div>
  )
}

/** The changes that begin at one moment. */
function ChangesFrom({ from, changes }: { readonly from: string; readonly changes: readonly Change[] }) {
  const { t, tag } = useWords()
  return (
    <Card>
      <h3 className="mb-3 font-medium text-16">{t('fees.from', { at: formatMinute(from, tag) })}</h3>
      <ul className="divide-y divide-hairline">
        {changes.map((change) => (
          <li key={change.what} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5 text-14">
            <span className="text-ink">{change.what}</span>
            <span className="flex flex-col text-ink-2 sm:items-end">
              {change.changes.map((one) => (
                <span key={one} className="figures">
                  {one}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
