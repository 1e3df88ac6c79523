import type { ExposureLimit } from '@candor/contract'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { useState } from 'react'
import { ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { issuesOf } from '../session/failure.ts'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { FigureField } from '../shell/figure-field.tsx'
import { plainAmount } from '../shell/plain-amount.ts'

const refusedWords: Readonly<Record<string, string>> = {
  unchanged: 'This already applies.',
  'too-fine': 'At most six decimals.',
  too_large: 'Below a billion USDT.',
  negative: 'Enter zero or more.',
  decimal: 'Enter a number, such as 250000.',
  'unknown-market': 'Choose a market.',
}

/** Dialog for a market's limit: a new one, or another amount. */
export function LimitDialog({
  limit,
  onClose,
}: {
  /** Null: of a market that is chosen in the dialog. */
  readonly limit: ExposureLimit | null
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeExposureLimit')
  const [code, setCode] = useState(limit?.code ?? '')
  const [amount, setAmount] = useState(limit === null ? '' : plainAmount(limit.limit))
  const issue = issuesOf(propose.error, refusedWords)
  return (
    <ProposalDialog
      title={limit === null ? 'Limit a market' : `Exposure limit of ${code}`}
      text="It takes effect once a second person approves it. Customers are not notified, and no open position is closed."
      disabled={code === ''}
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[issue('code'), issue('limit')]}
      onClose={onClose}
      onPropose={(reason, done) => propose.mutate({ code, limit: amount, reason }, { onSuccess: done })}
    >
      {limit === null && <MarketField code={code} error={issue('code')} onCode={setCode} />}
      <FigureField
        label="Largest net position, USDT"
        hint={hintOf(limit)}
        error={issue('limit')}
        value={amount}
        onValue={setAmount}
      />
    </ProposalDialog>
  )
}

function hintOf(limit: ExposureLimit | null): string {
  const most = 'In either direction. Zero permits only orders that reduce the net position.'
  if (limit?.net == null) return most
  return `${most} Now ${formatDecimal(limit.net, 'en-GB', { min: 0, max: 0, signed: true })} USDT.`
}

function MarketField({
  code,
  error,
  onCode,
}: {
  readonly code: string
  readonly error: string | null
  readonly onCode: (code: string) => void
}) {
  const { data } = useOps('opsTariffs', {})
  const options = (data?.markets ?? []).map((market) => ({
    value: market.code,
    label: market.code === market.name ? market.code : `${market.code} – ${market.name}`,
  }))
  return (
    <SelectField
      searchable
      label="Market"
      placeholder="Choose a market"
      error={error}
      options={options}
      value={code}
      onChange={onCode}
    />
  )
}

/** Dialog that proposes to remove a limit. */
export function RemoveLimitDialog({
  limit: { code },
  onClose,
}: {
  readonly limit: ExposureLimit
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeExposureLimit')
  return (
    <ProposalDialog
      title={`Remove the exposure limit of ${code}`}
      text="Once a second person approves, you keep any net position that customers open in this market."
      danger
      error={propose.error}
      busy={propose.isPending}
      onClose={onClose}
      onPropose={(reason, done) => propose.mutate({ code, limit: null, reason }, { onSuccess: done })}
    />
  )
}
