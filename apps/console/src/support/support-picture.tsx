import { Button } from '@candor/ui/controls/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { callOps } from '../session/call-ops.ts'
import { sentenceOf } from '../session/failure.ts'

/** A picture of the conversation: for who holds it, fetched once they ask, since each view is written down. */
export function SupportPicture({
  id,
  fileId,
  mine,
}: {
  readonly id: string
  readonly fileId: string
  readonly mine: boolean
}) {
  const look = useMutation({ mutationFn: () => callOps('opsSupportPicture', { id, fileId }) })
  if (!mine) return <p className="text-ink-2">Claim the conversation to view this picture.</p>
  if (look.data !== undefined)
    return (
      <img
        src={`data:${look.data.contentType};base64,${look.data.base64}`}
        alt="Sent by the customer"
        className="max-h-80 rounded-s object-contain"
      />
    )
  return (
    <>
      <Button variant="secondary" size="s" busy={look.isPending} onClick={() => look.mutate()}>
        Show picture
      </Button>
      {look.error !== null && <p className="text-bad">{sentenceOf(look.error)}</p>}
    </>
  )
}
