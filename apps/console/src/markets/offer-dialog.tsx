import { hourMs } from '@candor/rules/time-units.ts'
import { useState } from 'react'
import { MomentField, momentInput, ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { useOpsMutation } from '../session/use-ops.ts'
import { issuesAt } from './instrument-words.ts'
import { MarketField, type NamedMarket } from './market-field.tsx'

/** Proposes to offer a market for closing only. */
export function CloseOnlyDialog({
  markets,
  noticeHours,
  onClose,
}: {
  readonly markets: readonly NamedMarket[]
  readonly noticeHours: number
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeOffer')
  const [code, setCode] = useState('')
  // An hour beyond the notice: time for the second person.
  const [at, setAt] = useState(() => momentInput(Date.now() + (noticeHours + 1) * hourMs))
  const issue = issuesAt(propose.error)
  return (
    <ProposalDialog
      title="Offer a market for closing only"
      text="From then on no position can be opened in it, and pending orders are cancelled when they trigger. Open positions stay with their terms and can be closed. Every customer is notified once a second person approves."
      disabled={code === ''}
      danger
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[issue('code'), issue('from')]}
      onClose={onClose}
      onPropose={(reason, done) =>
        propose.mutate(
          { code, offered: false, from: new Date(at).toISOString(), reason },
          { onSuccess: done },
        )
      }
    >
      <MarketField
        label="Market"
        placeholder="Choose a market"
        markets={markets}
        code={code}
        onCode={setCode}
        error={issue('code')}
      />
      <MomentField label="Effective from" at={at} onAt={setAt} error={issue('from')} />
    </ProposalDialog>
  )
}

/** Proposes to offer a market again, which also takes back what is announced and has not begun. */
export function OfferAgainDialog({ code, onClose }: { readonly code: string; readonly onClose: () => void }) {
  const propose = useOpsMutation('opsProposeOffer')
  const issue = issuesAt(propose.error)('code')
  return (
    <ProposalDialog
      title={`Offer ${code} again`}
      text="Positions can be opened as soon as a second person approves. An announced change that has not begun is taken back. Every customer is notified."
      error={propose.error}
      busy={propose.isPending}
      onClose={onClose}
      fieldErrors={[issue]}
      onPropose={(reason, done) =>
        propose.mutate({ code, offered: true, from: null, reason }, { onSuccess: done })
      }
    />
  )
}
