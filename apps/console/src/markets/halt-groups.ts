import type { ListedMarket, MarketHalt } from '@candor/contract'
import { classWords } from '../shell/choices/market-classes.ts'
import { momentOf } from '../shell/moments.ts'

/** Several markets that are halted or resumed at once, under the name of a choice. */
export interface MarketGroup {
  readonly value: string
  readonly label: string
  readonly codes: readonly string[]
}

type Grouped = Pick<ListedMarket, 'code' | 'type' | 'halted'>

/** Groups the markets that are not halted: all of them, and each class. */
export function groupsToHalt(markets: readonly Grouped[]): readonly MarketGroup[] {
  const running = markets.filter(({ halted }) => halted === null)
  const classes = Object.entries(classWords).map(([type, label]) => {
    const codes = running.filter((market) => String(market.type) === type).map(({ code }) => code)
    return { value: `class ${type}`, label: `${label} (${codes.length})`, codes }
  })
  const all = {
    value: 'all',
    label: `All markets (${running.length})`,
    codes: running.map(({ code }) => code),
  }
  return [all, ...classes].filter(({ codes }) => codes.length > 1)
}

/** Groups the halts in force: those that one person began at the same moment, and all. */
export function groupsToResume(halts: readonly MarketHalt[]): readonly MarketGroup[] {
  const inForce = halts.filter(({ liftedAt }) => liftedAt === null)
  const together = new Map<string, MarketHalt[]>()
  for (const halt of inForce) {
    const name = `${halt.haltedAt} ${halt.haltedBy}`
    together.set(name, [...(together.get(name) ?? []), halt])
  }
  const groups = [...together].map(([value, halts]) => ({
    value,
    label: labelOf(halts),
    codes: codesOf(halts),
  }))
  const all = { value: 'all', label: `All halted markets (${inForce.length})`, codes: codesOf(inForce) }
  return [...groups, ...(groups.length === 1 ? [] : [all])].filter(({ codes }) => codes.length > 1)
}

const codesOf = (halts: readonly MarketHalt[]): readonly string[] => halts.map(({ code }) => code)

function labelOf(halts: readonly MarketHalt[]): string {
  const [first] = halts
  return first === undefined ? '' : `${halts.length} halted ${momentOf(first.haltedAt)} by ${first.haltedBy}`
}
