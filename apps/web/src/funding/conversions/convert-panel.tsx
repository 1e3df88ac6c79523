import { type AssetCode, assetCodes } from '@candor/money'
import { Button, IconButton } from '@candor/ui/controls/button.tsx'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatDecimal, formatShare } from '@candor/ui/figures/format-decimal.ts'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { ArrowDownUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { SourceLabel } from '../../markets/prices/source-label.tsx'
import { failureText } from '../../session/calls/failure.ts'
import { useT, useWords } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { useOffered } from '../../session/use-offered.ts'
import { DemoNotice } from '../../shell/notices/demo-notice.tsx'
import { ConversionRate } from './conversion-rate.tsx'
import { ConversionsList } from './conversions-list.tsx'
import { chooseCoin } from './convert-form.ts'
import { type Conversion, useConvert } from './use-convert.ts'

/** Conversion of one coin into another, and past conversions. */
export function ConvertPanel() {
  const t = useT()
  const { mode } = useSession()
  if (mode === 'demo') return <DemoNotice text={t('convert.demo')} />
  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <ConvertCard />
      <ConversionsList />
    </div>
  )
}

function ConvertCard() {
  const { t, tag } = useWords()
  const conversion = useConvert()
  const { form, quote, over, failure, done } = conversion
  const offered = useOffered()?.conversions
  if (offered?.length === 0)
    return (
      <Banner tone="warn" title={t('convert.unfunded.title')}>
        {t('convert.unfunded.text')}
      </Banner>
    )
  return (
    <Card>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (over) conversion.freshen()
          else conversion.convert()
        }}
      >
        <p className="text-14 text-ink-2">{t('convert.lead')}</p>
        <Coins conversion={conversion} />
        {offered?.includes(form.to) === false && (
          <Banner tone="warn">{t('convert.unfunded.coin', { coin: form.to })}</Banner>
        )}
        <AmountField conversion={conversion} />
        {quote !== null && <QuoteDetails conversion={conversion} />}
        {failure !== null && <Banner tone="bad">{failureText(t, failure)}</Banner>}
        {done !== null && form.amount === '' && (
          <Done
            text={t('convert.done', {
              amount: `\u2066${formatDecimal(done.received, tag)} ${done.to}\u2069`,
            })}
          />
        )}
        <Button
          type="submit"
          size="l"
          variant={over ? 'secondary' : 'primary'}
          busy={conversion.converting || conversion.quoting}
          disabled={quote === null && !over}
        >
          {over
            ? t('convert.fresh')
            : t('convert.act', {
                amount: `\u2066${formatDecimal(form.amount || '0', tag)} ${form.from}\u2069`,
              })}
        </Button>
      </form>
    </Card>
  )
}

/** Shows the result of a conversion and takes the focus, which the button loses until there is another quote. */
function Done({ text }: { readonly text: string }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <div ref={note} role="status" tabIndex={-1} className="outline-none">
      <Banner tone="good">{text}</Banner>
    </div>
  )
}

function Coins({ conversion: { form, change } }: { readonly conversion: Conversion }) {
  const t = useT()
  const options = assetCodes.map((value) => ({ value, label: value }))
  const choose = (side: 'from' | 'to') => (coin: AssetCode) => change(chooseCoin(form, side, coin))
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-end gap-2">
      <Field label={t('convert.from')}>
        {(control) => <Select {...control} options={options} value={form.from} onChange={choose('from')} />}
      </Field>
      <IconButton label={t('convert.swap')} onClick={() => change(chooseCoin(form, 'from', form.to))}>
        <ArrowDownUp aria-hidden className="size-4 rotate-90" />
      </IconButton>
      <Field label={t('convert.to')}>
        {(control) => <Select {...control} options={options} value={form.to} onChange={choose('to')} />}
      </Field>
    </div>
  )
}

function AmountField({ conversion }: { readonly conversion: Conversion }) {
  const { t, tag } = useWords()
  const { form, change, problem, available } = conversion
  const shown = form.amount === '' ? null : problem
  const written = (amount: string) => `\u2066${formatDecimal(amount, tag)} ${form.from}\u2069`
  const error =
    shown === null
      ? null
      : t(`convert.problem.${shown.reason}`, { limit: 'limit' in shown ? written(shown.limit) : '' })
  return (
    <Field
      label={t('convert.amount')}
      error={error}
      hint={available === null ? undefined : t('convert.available', { amount: written(available) })}
      aside={
        <Button
          variant="quiet"
          size="s"
          disabled={available === null}
          onClick={() => change({ ...form, amount: available ?? '' })}
        >
          {t('convert.max')}
        </Button>
      }
    >
      {(control) => (
        <NumberInput
          {...control}
          name="amount"
          value={form.amount}
          onValue={(amount) => change({ ...form, amount })}
          unit={form.from}
        />
      )}
    </Field>
  )
}

function QuoteDetails({ conversion: { quote, heldFor } }: { readonly conversion: Conversion }) {
  const { t, tag } = useWords()
  if (quote === null) return null
  return (
    <div>
      <DetailList>
        <Detail name={t('convert.rate')}>
          <ConversionRate {...quote} />
        </Detail>
        <Detail name={t('convert.fee', { rate: formatShare(quote.feeRate, tag, 2, false) })}>
          <Money amount={quote.fee} asset={quote.from} />
        </Detail>
        <Detail name={t('convert.received')} strong>
          <Money amount={quote.received} asset={quote.to} />
        </Detail>
        <Detail name={t('convert.source')}>
          <span className="inline-flex gap-1">
            {quote.sources.map((source) => (
              <SourceLabel key={source} source={source} />
            ))}
          </span>
        </Detail>
      </DetailList>
      <p className={heldFor === 0 ? 'mt-2 text-14 text-warn' : 'mt-2 text-12 text-ink-3'} aria-live="off">
        {heldFor === 0 ? t('convert.over') : t('convert.held', { seconds: heldFor })}
      </p>
    </div>
  )
}
