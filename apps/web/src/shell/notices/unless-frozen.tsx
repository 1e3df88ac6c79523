import { Banner } from '@candor/ui/feedback.tsx'
import type { ReactNode } from 'react'
import { useT } from '../../session/language/language.ts'
import { useFrozen } from '../../session/use-frozen.ts'

/** Props of a button that a frozen customer cannot use: it is disabled, and its title gives the reason. */
export function useShut(): { readonly disabled?: true; readonly title?: string } {
  const t = useT()
  const frozen = useFrozen()
  return frozen === null ? {} : { disabled: true, title: t('trust.frozen.shut') }
}

/** Replaces its content by the reason while the customer is frozen (trust T13, `while-frozen.ts` of the contract). */
export function UnlessFrozen({
  children,
  className = '',
}: {
  readonly children: ReactNode
  readonly className?: string
}) {
  const t = useT()
  const frozen = useFrozen()
  if (frozen === null) return children
  return (
    <Banner tone="warn" title={t('trust.frozen.shut')} className={className}>
      {t(`trust.frozen.why.${frozen.reason}`)}
    </Banner>
  )
}
