import type { Identification } from '@candor/contract'
import { type IdentityItem, identityFiles, isRequired } from '@candor/rules'
import { Button } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import { Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { useEffect, useRef } from 'react'
import { useFocusWrong } from '../forms/use-focus-wrong.ts'
import { useT, useWords } from '../session/language/language.ts'
import { IdentityField } from './identity-fields.tsx'
import type { IdentityWay } from './use-identity.ts'

/** The current step, with buttons for the next and the previous one. */
export function IdentityStep({ way, shown }: { readonly way: IdentityWay; readonly shown: Identification }) {
  const t = useT()
  const step = way.steps[way.at]
  const head = useRef<HTMLHeadingElement>(null)
  const shownAt = useRef(way.at)
  const [setForm, focusWrong] = useFocusWrong()
  // Moving on begins at the heading of the next step; on arrival the page keeps its position.
  useEffect(() => {
    if (shownAt.current !== way.at) head.current?.focus()
    shownAt.current = way.at
  }, [way.at])
  if (step === undefined) return null
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        setForm(event.currentTarget)
        void (step.name === 'review' ? way.send() : way.next()).then(focusWrong)
      }}
    >
      <div>
        <p className="figures text-12 text-ink-3">
          {t('kyc.stepOf', { n: way.at + 1, all: way.steps.length })}
        </p>
        <h2 ref={head} tabIndex={-1} className="mt-0.5 font-semibold text-20 outline-none">
          {t(`kyc.step.${step.name}`)}
        </h2>
      </div>
      {step.name === 'fix' && <RefusedItems shown={shown} />}
      {step.name === 'review' ? (
        <ReviewStep way={way} hours={shown.reviewHours} />
      ) : (
        step.items.map((item) => <IdentityField key={item} way={way} item={item} />)
      )}
      {way.failed !== null && <Banner tone="bad">{way.failed}</Banner>}
      <div className="flex gap-3">
        {way.at > 0 && (
          <Button variant="secondary" size="l" onClick={() => way.goTo(way.at - 1)}>
            {t('kyc.back')}
          </Button>
        )}
        <Button type="submit" size="l" full busy={way.busy}>
          {step.name === 'review' ? t('kyc.send') : t('kyc.next')}
        </Button>
      </div>
    </form>
  )
}

/** Refused items with their reasons, in the customer's language. */
function RefusedItems({ shown }: { readonly shown: Identification }) {
  const t = useT()
  return (
    <Banner tone="warn" title={t('kyc.rejected.title')}>
      <p>{t('kyc.rejected.text')}</p>
      <ul className="mt-2 flex flex-col gap-1">
        {shown.failed.map(({ item, reason }) => (
          <li key={item}>
            <span className="font-medium">{t(`kyc.field.${item}`)}</span>
            {' – '}
            {t(`kyc.reason.${reason}`)}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function ReviewStep({ way, hours }: { readonly way: IdentityWay; readonly hours: number }) {
  const t = useT()
  return (
    <>
      {way.steps.slice(0, -1).map((step, at) => (
        <section key={step.name}>
          <SectionHead
            title={t(`kyc.step.${step.name}`)}
            action={
              <Button variant="quiet" size="s" onClick={() => way.goTo(at)}>
                {t('kyc.edit')}
              </Button>
            }
          />
          <IdentityDetails form={way.form} items={step.items} />
        </section>
      ))}
      <p className="text-14 text-ink-2">{t('kyc.review.consent', { hours })}</p>
    </>
  )
}

/** The entered data, as the reviewer will see it. */
export function IdentityDetails({
  form,
  items,
}: {
  readonly form: IdentityWay['form']
  readonly items: readonly IdentityItem[]
}) {
  const { t, tag } = useWords()
  return (
    <DetailList className="mt-1">
      {items
        .filter((item) => isRequired(item, form))
        .map((item) => (
          <Detail key={item} name={t(`kyc.field.${item}`)}>
            <bdi className="break-words">{valueText(item, form[item], t, tag)}</bdi>
          </Detail>
        ))}
    </DetailList>
  )
}

const isDay: ReadonlySet<IdentityItem> = new Set(['birthdate', 'documentExpiry'])
const isPicture: ReadonlySet<IdentityItem> = new Set(identityFiles)

function valueText(
  item: IdentityItem,
  value: string | null,
  t: ReturnType<typeof useT>,
  tag: string,
): string {
  if (value === null || value === '') return '–'
  const word = t.maybe(`kyc.sex.${value}`) ?? t.maybe(`kyc.document.${value}`)
  if (word !== null && (item === 'sex' || item === 'documentType')) return word
  if (item === 'country') return new Intl.DisplayNames(tag, { type: 'region' }).of(value) ?? value
  if (isDay.has(item)) return dayText(value, tag)
  return isPicture.has(item) ? t('kyc.review.there') : value
}

function dayText(value: string, tag: string): string {
  const day = new Date(`${value}T00:00:00Z`)
  if (Number.isNaN(day.getTime())) return value
  return formatDay(day, tag, 'UTC')
}
