import type { Identification } from '@candor/contract'
import { Banner, StatusWord } from '@candor/ui/feedback.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { StepHeading } from '@candor/ui/step-heading.tsx'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { BadgeCheck, CircleAlert, Clock, Lock, UserRound } from 'lucide-react'
import { serverNow } from '../live/server-time.ts'
import { boundText } from '../loans/loan-cells.tsx'
import { useLoanProducts } from '../loans/use-loans.ts'
import { useWords } from '../session/language/language.ts'
import { hoursUntil } from './identity-form.ts'

const looks = {
  none: { tone: 'neutral', icon: <UserRound aria-hidden /> },
  pending: { tone: 'warn', icon: <Clock aria-hidden /> },
  approved: { tone: 'good', icon: <BadgeCheck aria-hidden /> },
  rejected: { tone: 'bad', icon: <CircleAlert aria-hidden /> },
} as const

/** State of a check, as a word with an icon (specification §4). */
export function IdentityStatusWord({ status }: Pick<Identification, 'status'>) {
  const { t } = useWords()
  return (
    <StatusWord tone={looks[status].tone} icon={looks[status].icon}>
      {t(`kyc.status.${status}`)}
    </StatusWord>
  )
}

/** The state of an identity check while the customer has nothing to do. */
export function IdentityStanding({
  shown,
  justSent,
}: {
  readonly shown: Identification
  readonly justSent: boolean
}) {
  const { t, tag } = useWords()
  const at = (iso: string | null) => (iso === null ? '–' : formatMinute(iso, tag))
  if (shown.status === 'approved') {
    return (
      <Card>
        <div className="flex items-center gap-2 font-semibold text-20">
          <BadgeCheck aria-hidden className="size-6 text-good" />
          {t('kyc.certified')}
        </div>
        <p className="mt-2 max-w-line text-14 text-ink-2">{t('kyc.approved.text')}</p>
        <DetailList className="mt-4">
          <Detail name={t('kyc.approved.level')}>
            <Level tier={shown.tier} />
          </Detail>
          <Detail name={t('kyc.approved.since')}>{at(shown.decidedAt)}</Detail>
        </DetailList>
      </Card>
    )
  }
  const hours = shown.deadlineAt === null ? 0 : hoursUntil(shown.deadlineAt, serverNow())
  return (
    <Card>
      {justSent && (
        <StepHeading className="mb-2 font-semibold text-20 outline-none">{t('codes.20001')}</StepHeading>
      )}
      <IdentityStatusWord status={shown.status} />
      <p className="mt-2 max-w-line text-14 text-ink-2">{t('kyc.pending.text')}</p>
      <DetailList className="mt-4">
        <Detail name={t('kyc.pending.sent')}>{at(shown.submittedAt)}</Detail>
        <Detail name={t('kyc.pending.until')}>
          {at(shown.deadlineAt)}
          {hours >= 0 && <span className="block text-12 text-ink-3">{t('kyc.pending.left', { hours })}</span>}
        </Detail>
      </DetailList>
      {hours < 0 && (
        <Banner tone="warn" className="mt-4">
          {t('kyc.pending.late')}
        </Banner>
      )}
    </Card>
  )
}

/** Benefit of the level, at the operator's current loan limits. */
function Level({ tier }: Pick<Identification, 'tier'>) {
  const { t, tag } = useWords()
  const offered = useLoanProducts().data?.[0]
  if (offered === undefined) return tier
  const most = tier > 1 ? offered.tier2Most : offered.tier1Most
  return t('kyc.approved.level.loans', { level: tier, amount: `${boundText(most, tag)} USDT` })
}

/** Reasons for the identity check, and who sees the data. */
export function IdentityReasons({ shown }: { readonly shown: Identification }) {
  const { t, tag } = useWords()
  const amount = new Intl.NumberFormat(tag).format(Number(shown.neededFrom))
  const points = [t('kyc.why.needed', { amount }), t('kyc.why.seen'), t('kyc.why.withdraw')]
  return (
    <Card>
      <h2 className="flex items-center gap-2 font-semibold text-14">
        <Lock aria-hidden className="size-4 text-ink-3" />
        {t('kyc.why.title')}
      </h2>
      <ul className="mt-3 flex flex-col gap-3">
        {points.map((point) => (
          <li key={point} className="text-14 text-ink-2">
            {point}
          </li>
        ))}
      </ul>
    </Card>
  )
}
