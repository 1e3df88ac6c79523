import type { MarketInfo } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Ban } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useKeys } from '../markets/list/use-slash-key.ts'
import { useT } from '../session/language/language.ts'
import { ModeDialog } from '../shell/frame/mode-switch.tsx'
import type { OptionTerms } from './option-form.ts'
import { OptionTicketForm } from './option-ticket-form.tsx'
import { OptionTicketResult } from './option-ticket-result.tsx'
import { OptionTicketReview } from './option-ticket-review.tsx'
import { RunningOptions } from './running-options.tsx'
import { useOptionTerms } from './use-option-terms.ts'
import { type OptionTicketState, useOptionTicket } from './use-option-ticket.ts'

interface OptionTicketProps {
  readonly info: MarketInfo
  /** In a sheet: one field a row, without a frame of its own. */
  readonly sheet?: boolean
  readonly onLeave?: () => void
}

/** The ticket of up/down options on a market. The default export, so that a market screen can load it on demand. */
export default function OptionTicket(props: OptionTicketProps) {
  const t = useT()
  const { terms, failed, retry } = useOptionTerms()
  if (failed) return <ErrorState title={t('options.ticket.error')} onRetry={retry} />
  if (terms === null) return <SkeletonLines count={8} className={props.sheet ? '' : 'p-4'} />
  return <Ticket {...props} terms={terms} key={props.info.code} />
}

function Ticket({
  info,
  terms,
  sheet = false,
  onLeave,
}: OptionTicketProps & { readonly terms: OptionTerms }) {
  const ticket = useOptionTicket(info, terms)
  const { step, back, turn } = ticket
  const keys = useMemo(
    () => ({
      u: () => step === 'edit' && turn('up'),
      d: () => step === 'edit' && turn('down'),
      Escape: () => (step === 'edit' ? onLeave?.() : back()),
    }),
    [step, back, turn, onLeave],
  )
  useKeys(keys)
  if (ticket.off !== null) return <Off why={ticket.off} code={info.code} />
  if (ticket.step === 'review') return <OptionTicketReview ticket={ticket} info={info} sheet={sheet} />
  if (ticket.step === 'done' && ticket.bought !== null)
    return (
      <OptionTicketResult
        option={ticket.bought}
        digits={info.digits}
        sheet={sheet}
        onAgain={() => {
          ticket.again()
          onLeave?.()
        }}
      />
    )
  return (
    <OptionTicketForm ticket={ticket} info={info} sheet={sheet}>
      <RunningOptions code={info.code} digits={info.digits} />
    </OptionTicketForm>
  )
}

/** Says why options are not sold here, truly, and what one can do instead (trust T21). */
function Off({ why, code }: { readonly why: NonNullable<OptionTicketState['off']>; readonly code: string }) {
  const t = useT()
  const [dialogOpen, setDialogOpen] = useState(false)
  return (
    <>
      <EmptyState
        icon={<Ban aria-hidden />}
        title={t(`options.off.${why}.title`)}
        text={why === 'market' ? t('options.off.market.text', { code }) : t('options.off.country.text')}
        action={
          why === 'country' && (
            <Button variant="secondary" onClick={() => setDialogOpen(true)}>
              {t('options.off.country.act')}
            </Button>
          )
        }
      />
      <ModeDialog open={dialogOpen} onClose={() => setDialogOpen(false)} />
    </>
  )
}
