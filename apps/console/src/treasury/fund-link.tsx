import type { TreasuryAccountShown } from '@candor/contract'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { Link } from 'wouter'

/** Leads to the treasury, where an account is funded. */
export function FundLink({
  place,
  coin,
  label,
  size,
}: Pick<TreasuryAccountShown, 'place' | 'coin'> & { readonly label: string; readonly size?: 's' }) {
  return (
    <Link href={`/treasury/${place}/${coin}`} aria-label={label} className={buttonClass('secondary', size)}>
      Fund reserve …
    </Link>
  )
}
