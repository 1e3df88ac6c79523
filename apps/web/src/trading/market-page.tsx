import { useLayout } from '../shell/use-layout.ts'
import MarketDesktop from './market.desktop.tsx'
import MarketMobile from './market.mobile.tsx'

/** The market screen: list, chart and ticket on one screen on desktop; the list, then chart first, on mobile. */
export default function MarketPage() {
  return useLayout() === 'mobile' ? <MarketMobile /> : <MarketDesktop />
}
