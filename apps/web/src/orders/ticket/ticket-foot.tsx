import type { MarketInfo } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import { Suspense } from 'react'
import { failureText } from '../../session/calls/failure.ts'
import { useWords } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { useTradingUnfunded } from '../../session/use-offered.ts'
import { laterPart } from '../../shell/later-part.ts'
import { FillNotice } from '../one-click/fill-notice.tsx'
import { OneClickButtons } from '../one-click/one-click-buttons.tsx'
import { actionText } from './action-text.ts'
import { NotEnough } from './not-enough.tsx'
import { sheetFootClass } from './review-parts.tsx'
import { TradingPause } from './trading-pause.tsx'
import type { OrderTicketState } from './use-order-ticket.ts'

const LaterTerms = laterPart(() => import('../../markets/later-terms.tsx'))

export interface TicketFootProps {
  readonly ticket: OrderTicketState
  readonly info: MarketInfo
  readonly sheet: boolean
}

function Announced({ info }: { readonly info: MarketInfo }) {
  if (info.later === null && info.closeOnlyFrom === null) return null
  return (
    <Suspense>
      <LaterTerms info={info} />
    </Suspense>
  )
}

/** The way on: what the button would do, and what the account has for it. */
export function TicketFoot({ ticket, info, sheet }: TicketFootProps) {
  const { t, tag } = useWords()
  const { isLogin, mode } = useSession()
  const { form, market, price, available, refusal } = ticket
  const unfunded = useTradingUnfunded()
  return (
    <div
      className={classNames(
        'flex flex-col gap-2',
        sheet ? `${sheetFootClass} mt-5` : 'border-hairline border-t px-4 py-2.5',
      )}
    >
      <FillNotice />
      <TradingPause info={info} price={price} mayWait />
      <RollNote info={info} />
      <Announced info={info} />
      {refusal?.field === 'form' && <Banner tone="bad">{failureText(t, refusal.failure)}</Banner>}
      {isLogin ? (
        <>
          <NotEnough ticket={ticket} />
          {ticket.placeAtOnce === null ? (
            <Button
              type="submit"
              variant={form.direction}
              size="l"
              full
              disabled={unfunded || info.closeOnly}
            >
              {t('orders.ticket.review', {
                action: actionText(t, tag, form, market),
              })}
            </Button>
          ) : (
            <OneClickButtons ticket={ticket} info={info} />
          )}
          <p className="flex justify-between gap-3 text-12 text-ink-3">
            <span>{t(`orders.mode.${mode}`)}</span>
            {available !== null && (
              <span className="figures">
                {t('orders.ticket.available')} {formatDecimal(available, tag, { min: 2, max: 2 })} USDT
              </span>
            )}
          </p>
        </>
      ) : (
        <>
          <a href="#/pass/register" className={buttonClass('primary', 'l', true)}>
            {t('orders.ticket.register')}
          </a>
          <p className="text-center text-12 text-ink-3">
            {t('orders.ticket.signInHint')}{' '}
            <a href="#/pass/login" className="text-accent">
              {t('orders.ticket.signIn')}
            </a>
          </p>
        </>
      )}
    </div>
  )
}

/** For a futures market: the end of this contract, and its effect on positions opened now. */
function RollNote({ info: { contract } }: { readonly info: MarketInfo }) {
  const { t, tag } = useWords()
  if (contract === null) return null
  const at = formatDay(contract.rollsAt, tag)
  const { month, next, goesOn } = contract
  return (
    <p className="text-12 text-ink-3">
      {goesOn ? t('orders.ticket.roll', { month, next, at }) : t('orders.ticket.roll.ends', { month, at })}
    </p>
  )
}
