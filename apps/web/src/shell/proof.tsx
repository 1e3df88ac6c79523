import { lazy, useState } from 'react'
import { useProofRequest } from '../session/fresh-proof.ts'
import { withTexts } from '../session/shown-language.ts'
import { Later } from './page-guard.tsx'

const ProofDialog = lazy(withTexts(() => import('../accounts/proof-dialog.tsx')))

/** Brings the dialog with its first question; it stays, so that closing it gives the focus back to where it was. */
export function Proof() {
  const request = useProofRequest()
  const [wanted, setWanted] = useState(false)
  if (request !== null && !wanted) setWanted(true)
  return <Later>{wanted && <ProofDialog request={request} />}</Later>
}
