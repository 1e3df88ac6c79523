import type { User } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { BadgeCheck, BadgeX } from 'lucide-react'
import { Link } from 'wouter'
import { useT } from '../session/language/language.ts'
import { IdentityStatusWord } from './identity-standing.tsx'

const actions = {
  none: 'kyc.open.start',
  pending: 'kyc.open.see',
  approved: 'kyc.open.see',
  rejected: 'kyc.open.go',
} as const

/** On the account page: certified or not, how far the check is, and the way to it. */
export function IdentityCard({
  status,
  className,
}: {
  readonly status: User['kyc']
  readonly className?: string
}) {
  const t = useT()
  const certified = status === 'approved'
  const Mark = certified ? BadgeCheck : BadgeX
  return (
    <section
      className={classNames(
        'flex flex-wrap items-center justify-between gap-3 rounded-m border border-hairline bg-surface p-4 md:px-5',
        className,
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="flex items-center gap-2 font-semibold text-14">
          <Mark aria-hidden className={classNames('size-5', certified ? 'text-good' : 'text-ink-3')} />
          {certified ? t('kyc.certified') : t('kyc.notCertified')}
        </h2>
        {!certified && <IdentityStatusWord status={status} />}
      </div>
      <Link
        href="/profile/identity"
        className={buttonClass(status === 'rejected' ? 'primary' : 'secondary', 's')}
      >
        {t(actions[status])}
      </Link>
    </section>
  )
}
