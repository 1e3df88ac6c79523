import type { Plan } from '@candor/contract'
import { Banner } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { signOf } from '@candor/ui/figures/format-decimal.ts'
import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { CallFailure, failureText } from '../../session/calls/failure.ts'
import { useIdempotentMutation } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'
import { usdtText } from './plan-cells.tsx'
import { planExit } from './plan-exit.ts'

/** Dialog for leaving early: the amounts returned and lost, then the confirmation. */
export function ExitDialog({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const { t, tag } = useWords()
  const queries = useQueryClient()
  const exit = useIdempotentMutation('exitSmart')
  const figures = planExit(plan)
  const returned = usdtText(figures.returned, tag)
  const send = () =>
    exit.mutate(
      { id: plan.id },
      {
        onSuccess: (left) => {
          const back = planExit(left).returned
          toast(t('smart.exit.done', { returned: usdtText(back, tag) }), 'good')
          for (const name of ['listSmartOrder', 'listSmartProducts', 'getUserInfo'])
            void queries.invalidateQueries({ queryKey: [name] })
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('smart.exit.title')}
      cancelLabel={t('smart.exit.keep')}
      confirm={{
        label: t('smart.exit.confirm', { returned }),
        busy: exit.isPending,
        variant: 'danger',
        onClick: send,
      }}
    >
      <div className="flex flex-col gap-3">
        <p className="text-14 text-ink-2">{t('smart.exit.text')}</p>
        <ExitDetails plan={plan} />
        {signOf(figures.penalty) === 0 && <p className="text-12 text-ink-2">{t('smart.exit.none')}</p>}
        {exit.error !== null && <ExitFailure failure={exit.error} />}
      </div>
    </ConfirmDialog>
  )
}

/** The amounts returned, paid and lost by leaving now. */
function ExitDetails({ plan }: { readonly plan: Plan }) {
  const { t } = useWords()
  const figures = planExit(plan)
  return (
    <>
      <DetailList>
        <Detail name={t('smart.exit.principal')}>
          <Money amount={figures.principal} asset="USDT" />
        </Detail>
        <Detail name={t('smart.exit.penalty')}>
          <Money amount={signOf(figures.penalty) === 0 ? '0' : `-${figures.penalty}`} asset="USDT" />
        </Detail>
        <Detail name={t('smart.exit.returned')} strong>
          <Money amount={figures.returned} asset="USDT" />
        </Detail>
      </DetailList>
      <DetailList className="border-hairline border-t">
        <Detail name={t('smart.exit.paid')}>
          <Money amount={plan.totalRevenue} asset="USDT" />
        </Detail>
        <Detail name={t('smart.exit.kept')}>
          <Money amount={figures.retainedYield} asset="USDT" />
        </Detail>
        <Detail name={t('smart.exit.givenUp')}>
          <Money amount={figures.givenUp} asset="USDT" />
        </Detail>
      </DetailList>
    </>
  )
}

function ExitFailure({ failure }: { readonly failure: Error }) {
  const { t } = useWords()
  const refused = failure instanceof CallFailure && failure.isFinal
  return (
    <Banner tone={refused ? 'bad' : 'warn'}>
      {refused ? failureText(t, failure) : t('smart.exit.timeout')}
    </Banner>
  )
}
