import type { PaymentAddress } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { Badge, type Tone } from '@candor/ui/feedback.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import { ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { useMe } from '../session/me.ts'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'

const kinds: Readonly<Record<PaymentAddress['kind'], readonly [words: string, tone: Tone]>> = {
  key: ['one address per customer', 'good'],
  address: ['one address for all', 'warn'],
  sample: ['sandbox sample', 'warn'],
  closed: ['no deposits', 'neutral'],
}

/** Payment addresses by network. A change could divert deposits, so it needs two people (⚖). */
export function PaymentAddressesPage() {
  const query = useOps('opsPaymentAddresses', {})
  const [changing, setChanging] = useState<PaymentAddress | null>(null)
  const may = ['finance', 'admin'].includes(useMe().role)
  return (
    <div className="p-6">
      <PageHead
        title="Payment addresses"
        text="With an extended public key, every customer has their own address and deposits can be credited automatically from the chain. A second person approves each change under Four eyes."
      >
        <CsvButton name="payment-addresses" rows={() => rowsOf(query.data ?? [])} />
      </PageHead>
      <Shown query={query}>
        {(items) => (
          <div className="grid gap-4 xl:grid-cols-2">
            {items.map((item) => (
              <AddressCard key={item.network} item={item} onChange={may ? () => setChanging(item) : null} />
            ))}
          </div>
        )}
      </Shown>
      {changing !== null && <ChangeDialog item={changing} onClose={() => setChanging(null)} />}
    </div>
  )
}

function AddressCard({
  item,
  onChange,
}: {
  readonly item: PaymentAddress
  readonly onChange: (() => void) | null
}) {
  const [words, tone] = kinds[item.kind]
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold text-16 text-ink">{`${item.coin} on ${item.network}`}</h2>
        <Badge tone={tone}>{words}</Badge>
      </div>
      {item.target !== null && <Exact name="Key or address" value={item.target} />}
      {item.kind === 'key' &&
        item.addresses.map((address, at) => (
          <Exact key={address} name={`Address ${at + 1}: compare it with your wallet`} value={address} />
        ))}
      {item.changedAt !== null && (
        <p className="text-12 text-ink-3">{`Version ${item.version}, ${momentOf(item.changedAt)}: ${item.reason ?? ''}`}</p>
      )}
      {onChange !== null && (
        <Button variant="secondary" onClick={onChange} className="self-start">
          Propose a change …
        </Button>
      )}
    </Card>
  )
}

function Exact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <p className="text-12 text-ink-3">{name}</p>
      <p className="flex items-start gap-2 text-14 text-ink">
        <span className="figures whitespace-normal! min-w-0 [overflow-wrap:anywhere]">{value}</span>
        <CopyButton value={value} className="-my-1.5 shrink-0" />
      </p>
    </div>
  )
}

function ChangeDialog({ item, onClose }: { readonly item: PaymentAddress; readonly onClose: () => void }) {
  const propose = useOpsMutation('opsProposePaymentAddress')
  const [target, setTarget] = useState(item.target ?? '')
  return (
    <ProposalDialog
      title={`${item.coin} on ${item.network}`}
      error={propose.error}
      busy={propose.isPending}
      onClose={onClose}
      onPropose={(reason, done) =>
        propose.mutate({ network: item.network, target, reason }, { onSuccess: done })
      }
    >
      <Field
        label="Extended public key, or a single address"
        hint="The account’s xpub (for Bitcoin also zpub). Never a private key. Leave empty to accept no deposits on this network."
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={target}
            onChange={(event) => setTarget(event.target.value)}
            className="figures"
          />
        )}
      </Field>
    </ProposalDialog>
  )
}

const rowsOf = (items: readonly PaymentAddress[]) => [
  ['coin', 'network', 'kind', 'key or address', 'version', 'changed', 'reason'],
  ...items.map((one) => [
    one.coin,
    one.network,
    one.kind,
    one.target ?? '',
    String(one.version ?? ''),
    one.changedAt ?? '',
    one.reason ?? '',
  ]),
]
