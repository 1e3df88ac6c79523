import { useParams } from 'wouter'
import { useApiQuery } from '../session/calls/use-call.ts'
import { ReceiptOrState } from './receipt-states.tsx'

/** A receipt at its public address: anyone with the link may read and check it. */
export default function PublicReceiptPage() {
  const { id = '' } = useParams<{ id: string }>()
  return <ReceiptOrState query={useApiQuery('publicReceipt', { id })} />
}
