import { useLayout } from '../shell/use-layout.ts'
import { TradingDesktop } from './trading.desktop.tsx'
import { TradingMobile } from './trading.mobile.tsx'

/** Smart trading: the products, a new plan, and the customer's own plans. */
export default function TradingPage() {
  return useLayout() === 'desktop' ? <TradingDesktop /> : <TradingMobile />
}
