import * as refusals from '@candor/refusals/codes.ts'
import { Field } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { EmptyState, ErrorState, Skeleton } from '@candor/ui/feedback.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { CircleSlash } from 'lucide-react'
import { CallFailure, failureText } from '../../session/calls/failure.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { customerState, useCustomerState } from '../../session/customer-state.ts'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { DemoNotice } from '../../shell/notices/demo-notice.tsx'
import { useLayout } from '../../shell/use-layout.ts'
import { DepositCard } from './deposit-card.tsx'
import { type PayInChoice, payInChoices } from './deposit-form.ts'
import { PayInCard } from './pay-in-card.tsx'

/** The coin chosen last, remembered while the customer visits another page. */
const lastChoice = customerState<PayInChoice>(payInChoices[0])

/** The address to pay to and the form for the payment: side by side on wide screens, one after the other on narrow ones. */
export function DepositPanel() {
  const t = useT()
  const { mode } = useSession()
  const [choice, setChoice] = useCustomerState(lastChoice)
  if (mode === 'demo')
    return (
      <div className="max-w-[30rem]">
        <DemoNotice text={t('funding.demo.text')} />
      </div>
    )
  const choose = (network: string) => {
    setChoice(payInChoices.find((one) => one.network === network) ?? choice)
  }
  return (
    <div className="flex flex-col gap-5">
      <Field label={t('funding.where.choice')} className="max-w-[30rem]">
        {(control) => (
          <Select
            {...control}
            options={payInChoices.map(({ network, name }) => ({ value: network, label: name }))}
            value={choice.network}
            onChange={choose}
          />
        )}
      </Field>
      <Places key={choice.network} choice={choice} />
    </div>
  )
}

function Places({ choice }: { readonly choice: PayInChoice }) {
  const t = useT()
  const layout = useLayout()
  const { coin, network } = choice
  const { data, error, refetch } = useApiQuery('getDepositAddress', { coin, network })
  if (data !== undefined)
    return (
      <div className={layout === 'desktop' ? 'grid grid-cols-2 items-start gap-6' : 'flex flex-col gap-4'}>
        <PayInCard place={data} />
        <DepositCard place={data} />
      </div>
    )
  if (error === null)
    return (
      <Card>
        <Skeleton className="h-80 w-full" />
      </Card>
    )
  if (error instanceof CallFailure && error.code === refusals.unavailable)
    return (
      <EmptyState
        icon={<CircleSlash aria-hidden />}
        title={t('funding.where.closed.title')}
        text={t('funding.where.closed.text')}
      />
    )
  return (
    <ErrorState title={t('shell.loadFailed')} text={failureText(t, error)} onRetry={() => void refetch()} />
  )
}
