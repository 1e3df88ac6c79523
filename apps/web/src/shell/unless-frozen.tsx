import { Banner } from '@candor/ui/feedback.tsx'
import type { ReactNode } from 'react'
import { useT } from '../session/language.ts'
import { useFrozen } from '../session/use-frozen.ts'

/** For a button whose door is shut to a frozen customer: it cannot be pressed, and its title says why. */
export function useShut(): { readonly disabled?: true; readonly title?: string } {
  const t = useT()
  const frozen = useFrozen()
  return frozen === null ? {} : { disabled: true, title: t('trust.frozen.shut') }
}

/** A door that a frozen customer finds shut: in its place stands why (trust T13, `while-frozen.ts` of the contract). */
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
