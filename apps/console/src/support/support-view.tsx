import type { SupportConversation } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { sentenceOf } from '../session/failure.ts'
import { useMe } from '../session/me.ts'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'
import { Shown } from '../shell/states.tsx'
import { ReplyForm } from './reply-form.tsx'
import { SupportPicture } from './support-picture.tsx'

const everyMs = 4_000

/** One conversation: the customer, the messages, and the form for the operator who has claimed it. */
export function SupportView({ id }: { readonly id: string }) {
  const query = useOps('opsSupportConversation', { id }, { everyMs })
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Shown query={query}>
        {(conversation) => (
          <>
            <Head conversation={conversation} />
            <Messages conversation={conversation} />
            <Foot conversation={conversation} />
          </>
        )}
      </Shown>
    </div>
  )
}

interface OfConversation {
  readonly conversation: SupportConversation
}

function Head({ conversation: { id, userName, language, waitingSince } }: OfConversation) {
  return (
    <header className="flex flex-wrap items-center gap-3 border-hairline border-b px-6 py-4">
      <h2 className="font-semibold text-16 text-ink">
        <Link href={`/customers/${id}`} className="text-accent">
          {userName}
        </Link>
      </h2>
      <Badge>{`language: ${language}`}</Badge>
      {waitingSince !== null && <Badge tone="warn">{`waiting since ${momentOf(waitingSince)}`}</Badge>}
    </header>
  )
}

function Messages({ conversation: { id, messages, claimedBy } }: OfConversation) {
  const me = useMe()
  const box = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.id
  useEffect(() => {
    const element = box.current
    if (element !== null && newest !== undefined) element.scrollTop = element.scrollHeight
  }, [newest])
  return (
    <div ref={box} role="log" aria-label="Messages" className="min-h-0 flex-1 overflow-y-auto px-6 py-4">
      <ol className="flex flex-col gap-3">
        {messages.map((message) => (
          <li
            key={message.id}
            className={classNames(
              'flex max-w-[80%] flex-col gap-1',
              message.by === 'operator' ? 'items-end self-end' : 'items-start self-start',
            )}
          >
            <div
              className={classNames(
                'flex flex-col gap-2 rounded-m px-3.5 py-2.5 text-14 text-ink',
                message.by === 'operator' ? 'bg-accent-wash' : 'bg-sunken',
              )}
            >
              {message.fileId !== null && (
                <SupportPicture id={id} fileId={message.fileId} mine={claimedBy?.id === me.id} />
              )}
              {message.text !== '' && (
                <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                  {message.text}
                </p>
              )}
            </div>
            <span className="text-12 text-ink-3">
              {message.by === 'customer' ? momentOf(message.at) : `Support, ${momentOf(message.at)}`}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Foot({ conversation }: OfConversation) {
  const me = useMe()
  const { id, claimedBy } = conversation
  const claim = useOpsMutation('opsSupportClaim')
  if (claimedBy?.id === me.id) return <ReplyForm conversation={conversation} />
  return (
    <footer className="flex flex-wrap items-center gap-3 border-hairline border-t px-6 py-4">
      {claimedBy === null ? (
        <Button busy={claim.isPending} onClick={() => claim.mutate({ id })}>
          Claim
        </Button>
      ) : (
        <p className="text-14 text-ink-2">{`Claimed by ${claimedBy.email}.`}</p>
      )}
      {claim.error !== null && <p className="text-14 text-bad">{sentenceOf(claim.error)}</p>}
    </footer>
  )
}
