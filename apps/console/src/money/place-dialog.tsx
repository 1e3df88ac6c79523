import type { Holding } from '@candor/contract'
import { Field } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { FigureField } from '../shell/figure-field.tsx'
import { FormDialog } from '../shell/form-dialog.tsx'
import { ReasonField } from '../shell/reason-field.tsx'
import { TextField } from '../shell/text-field.tsx'

const kinds = {
  'USDT ERC20': ['USDT', 'ERC20'],
  'USDT TRC20': ['USDT', 'TRC20'],
  'BTC BTC': ['BTC', 'BTC'],
  'ETH ETH': ['ETH', 'ETH'],
  'USDT none': ['USDT', null],
  'BTC none': ['BTC', null],
  'ETH none': ['ETH', null],
} as const
type Kind = keyof typeof kinds
const kindOptions = (Object.keys(kinds) as Kind[]).map((value) => {
  const [asset, network] = kinds[value]
  return {
    value,
    label: network === null ? `${asset}, no address (bank, custodian)` : `${asset} on ${network}`,
  }
})
const kindOf = ({ asset, network }: Holding): Kind =>
  (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind][0] === asset && kinds[kind][1] === network) ??
  'USDT none'

const addressWords = {
  unreadable: 'This is not a valid address on this network.',
  repeated: 'Another holding already has this address, so its coins would count twice.',
} as const

/** Dialog to propose a place of customers' money, or another amount in it. */
export function PlaceDialog({
  item,
  onClose,
}: {
  readonly item: Holding | null
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeHolding')
  const [, go] = useLocation()
  const [kind, setKind] = useState<Kind>(item === null ? 'USDT ERC20' : kindOf(item))
  const [texts, setTexts] = useState(() => textsOf(item))
  const [asset, network] = kinds[kind]
  const addressIssue = issuesOf(propose.error, addressWords)('address')
  const text = (name: keyof typeof texts) => ({
    value: texts[name],
    onValue: (value: string) => setTexts({ ...texts, [name]: value }),
  })
  const open = ({ id }: { readonly id: string }) => {
    onClose()
    go(`/proposals/${id}`)
  }
  const submit = () => {
    const address = network === null ? null : texts.address
    propose.mutate({ ...texts, asset, network, address }, { onSuccess: open })
  }
  return (
    <FormDialog
      title={item === null ? 'Add a holding' : item.name}
      act="Submit for approval"
      busy={propose.isPending}
      error={addressIssue === null ? propose.error : null}
      onSubmit={submit}
      onClose={onClose}
    >
      {item === null && (
        <TextField
          label="Name"
          hint="Shown to customers, such as “Cold wallet” or a custodian’s name."
          maxLength={80}
          {...text('name')}
        />
      )}
      <Field label="Coin and network">
        {(control) => <Select {...control} options={kindOptions} value={kind} onChange={setKind} />}
      </Field>
      {network !== null && <AddressField error={addressIssue} {...text('address')} />}
      <FigureField
        label={`Amount held, ${asset}`}
        hint="Enter zero to remove the holding from the proof."
        {...text('stated')}
      />
      <ReasonField reason={texts.reason} onReason={text('reason').onValue} />
    </FormDialog>
  )
}

const textsOf = (item: Holding | null) => ({
  name: item?.name ?? '',
  address: item?.address ?? '',
  stated: item?.stated ?? '',
  reason: '',
})

const AddressField = (field: {
  readonly error: string | null
  readonly value: string
  readonly onValue: (value: string) => void
}) => (
  <TextField
    label="Address"
    hint="Published: anyone can look it up."
    autoComplete="off"
    spellCheck={false}
    className="figures"
    {...field}
  />
)
