import type { TextKey } from '@candor/texts/keys.ts'
import { StatusWord } from '@candor/ui/feedback.tsx'
import { formatDecimal, formatShare } from '@candor/ui/figures/format-decimal.ts'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import {
  Bell,
  CalendarClock,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  FileText,
  IdCard,
  type LucideIcon,
  TriangleAlert,
  Wallet,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { writeStored } from '../../session/browser-storage.ts'
import { useWords } from '../../session/language/language.ts'
import { type AttentionItem, attentionItems } from './attention.ts'
import { CardFailed, CardLinesWaiting, HomeCard } from './home-card.tsx'
import { useOwnState } from './use-own-state.ts'

const ConsentReminder = lazy(() => import('../../accounts/consent-reminder.tsx'))

type Kind = AttentionItem['kind']
const looks: Readonly<Record<Kind, readonly [Icon: LucideIcon, colour: string]>> = {
  marginCall: [CircleAlert, 'text-bad'],
  marginNear: [TriangleAlert, 'text-warn'],
  loanOverdue: [CircleAlert, 'text-bad'],
  loanDue: [CalendarClock, 'text-warn'],
  identityRejected: [TriangleAlert, 'text-warn'],
  identity: [IdCard, 'text-accent'],
  terms: [FileText, 'text-accent'],
  empty: [Wallet, 'text-accent'],
  deposits: [Wallet, 'text-ink-3'],
  withdrawals: [Wallet, 'text-ink-3'],
  unread: [Bell, 'text-ink-3'],
}

/** Lists what needs the customer's attention, or notes that nothing does. */
export function AttentionCard() {
  const { t } = useWords()
  const { state, failed, retry } = useOwnState()
  return (
    <HomeCard title={t('accounts.profile.attention')}>
      {failed ? (
        <CardFailed text={t('home.own.failed')} onRetry={retry} />
      ) : state === undefined ? (
        <CardLinesWaiting />
      ) : (
        <AttentionList items={attentionItems(state, Date.now())} />
      )}
    </HomeCard>
  )
}

function AttentionList({ items }: { readonly items: readonly AttentionItem[] }) {
  const { t } = useWords()
  const [asks, setAsks] = useState(false)
  if (items.length === 0)
    return (
      <p className="px-5 py-4 max-md:px-4">
        <StatusWord icon={<CircleCheck aria-hidden className="text-good" />}>
          {t('accounts.profile.attention.none')}
        </StatusWord>
      </p>
    )
  const openConsent = () => {
    // As after signing in: the question is put until it is answered.
    writeStored('consentDue', '1')
    setAsks(true)
  }
  return (
    <>
      <ul className="grid divide-y divide-hairline/70">
        {items.map((item) => (
          <li key={keyOf(item)}>
            {item.href === null ? (
              <button type="button" onClick={openConsent} className={`${rowClass} w-full`}>
                <RowContent item={item} />
              </button>
            ) : (
              <a href={item.href} className={rowClass}>
                <RowContent item={item} />
              </a>
            )}
          </li>
        ))}
      </ul>
      <Suspense>{asks && <ConsentReminder />}</Suspense>
    </>
  )
}

const rowClass =
  'flex min-h-12 items-center gap-3 px-5 py-2.5 text-start text-14 text-ink no-underline hover:bg-sunken/60 max-md:px-4'
const keyOf = (item: AttentionItem): string => `${item.kind} ${item.href ?? ''}`

function RowContent({ item }: { readonly item: AttentionItem }) {
  const { t, tag } = useWords()
  const [Icon, colour] = looks[item.kind]
  return (
    <>
      <Icon aria-hidden className={`size-4.5 shrink-0 ${colour}`} />
      <span className="min-w-0 flex-1">{t(textOf(item.kind), valuesOf(item, tag))}</span>
      <ChevronRight aria-hidden className="mirrored size-4 shrink-0 text-ink-3" />
    </>
  )
}

const textOf = (kind: Kind): TextKey =>
  kind === 'empty' ? 'accounts.profile.attention.empty.title' : `home.own.attention.${kind}`

function valuesOf(item: AttentionItem, tag: string): Record<string, string | number> {
  if ('level' in item) return { level: formatShare(item.level, tag, 0) }
  if ('count' in item) return { count: item.count }
  if ('owed' in item)
    return {
      no: item.no,
      date: formatDay(item.at, tag),
      amount: `${formatDecimal(item.owed, tag, { min: 2, max: 2 })} USDT`,
    }
  return {}
}
