import { lazy } from 'react'
import { useApiQuery } from '../session/calls/use-call.ts'
import { withTexts } from '../session/language/shown-language.ts'
import { useSession } from '../session/session-store.ts'

const FrozenBanner = lazy(withTexts(() => import('./frozen-banner.tsx'), 'trade'))
const CountryBanner = lazy(withTexts(() => import('./country-banner.tsx'), 'rest'))

/** Banners of a customer who is frozen or whose country is closed, on every page. Loaded only for signed-in customers. */
export default function StandingPlace() {
  const { isLogin, mode } = useSession()
  const { data } = useApiQuery('getUserInfo', {}, { enabled: isLogin })
  if (data === undefined) return null
  const { frozen, countryStanding } = data
  return (
    <>
      {frozen !== null && <FrozenBanner frozen={frozen} />}
      {mode === 'real' && countryStanding !== 'open' && <CountryBanner standing={countryStanding} />}
    </>
  )
}
