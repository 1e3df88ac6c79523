import type { LoanOfferTerms } from '@candor/contract'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { useState } from 'react'
import { ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { percentOf, shareOf, yearlyPercent } from '../shell/percent.ts'
import { partWords, refusedWords } from './offer-words.ts'

type Part = keyof LoanOfferTerms
const parts = Object.keys(partWords) as readonly Part[]

/** Dialog for the whole loan offer: days, amounts and rates. */
export function OfferDialog({
  offer,
  onClose,
}: {
  readonly offer: LoanOfferTerms
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeLoanOffer')
  const [texts, setTexts] = useState(() => textsOf(offer))
  const [wrong, setWrong] = useState<Part | null>(null)
  const issue = issuesOf(propose.error, refusedWords)
  const submit = (reason: string, done: (proposal: { readonly id: string }) => void) => {
    const read = readOffer(texts)
    setWrong('wrong' in read ? read.wrong : null)
    if (!('wrong' in read)) propose.mutate({ ...read, reason }, { onSuccess: done })
  }
  return (
    <ProposalDialog
      title="Change loan offer"
      text="Applies to loans requested from then on. Loans already requested keep the term, interest-free days and rates that were signed."
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={parts.map(issue)}
      onClose={onClose}
      onPropose={submit}
    >
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {parts.map((part) => (
          <Field
            key={part}
            label={partWords[part]}
            hint={hintOf(part, texts[part])}
            error={wrong === part ? wrongWords(part) : issue(part)}
          >
            {(control) => (
              <TextInput
                {...control}
                required
                autoComplete="off"
                inputMode={part === 'terms' ? 'text' : 'decimal'}
                className="figures"
                value={texts[part]}
                onChange={(event) => setTexts({ ...texts, [part]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </ProposalDialog>
  )
}

const isRate = (part: Part) => part === 'dailyRate' || part === 'overdueRate'

const textsOf = (offer: LoanOfferTerms): Readonly<Record<Part, string>> => ({
  terms: offer.terms.join(', '),
  minimum: offer.minimum,
  tier1Most: offer.tier1Most,
  tier2Most: offer.tier2Most,
  freeDays: String(offer.freeDays),
  dailyRate: percentOf(offer.dailyRate),
  overdueRate: percentOf(offer.overdueRate),
})

function hintOf(part: Part, text: string): string | undefined {
  if (part === 'terms') return 'Separated by commas. A term you leave out is no longer offered.'
  if (!isRate(part)) return undefined
  const share = shareOf(text.trim())
  const year = share === null ? null : yearlyPercent(share)
  return year === null ? undefined : `Per year: ${year}%`
}

const wrongWords = (part: Part): string =>
  part === 'terms'
    ? 'Enter whole numbers, separated by commas.'
    : isRate(part)
      ? 'Enter a number, such as 0.03.'
      : 'Enter a whole number.'

function readOffer(texts: Readonly<Record<Part, string>>): LoanOfferTerms | { readonly wrong: Part } {
  const terms = texts.terms.split(',').map((one) => one.trim())
  if (!terms.every((one) => /^\d{1,3}$/.test(one))) return { wrong: 'terms' }
  if (!/^\s*\d{1,3}\s*$/.test(texts.freeDays)) return { wrong: 'freeDays' }
  const [dailyRate, overdueRate] = [shareOf(texts.dailyRate.trim()), shareOf(texts.overdueRate.trim())]
  if (dailyRate === null) return { wrong: 'dailyRate' }
  if (overdueRate === null) return { wrong: 'overdueRate' }
  return {
    terms: terms.map(Number),
    minimum: texts.minimum.trim(),
    tier1Most: texts.tier1Most.trim(),
    tier2Most: texts.tier2Most.trim(),
    freeDays: Number(texts.freeDays),
    dailyRate,
    overdueRate,
  }
}
