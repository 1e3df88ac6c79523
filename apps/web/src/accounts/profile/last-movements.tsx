import { SkeletonLines } from '@candor/ui/feedback.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { Link } from 'wouter'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useT } from '../../session/language/language.ts'
import { StatementLines } from '../statement/statement-lines.tsx'

const shown = 5

/** The newest entries of the statement, and the way to all of it. */
export function LastMovements({ className }: { readonly className?: string }) {
  const t = useT()
  const { data, isError } = useApiQuery('statement', { limit: shown })
  if (isError) return null
  return (
    <Card flush {...(className === undefined ? {} : { className })}>
      <SectionHead
        title={t('accounts.profile.statement')}
        className="px-5 py-3"
        action={
          <Link href="/profile/balance" className="text-14 text-accent underline-offset-4 hover:underline">
            {t('accounts.profile.statement.all')}
          </Link>
        }
      />
      {data === undefined ? (
        <SkeletonLines className="p-5" />
      ) : (
        <StatementLines label={t('accounts.profile.statement')} lines={data.items} />
      )}
    </Card>
  )
}
