import type { Holding } from '@candor/contract'
import { Button } from '@candor/ui/button.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Badge, Banner, EmptyState } from '@candor/ui/feedback.tsx'
import { Field, TextInput } from '@candor/ui/field.tsx'
import { Money } from '@candor/ui/figures.tsx'
import { Select } from '@candor/ui/select.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { issuesOf } from '../proposals/proposal-dialog.tsx'
import { sentenceOf } from '../session/failure.ts'
import { useMe } from '../session/me.ts'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { FigureField } from '../shell/figure-field.tsx'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { ControlDialog } from './control-dialog.tsx'

/** Places of customers' money. They are published with the daily proof of liabilities, so a change needs two people (⚖). */
export function HoldingsPage() {
  const answer = useOps('opsHoldings', {})
  const [changing, setChanging] = useState<Holding | 'new' | null>(null)
  const [signing, setSigning] = useState<Holding | null>(null)
  const may = ['finance', 'admin'].includes(useMe().role)
  return (
    <div className="p-6">
      <PageHead
        title="What is held"
        text="Published each day beside what is owed to customers: “verified on chain” where a node shows the address and its key has signed, “stated by the operator” elsewhere. A change is approved by another person under Four eyes."
      >
        {may && <Button onClick={() => setChanging('new')}>State a place …</Button>}
      </PageHead>
      <Shown answer={answer}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState
              title="Nothing is stated"
              text="Customers read that the operator has not said where their money is held."
            />
          ) : (
            <div className="grid gap-4 xl:grid-cols-2">
              {items.map((item) => (
                <PlaceCard key={item.name} item={item}>
                  {may && (
                    <div className="flex flex-wrap gap-2">
                      <Button variant="secondary" onClick={() => setChanging(item)}>
                        Propose a change …
                      </Button>
                      {item.network !== null && (
                        <Button variant="secondary" onClick={() => setSigning(item)}>
                          Show control …
                        </Button>
                      )}
                    </div>
                  )}
                </PlaceCard>
              ))}
            </div>
          )
        }
      </Shown>
      {changing !== null && (
        <PlaceDialog item={changing === 'new' ? null : changing} onClose={() => setChanging(null)} />
      )}
      {signing !== null && signing.network !== null && (
        <ControlDialog name={signing.name} network={signing.network} onClose={() => setSigning(null)} />
      )}
    </div>
  )
}

function PlaceCard({ item, children }: { readonly item: Holding; readonly children: ReactNode }) {
  const [word, tone] = standingOf(item)
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="min-w-0 font-semibold text-16 text-ink [overflow-wrap:anywhere]">{item.name}</h2>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <Money amount={item.stated} asset={item.asset} max={8} className="text-20 text-ink" />
      {item.address !== null && (
        <p className="figures whitespace-normal! text-14 text-ink-2 [overflow-wrap:anywhere]">{`${item.network} ${item.address}`}</p>
      )}
      {item.address !== null && (
        <p className="text-12 text-ink-2">
          {item.controlShownAt === null
            ? 'Nobody has shown that this address is ours: the proof says “stated”.'
            : `Its key signed on ${momentOf(item.controlShownAt)}.`}
        </p>
      )}
      <p className="text-12 text-ink-3">{`Version ${item.version}, ${momentOf(item.changedAt)}: ${item.reason}`}</p>
      {children}
    </Card>
  )
}

/** Basis of the place in the next proof, provided that the node answers. */
function standingOf({ checkable, controlShownAt }: Holding): readonly [word: string, tone: 'good' | 'warn'] {
  if (controlShownAt === null) return ['stated', 'warn']
  return checkable ? ['a node looks each day', 'good'] : ['stated: no node looks', 'warn']
}

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
  unreadable: 'This is no address of the network.',
  repeated: 'Another place has this address: its coins would count twice.',
} as const

function PlaceDialog({ item, onClose }: { readonly item: Holding | null; readonly onClose: () => void }) {
  const form = useId()
  const propose = useOpsMutation('opsProposeHolding')
  const [, go] = useLocation()
  const [kind, setKind] = useState<Kind>(item === null ? 'USDT ERC20' : kindOf(item))
  const [texts, setTexts] = useState({
    name: item?.name ?? '',
    address: item?.address ?? '',
    stated: item?.stated ?? '',
    reason: '',
  })
  const [asset, network] = kinds[kind]
  const addressIssue = issuesOf(propose.error, addressWords)('address')
  const input = (name: keyof typeof texts) => ({
    value: texts[name],
    onChange: (event: { target: { value: string } }) => setTexts({ ...texts, [name]: event.target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { address, ...rest } = texts
    propose.mutate(
      { ...rest, asset, network, address: network === null ? null : address },
      {
        onSuccess: ({ id }) => {
          onClose()
          go(`/proposals/${id}`)
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={item === null ? 'State a place' : item.name}
      wide
      footer={
        <Button form={form} type="submit" busy={propose.isPending}>
          Propose it
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        {item === null && (
          <Field label="Name" hint="As customers read it: “Cold wallet”, a custodian’s name.">
            {(control) => <TextInput {...control} required maxLength={80} {...input('name')} />}
          </Field>
        )}
        <Field label="What and where">
          {(control) => <Select {...control} options={kindOptions} value={kind} onChange={setKind} />}
        </Field>
        {network !== null && (
          <Field label="Address" hint="Public: everybody may look at it." error={addressIssue}>
            {(control) => (
              <TextInput
                {...control}
                required
                autoComplete="off"
                spellCheck={false}
                className="figures"
                {...input('address')}
              />
            )}
          </Field>
        )}
        <FigureField
          label={`Amount held, ${asset}`}
          hint="Zero takes the place out of the proof."
          value={texts.stated}
          onValue={(stated) => setTexts({ ...texts, stated })}
        />
        <Field label="Reason" hint="Stands in the audit log.">
          {(control) => <TextInput {...control} required minLength={3} {...input('reason')} />}
        </Field>
        {propose.error !== null && addressIssue === null && (
          <Banner tone="bad">{sentenceOf(propose.error)}</Banner>
        )}
      </form>
    </Dialog>
  )
}
