import '../shell/page.css'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl, Tabs } from '@candor/ui/controls/choices.tsx'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { Field, NumberInput, PasswordInput, TextInput } from '@candor/ui/controls/field.tsx'
import { SearchInput } from '@candor/ui/controls/search-input.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { Switch } from '@candor/ui/controls/switch.tsx'
import { Badge, Banner, EmptyState, ErrorState, SkeletonLines, StatusWord } from '@candor/ui/feedback.tsx'
import { Money, MoneyChange, PercentChange, Price } from '@candor/ui/figures/figures.tsx'
import { Progress, ProportionBar } from '@candor/ui/figures/pictures.tsx'
import { Sparkline } from '@candor/ui/figures/sparkline.tsx'
import { CardLines, Table } from '@candor/ui/figures/table.tsx'
import { TimeCurve } from '@candor/ui/figures/time-curve.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { Toasts, toast } from '@candor/ui/overlays/toast.tsx'
import { Tooltip } from '@candor/ui/overlays/tooltip.tsx'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'

// For those who build: every component in its states, in both themes. Not part of the product, so its words are its own.
const tones = ['neutral', 'good', 'bad', 'warn', 'accent'] as const
const wave = Array.from({ length: 60 }, (_, at) => Math.sin(at / 6) + at / 30)
const rows = [
  { code: 'BTCUSDT', price: '95157.27', change: 1.02 },
  { code: 'EURUSD', price: '1.16336', change: -0.07 },
]

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card>
      <SectionHead title={title} className="mb-4" />
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </Card>
  )
}

function Fields() {
  const [lots, setLots] = useState('0.01')
  const [country, setCountry] = useState<'AT' | 'DE' | null>(null)
  return (
    <Group title="Fields">
      <Field label="Name" hint="A hint stands below." className="w-64">
        {(control) => <TextInput {...control} defaultValue="Ada" />}
      </Field>
      <Field label="E-mail" error="This is not a complete address." className="w-64">
        {(control) => <TextInput {...control} defaultValue="ada@" />}
      </Field>
      <Field label="Password" className="w-64">
        {(control) => <PasswordInput {...control} defaultValue="copper lantern" />}
      </Field>
      <Field label="Volume" aside="lots" className="w-64">
        {(control) => (
          <NumberInput
            {...control}
            value={lots}
            onValue={setLots}
            onStep={(step) => setLots((Number(lots) + step / 100).toFixed(2))}
          />
        )}
      </Field>
      <Field label="Country" className="w-64">
        {(control) => (
          <Select
            {...control}
            searchable
            value={country}
            onChange={setCountry}
            placeholder="Choose"
            options={[
              { value: 'AT', label: 'Austria' },
              { value: 'DE', label: 'Germany' },
            ]}
          />
        )}
      </Field>
      <SearchInput aria-label="Search" placeholder="Search" className="w-64" />
    </Group>
  )
}

function Choices() {
  const [on, setOn] = useState(true)
  const [one, setOne] = useState<'a' | 'b' | 'c'>('a')
  const choices = [
    { value: 'a', label: 'First' },
    { value: 'b', label: 'Second' },
    { value: 'c', label: 'Not now', disabled: true },
  ] as const
  const [open, setOpen] = useState(false)
  return (
    <Group title="Choices">
      <Switch checked={on} onChange={setOn} label="A switch" />
      <SegmentedControl label="Segments" choices={choices} value={one} onChange={setOne} />
      <Tabs label="Tabs" choices={choices} value={one} onChange={setOne} />
      <Tooltip text="What it means, in a sentence.">A term</Tooltip>
      <CopyButton value="copied text" label="Copy" />
      <Button variant="secondary" onClick={() => toast('Something happened.', 'good')}>
        Toast
      </Button>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Dialog
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="A question" footer={<Button>Do it</Button>}>
        What it would do.
      </Dialog>
    </Group>
  )
}

function Buttons() {
  return (
    <Group title="Buttons">
      {(['primary', 'secondary', 'quiet', 'buy', 'sell', 'danger'] as const).map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button busy>busy</Button>
      <Button disabled>disabled</Button>
      <Button size="s">small</Button>
      <Button size="l">large</Button>
    </Group>
  )
}

function Figures() {
  return (
    <Group title="Figures">
      <Money amount="9994.006257" asset="USDT" />
      <MoneyChange amount="-12.5" asset="USDT" />
      <MoneyChange amount="3.25" asset="USDT" />
      <PercentChange percent={1.24} />
      <PercentChange percent={0} />
      <Price price="1.16336" digits={5} />
      <Price price={null} digits={2} />
      <Sparkline points={wave} />
    </Group>
  )
}

function States() {
  return (
    <>
      <Group title="States">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {tones.map((tone) => (
          <StatusWord key={tone} tone={tone}>
            {tone}
          </StatusWord>
        ))}
      </Group>
      {tones.map((tone) => (
        <Banner key={tone} tone={tone} title="A banner">
          With a sentence below it.
        </Banner>
      ))}
    </>
  )
}

function Pictures() {
  return (
    <Group title="Pictures">
      <TimeCurve
        label="Curve"
        points={wave.map((value, at) => [at, value])}
        marks={[{ at: 3, isIn: true, title: 'Money in' }]}
        start="1 Nov"
        end="20 Nov"
        high="1,240"
        low="1,180"
      />
      <ProportionBar
        label="Parts"
        className="w-96"
        shares={[
          { key: 'a', label: 'Available', share: 3, value: '3' },
          { key: 'b', label: 'Held', share: 1, value: '1' },
        ]}
      />
      <Progress label="Half" share={0.5} className="w-48" />
      <Progress label="Going on" className="w-48" />
    </Group>
  )
}

function MarketTable() {
  return (
    <Card flush>
      <Table
        label="Markets"
        rows={rows}
        rowKey={(row) => row.code}
        columns={[
          { key: 'code', title: 'Market', cell: (row) => row.code },
          {
            key: 'price',
            title: 'Price',
            end: true,
            cell: (row) => <Price price={row.price} digits={2} />,
          },
          {
            key: 'change',
            title: 'Change',
            end: true,
            cell: (row) => <PercentChange percent={row.change} />,
          },
        ]}
        card={(row) => (
          <CardLines title={row.code} value={row.price} detail={<PercentChange percent={row.change} />} />
        )}
      />
    </Card>
  )
}

function Gallery() {
  return (
    <div className="mx-auto flex max-w-page flex-col gap-4 p-6">
      <Buttons />
      <Fields />
      <Choices />
      <Figures />
      <States />
      <Pictures />
      <MarketTable />
      <Card>
        <DetailList>
          <Detail name="Margin">475.81</Detail>
          <Detail name="Total" strong>
            477.71
          </Detail>
        </DetailList>
      </Card>
      <SkeletonLines />
      <EmptyState
        title="Nothing here yet"
        text="What would be here."
        action={<Button>The next step</Button>}
      />
      <ErrorState title="This could not be loaded" onRetry={() => undefined} />
      <Toasts />
    </div>
  )
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<Gallery />)
