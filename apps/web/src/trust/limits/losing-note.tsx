import { formatShare } from '@candor/ui/figures/format-decimal.ts'
import { Link } from 'wouter'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'

/** The share of accounts that lost with leverage here, measured, where leveraged positions are offered (trust T17). */
export default function LosingNote() {
  const { t, tag } = useWords()
  const { data } = useApiQuery('status', {}, { staleMs: 600_000 })
  if (data === undefined) return null
  const { accounts, losing } = data.losing
  return (
    <p className="text-12 text-ink-3">
      {losing === null
        ? t('status.losing.few')
        : t('status.losing.share', { share: formatShare(String(losing / accounts), tag, 0) })}{' '}
      <Link href="/status" className="text-accent underline underline-offset-4">
        {t('status.losing.more')}
      </Link>
    </p>
  )
}
