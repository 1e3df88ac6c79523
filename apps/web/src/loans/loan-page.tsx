import { useLayout } from '../shell/use-layout.ts'
import { LoanDesktop } from './loan.desktop.tsx'
import { LoanMobile } from './loan.mobile.tsx'

/** Loans: what they cost, a new one, and the customer's own. */
export default function LoanPage() {
  return useLayout() === 'desktop' ? <LoanDesktop /> : <LoanMobile />
}
