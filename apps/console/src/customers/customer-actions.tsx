import { type CustomerShown, resettingRoles } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { useState } from 'react'
import { useMe } from '../session/me.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { FreezeDialog, UnfreezeDialog } from './freeze-dialog.tsx'
import { ResetAccessDialog } from './reset-access-dialog.tsx'
import { TaxStatementDialog } from './tax-statement-dialog.tsx'
import { TierDialog } from './tier-dialog.tsx'

type OpenDialog = 'freeze' | 'unfreeze' | 'adjust' | null

/** Actions on an account; most need two people. */
export function CustomerActions({ customer }: { readonly customer: CustomerShown }) {
  const { role } = useMe()
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const close = () => setOpenDialog(null)
  const proposes = role === 'finance' || role === 'risk' || role === 'admin'
  const lifts = role === 'risk' || role === 'admin'
  return (
    <div className="flex flex-wrap gap-2">
      <TaxStatement customer={customer} />
      {proposes && (
        <Button variant="secondary" size="s" onClick={() => setOpenDialog('adjust')}>
          Correct balance …
        </Button>
      )}
      <LargerLoans customer={customer} />
      <ResetAccess customer={customer} />
      {proposes && (
        <Button variant="danger" size="s" onClick={() => setOpenDialog('freeze')}>
          {customer.freeze === null ? 'Freeze …' : 'Review freeze …'}
        </Button>
      )}
      {lifts && customer.freeze !== null && (
        <Button variant="secondary" size="s" onClick={() => setOpenDialog('unfreeze')}>
          Lift freeze …
        </Button>
      )}
      {openDialog === 'adjust' && <AdjustDialog customer={customer} onClose={close} />}
      {openDialog === 'freeze' && <FreezeDialog customer={customer} onClose={close} />}
      {openDialog === 'unfreeze' && <UnfreezeDialog customer={customer} onClose={close} />}
    </div>
  )
}

/** The customer's tax statement, for those who answer questions about money. */
function TaxStatement({ customer }: { readonly customer: CustomerShown }) {
  const { role } = useMe()
  const [isOpen, setOpen] = useState(false)
  if (role !== 'finance' && role !== 'risk' && role !== 'admin') return null
  return (
    <>
      <Button variant="secondary" size="s" onClick={() => setOpen(true)}>
        Tax statement …
      </Button>
      {isOpen && <TaxStatementDialog customer={customer} onClose={() => setOpen(false)} />}
    </>
  )
}

/** For a verified customer who lost their authenticator app or mailbox. */
function ResetAccess({ customer }: { readonly customer: CustomerShown }) {
  const { role } = useMe()
  const [isOpen, setOpen] = useState(false)
  const proposes = (resettingRoles as readonly string[]).includes(role)
  if (!proposes || customer.kyc !== 'approved' || customer.status === 'closed') return null
  return (
    <>
      <Button variant="secondary" size="s" onClick={() => setOpen(true)}>
        Reset access …
      </Button>
      {isOpen && <ResetAccessDialog customer={customer} onClose={() => setOpen(false)} />}
    </>
  )
}

/** For a verified customer who may not have larger loans yet. */
function LargerLoans({ customer }: { readonly customer: CustomerShown }) {
  const { role } = useMe()
  const [confirming, setConfirming] = useState(false)
  const decides = role === 'reviewer' || role === 'finance' || role === 'admin'
  if (!decides || customer.kyc !== 'approved' || customer.kycTier >= 2) return null
  return (
    <>
      <Button variant="secondary" size="s" onClick={() => setConfirming(true)}>
        Allow larger loans …
      </Button>
      {confirming && <TierDialog customer={customer} onClose={() => setConfirming(false)} />}
    </>
  )
}
