import type { CustomerShown } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { useState } from 'react'
import { useMe } from '../session/me.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { FreezeDialog, UnfreezeDialog } from './freeze-dialog.tsx'
import { TierDialog } from './tier-dialog.tsx'

type Asking = 'freeze' | 'unfreeze' | 'adjust' | null

/** Actions on an account; most need two people. */
export function CustomerActions({ customer }: { readonly customer: CustomerShown }) {
  const { role } = useMe()
  const [asking, setAsking] = useState<Asking>(null)
  const close = () => setAsking(null)
  const proposes = role === 'finance' || role === 'risk' || role === 'admin'
  const lifts = role === 'risk' || role === 'admin'
  return (
    <div className="flex flex-wrap gap-2">
      {proposes && (
        <Button variant="secondary" size="s" onClick={() => setAsking('adjust')}>
          Correct …
        </Button>
      )}
      <LargerLoans customer={customer} />
      {proposes && (
        <Button variant="danger" size="s" onClick={() => setAsking('freeze')}>
          {customer.freeze === null ? 'Freeze …' : 'Review the freeze …'}
        </Button>
      )}
      {lifts && customer.freeze !== null && (
        <Button variant="secondary" size="s" onClick={() => setAsking('unfreeze')}>
          Lift the freeze …
        </Button>
      )}
      {asking === 'adjust' && <AdjustDialog customer={customer} onClose={close} />}
      {asking === 'freeze' && <FreezeDialog customer={customer} onClose={close} />}
      {asking === 'unfreeze' && <UnfreezeDialog customer={customer} onClose={close} />}
    </div>
  )
}

/** For a verified customer who may not have larger loans yet. */
function LargerLoans({ customer }: { readonly customer: CustomerShown }) {
  const { role } = useMe()
  const [asking, setAsking] = useState(false)
  const decides = role === 'reviewer' || role === 'finance' || role === 'admin'
  if (!decides || customer.kyc !== 'approved' || customer.kycTier >= 2) return null
  return (
    <>
      <Button variant="secondary" size="s" onClick={() => setAsking(true)}>
        Open larger loans …
      </Button>
      {asking && <TierDialog customer={customer} onClose={() => setAsking(false)} />}
    </>
  )
}
