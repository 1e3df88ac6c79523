import type { Reserve } from '@candor/contract'
import { Banner } from '@candor/ui/feedback.tsx'
import { formatDecimal, formatShare } from '@candor/ui/figures/format-decimal.ts'
import { Link } from 'wouter'
import { useMe } from '../session/me.ts'
import { seesReserve } from '../session/sees-reserve.ts'
import { useOps } from '../session/use-ops.ts'

const money = (amount: string) => formatDecimal(amount, 'en-GB', { min: 2, max: 2 })

/**
 * Above every page, while what customers would win comes near the capital that pays it, or has reached it, and while positions that had to
 * close could not be paid.
 */
export function ReserveWarning() {
  const may = seesReserve(useMe().role)
  const { data } = useOps('opsReserve', {}, { enabled: may, everyMs: 10_000 })
  const sides = data?.sides.filter(({ state }) => state !== 'ok') ?? []
  const unpaid = data?.sides.filter(({ unpaidClosings }) => unpaidClosings > 0) ?? []
  if (data === undefined || sides.length + unpaid.length === 0) return null
  return (
    <div className="flex flex-col gap-2 px-6 pt-6">
      {unpaid.map(({ mode, unpaidClosings }) => (
        <Banner key={`unpaid ${mode}`} tone="bad">
          {unpaidSentence(mode, unpaidClosings)}{' '}
          <Link href="/treasury" className="text-accent underline">
            Open the treasury
          </Link>
        </Banner>
      ))}
      {sides.map((side) => (
        <Banner key={side.mode} tone={side.state === 'halted' ? 'bad' : 'warn'}>
          {sentenceOf(side, data.warnFrom)}
        </Banner>
      ))}
    </div>
  )
}

function unpaidSentence(mode: Reserve['sides'][number]['mode'], count: number): string {
  const what = count === 1 ? `A ${mode}-account position` : `${count} ${mode}-account positions`
  return `${what} had to close, but your accounts cannot pay for it. Closing is retried with every price. Fund the trading capital or the negative-balance cover.`
}

function sentenceOf({ mode, wouldWin, capital, state }: Reserve['sides'][number], warnFrom: string): string {
  if (mode === 'real' && !/[1-9]/.test(capital))
    return 'The trading capital is empty, so real accounts cannot open anything. Fund it under Treasury.'
  const accounts = mode === 'real' ? 'Real accounts' : 'Demo accounts'
  const asset = mode === 'real' ? 'USDT' : 'DEMO'
  const figures = `would win ${money(wouldWin)} ${asset} if they closed now; the trading capital is ${money(capital)}.`
  const what =
    state === 'halted'
      ? 'New risk is refused until the capital covers it again.'
      : `This warning starts at ${formatShare(warnFrom, 'en-GB', 0)}; at 100% new risk is refused.`
  return `${accounts} ${figures} ${what}`
}
