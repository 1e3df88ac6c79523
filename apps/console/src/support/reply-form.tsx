import type { SupportConversation } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Field } from '@candor/ui/controls/field.tsx'
import { TextArea } from '@candor/ui/controls/text-area.tsx'
import { useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'

/** For the operator who has claimed the conversation: the answer, or a note that none is needed. */
export function ReplyForm({
  conversation: { id, claimedUntil, waitingSince },
}: {
  readonly conversation: SupportConversation
}) {
  const [text, setText] = useState('')
  const [reply, claim, release, done] = [
    useOpsMutation('opsSupportAnswer'),
    useOpsMutation('opsSupportClaim'),
    useOpsMutation('opsSupportRelease'),
    useOpsMutation('opsSupportDone'),
  ]
  const failure = reply.error ?? done.error ?? release.error ?? claim.error
  return (
    <form
      className="border-hairline border-t px-6 py-4"
      onSubmit={(event) => {
        event.preventDefault()
        reply.mutate({ id, text }, { onSuccess: () => setText('') })
      }}
    >
      <Field
        label="Your reply"
        hint="The customer sees it as sent by Support, in the language you write in."
        error={failure === null ? null : sentenceOf(failure)}
      >
        {(control) => (
          <TextArea
            {...control}
            dir="auto"
            rows={3}
            maxLength={4000}
            required
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button type="submit" busy={reply.isPending}>
          Send reply
        </Button>
        {waitingSince !== null && (
          <Button variant="secondary" busy={done.isPending} onClick={() => done.mutate({ id })}>
            No reply needed
          </Button>
        )}
        <Button variant="quiet" busy={release.isPending} onClick={() => release.mutate({ id })}>
          Release
        </Button>
        {claimedUntil !== null && (
          <Button variant="quiet" busy={claim.isPending} onClick={() => claim.mutate({ id })}>
            {`Renew claim for ten minutes (ends ${momentOf(claimedUntil)})`}
          </Button>
        )}
      </div>
    </form>
  )
}
