import type { ListShown } from '@candor/contract'
import { formatDecimal, formatShare } from '@candor/ui/figures/format-decimal.ts'
import type { Words } from '../session/language/shown-language.ts'

/** Formats the entries of an announced list, each kept together within right-to-left text; an empty list has one entry that says so. */
export function listEntries({ key, value }: Pick<ListShown, 'key' | 'value'>, words: Words): string[] {
  const entries = entriesOf({ key, value } as ListShown, words)
  return entries.length === 0 ? [words.t('fees.list.none')] : entries.map((one) => `\u2068${one}\u2069`)
}

function entriesOf(list: ListShown, { t, tag }: Words): string[] {
  switch (list.key) {
    case 'options.payouts':
      return Object.entries(list.value)
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([seconds, share]) => `${periodText(Number(seconds), tag)}: ${formatShare(share, tag, 2)}`)
    case 'vip.tiers':
      return list.value.map(({ volume, rebate }) =>
        t('fees.list.tier', {
          volume: `${formatDecimal(volume, tag)} USDT`,
          rebate: formatShare(rebate, tag, 2),
        }),
      )
    case 'contracts.endAtRoll':
      return [...list.value].sort()
  }
}

/** Seconds in the largest unit that is whole. */
function periodText(seconds: number, tag: string): string {
  const [unit, size] =
    seconds % 3600 === 0
      ? (['hour', 3600] as const)
      : seconds % 60 === 0
        ? (['minute', 60] as const)
        : (['second', 1] as const)
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
}
