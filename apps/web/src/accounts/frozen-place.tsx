import { lazy } from 'react'
import { withTexts } from '../session/shown-language.ts'
import { useFrozen } from '../session/use-frozen.ts'

const FrozenBanner = lazy(withTexts(() => import('./frozen-banner.tsx'), 'trade'))

/** The banner of a frozen customer, on every page; nothing for anybody else. Loaded only for who is signed in. */
export default function FrozenPlace() {
  const frozen = useFrozen()
  return frozen === null ? null : <FrozenBanner frozen={frozen} />
}
