import type { ProductTerms, SmartProductShown } from '@candor/contract'
import { planTimeframes } from '@candor/rules'
import { useState } from 'react'
import { ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { FigureField } from '../shell/figure-field.tsx'
import { percentOf, shareOf, yearlyPercent } from '../shell/percent.ts'
import { plainAmount } from '../shell/plain-amount.ts'
import { TextField } from '../shell/text-field.tsx'
import { refusedWords } from './smart-words.ts'

type Ends = { readonly min: string; readonly max: string }
type Yields = Readonly<Record<number, Ends>>
const noEnds: Ends = { min: '', max: '' }
const isWritten = ({ min, max }: Ends) => min !== '' || max !== ''

/** A smart product as a whole: a new one, or other terms for one that is there. */
export function ProductDialog({
  product,
  onClose,
}: {
  readonly product: SmartProductShown | null
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeProduct')
  const [texts, setTexts] = useState({
    name: product?.name ?? '',
    minAmount: product === null ? '' : plainAmount(product.minAmount),
    maxAmount: product === null ? '' : plainAmount(product.maxAmount),
  })
  const [yields, setYields] = useState<Yields>(() => writtenYields(product))
  const [wrong, setWrong] = useState<number | null>(null)
  const issue = issuesOf(propose.error, refusedWords)
  const text = (name: keyof typeof texts) => ({
    error: issue(name),
    value: texts[name],
    onValue: (value: string) => setTexts({ ...texts, [name]: value }),
  })
  const submit = (reason: string, done: (proposal: { readonly id: string }) => void) => {
    const timeframes = readYields(yields)
    setWrong('wrong' in timeframes ? timeframes.wrong : null)
    if ('wrong' in timeframes) return
    const named = product === null ? {} : { id: product.id }
    const terms = { ...texts, timeframes: timeframes.read, sold: product?.sold ?? true }
    propose.mutate({ ...named, ...terms, reason }, { onSuccess: done })
  }
  return (
    <ProposalDialog
      title={product === null ? 'New smart product' : `Change ${product.name}`}
      text="Applies to plans bought from then on. Plans already bought keep their name, term and yield."
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={fieldNames.map(issue)}
      onClose={onClose}
      onPropose={submit}
    >
      <TextField
        label="Name"
        hint="Shown to customers, the same in every language."
        minLength={2}
        maxLength={40}
        autoComplete="off"
        {...text('name')}
      />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <FigureField label="Minimum amount, USDT" {...text('minAmount')} />
        <FigureField label="Maximum amount, USDT" {...text('maxAmount')} />
      </div>
      <YieldFields yields={yields} onYields={setYields} wrong={wrong} issue={issue} />
    </ProposalDialog>
  )
}

/** Names that a refusal may give to the fields above. */
const fieldNames = [
  'name',
  'minAmount',
  'maxAmount',
  'timeframes',
  ...planTimeframes.map((days) => `timeframes.${days}`),
]

function YieldFields({
  yields,
  onYields,
  wrong,
  issue,
}: {
  readonly yields: Yields
  readonly onYields: (yields: Yields) => void
  /** Timeframe whose two ends are no numbers. */
  readonly wrong: number | null
  readonly issue: (field: string) => string | null
}) {
  return (
    <div className="flex flex-col gap-4 border-hairline border-t pt-4">
      <p className="text-14 text-ink-2">
        Daily yield in per cent, at the minimum and at the maximum amount. In between it rises evenly. A term
        left empty is not offered.
      </p>
      {issue('timeframes') !== null && (
        <p role="alert" className="text-14 text-bad">
          {issue('timeframes')}
        </p>
      )}
      {planTimeframes.map((days) => (
        <YieldRow
          key={days}
          days={days}
          ends={yields[days] ?? noEnds}
          error={wrong === days ? 'Enter two numbers, such as 0.015 and 0.02.' : issue(`timeframes.${days}`)}
          onEnds={(ends) => onYields({ ...yields, [days]: ends })}
        />
      ))}
    </div>
  )
}

function YieldRow({
  days,
  ends,
  error,
  onEnds,
}: {
  readonly days: number
  readonly ends: Ends
  readonly error: string | null
  readonly onEnds: (ends: Ends) => void
}) {
  const field = (end: keyof Ends, label: string, problem: string | null) => (
    <FigureField
      label={label}
      hint={yearOf(ends[end])}
      error={problem}
      placeholder="not offered"
      value={ends[end]}
      onValue={(value) => onEnds({ ...ends, [end]: value })}
    />
  )
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {field('min', `${days} days, at minimum amount, %`, error)}
      {field('max', `${days} days, at maximum amount, %`, null)}
    </div>
  )
}

function yearOf(percent: string): string {
  const share = shareOf(percent)
  const year = share === null ? null : yearlyPercent(share)
  return year === null ? 'Per year: –' : `Per year: ${year}%`
}

const writtenYields = (product: SmartProductShown | null): Yields =>
  Object.fromEntries(
    (product?.timeframes ?? []).map(({ days, dailyYieldMin, dailyYieldMax }) => [
      days,
      { min: percentOf(dailyYieldMin), max: percentOf(dailyYieldMax) },
    ]),
  )

function readYields(
  yields: Yields,
): { readonly read: ProductTerms['timeframes'] } | { readonly wrong: number } {
  const read: ProductTerms['timeframes'] = []
  for (const days of planTimeframes) {
    const ends = yields[days] ?? noEnds
    if (!isWritten(ends)) continue
    const [dailyYieldMin, dailyYieldMax] = [shareOf(ends.min), shareOf(ends.max)]
    if (dailyYieldMin === null || dailyYieldMax === null) return { wrong: days }
    read.push({ days, dailyYieldMin, dailyYieldMax })
  }
  return { read }
}

/** Dialog to stop or resume the sale of a product, with everything else unchanged. */
export function SoldDialog({
  product,
  onClose,
}: {
  readonly product: SmartProductShown
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeProduct')
  const { id, name, minAmount, maxAmount, timeframes, sold } = product
  return (
    <ProposalDialog
      title={sold ? `Retire ${name}` : `Sell ${name} again`}
      text={
        sold
          ? `Customers can no longer buy it. Its running plans (${product.openPlans}) continue to their end and are paid as promised.`
          : 'Customers can buy it again on its current terms.'
      }
      danger={sold}
      error={propose.error}
      busy={propose.isPending}
      onClose={onClose}
      onPropose={(reason, done) =>
        propose.mutate(
          { id, name, minAmount, maxAmount, timeframes, sold: !sold, reason },
          { onSuccess: done },
        )
      }
    />
  )
}
