import { lazy, useState } from 'react'
import { useProofRequest } from '../../session/fresh-proof.ts'
import { withTexts } from '../../session/language/shown-language.ts'
import { Later } from '../page-guard.tsx'

const ProofDialog = lazy(withTexts(() => import('../../accounts/proof-dialog.tsx')))

/** Loads the dialog with its first question and keeps it, so that closing it returns the focus. */
export function Proof() {
  const request = useProofRequest()
  const [wanted, setWanted] = useState(false)
  if (request !== null && !wanted) setWanted(true)
  return <Later>{wanted && <ProofDialog request={request} />}</Later>
}
