import { useParams } from 'wouter'
import { useApiQuery } from '../session/calls/use-call.ts'
import { ReceiptOrState } from './receipt-states.tsx'

/** The receipt of one of the customer's own orders. */
export default function ReceiptPage() {
  const { id = '' } = useParams<{ id: string }>()
  return <ReceiptOrState query={useApiQuery('getReceipt', { orderId: id })} ownOrderId={id} />
}
