import type { ServiceToken, ShownServiceToken } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge, Banner } from '@candor/ui/feedback.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMe } from '../session/me.ts'
import { Detail, DetailsCard } from '../shell/details.tsx'
import { distanceTo, momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { IssueDialog, RevokeDialog, RotateDialog, SecretDialog } from './act-dialogs.tsx'
import { endsSoon, stateWords, toneOf } from './token-words.ts'
import { UseCards } from './use-cards.tsx'

type Act = 'issue' | 'rotate' | 'revoke'

/** One token: its scopes and state, what can be done with it, and its calls. */
export function TokenView({ token }: { readonly token: ServiceToken }) {
  const [act, setAct] = useState<Act | null>(null)
  const [shown, setShown] = useState<ShownServiceToken | null>(null)
  const close = () => setAct(null)
  const show = (secret: ShownServiceToken) => {
    close()
    setShown(secret)
  }
  return (
    <div className="p-6">
      <p className="mb-2 text-14">
        <Link href="/service-tokens">All service tokens</Link>
      </p>
      <PageHead title={token.name} text={`Service token, valid until ${momentOf(token.expiresAt)}`}>
        <Acts token={token} onAct={setAct} />
      </PageHead>
      <div className="flex flex-col gap-4">
        <TokenBanner token={token} />
        <TokenSummary token={token} />
        <UseCards tokenId={token.id} />
      </div>
      {act === 'issue' && <IssueDialog token={token} onShown={show} onClose={close} />}
      {act === 'rotate' && <RotateDialog token={token} onShown={show} onClose={close} />}
      {act === 'revoke' && <RevokeDialog token={token} onClose={close} />}
      {shown !== null && <SecretDialog shown={shown} onClose={() => setShown(null)} />}
    </div>
  )
}

function Acts({ token, onAct }: { readonly token: ServiceToken; readonly onAct: (act: Act) => void }) {
  const me = useMe()
  if (token.state === 'revoked') return null
  return (
    <>
      {token.state === 'approved' && token.proposedBy.id === me.id && (
        <Button onClick={() => onAct('issue')}>Make secret …</Button>
      )}
      {token.state === 'active' && me.role === 'admin' && (
        <Button variant="secondary" onClick={() => onAct('rotate')}>
          Rotate secret …
        </Button>
      )}
      <Button variant="secondary" onClick={() => onAct('revoke')}>
        Revoke …
      </Button>
    </>
  )
}

function TokenBanner({ token }: { readonly token: ServiceToken }) {
  if (token.holderLeft && token.secretBy !== null)
    return (
      <Banner tone="bad" title={`${token.secretBy.email} was shown the secret and is disabled`}>
        Rotate the secret without overlap, or revoke the token.
      </Banner>
    )
  if (token.state === 'approved')
    return (
      <Banner tone="warn" title="Approved, but its secret is not made yet">
        {`${token.proposedBy.email}, who proposed the token, makes it here.`}
      </Banner>
    )
  if (endsSoon(token, Date.now()))
    return (
      <Banner tone="warn" title={`It ends ${distanceTo(token.expiresAt, Date.now())}`}>
        A token cannot be extended. Propose another with a new name; both are valid until this one ends.
      </Banner>
    )
  return null
}

function TokenSummary({ token }: { readonly token: ServiceToken }) {
  const { scopes, networks, secretAt, secretBy, lastUsedAt, lastUsedAddress, revokedAt, revokedBy } = token
  return (
    <DetailsCard>
      <Detail label="State">
        <Badge tone={toneOf(token, Date.now())}>{stateWords[token.state]}</Badge>
        {revokedAt !== null && (
          <span className="block text-12 text-ink-3">{`${momentOf(revokedAt)}, ${revokedBy?.email}`}</span>
        )}
      </Detail>
      <Detail label="Last used">
        {lastUsedAt === null ? (
          'never'
        ) : (
          <>
            <span title={momentOf(lastUsedAt)}>{distanceTo(lastUsedAt, Date.now())}</span>
            <span className="block text-12 text-ink-3 [overflow-wrap:anywhere]">{lastUsedAddress}</span>
          </>
        )}
      </Detail>
      <Detail label="Proposed, approved">
        <span className="block [overflow-wrap:anywhere]">{token.proposedBy.email}</span>
        <span className="block [overflow-wrap:anywhere]">{token.approvedBy.email}</span>
      </Detail>
      <Detail label="Secret">
        {token.start === null ? 'not made' : <code className="text-12">{`${token.start}…`}</code>}
        {secretAt !== null && (
          <span className="block text-12 text-ink-3 [overflow-wrap:anywhere]">
            {`${momentOf(secretAt)}, ${secretBy?.email}`}
          </span>
        )}
        {token.rotatingUntil !== null && (
          <span className="block text-12 text-warn">{`former one until ${momentOf(token.rotatingUntil)}`}</span>
        )}
      </Detail>
      <Detail label="Accepted from" span={2}>
        <span className="[overflow-wrap:anywhere]">
          {networks.length === 0 ? 'any address' : networks.join(', ')}
        </span>
      </Detail>
      <Detail label="Scopes" span={2}>
        <span className="text-12 text-ink-2 [overflow-wrap:anywhere]">{scopes.join(', ')}</span>
      </Detail>
    </DetailsCard>
  )
}
