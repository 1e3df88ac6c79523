import type { ReactNode } from 'react'
import { classWords } from '../shell/choices/market-classes.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { FigureField } from '../shell/figure-field.tsx'
import { TextAreaField, TextField } from '../shell/text-field.tsx'
import {
  codeOf,
  draftOfType,
  type Exchange,
  type InstrumentDraft,
  type InstrumentType,
  isPair,
} from './instrument-draft.ts'
import { exchangeHints, exchangeWords } from './instrument-words.ts'

interface FieldsProps {
  readonly draft: InstrumentDraft
  readonly onDraft: (draft: InstrumentDraft) => void
  /** The refusal of a field of the instrument, by its name on the wire. */
  readonly issue: (field: string) => string | null
}

/** Fields of a market's class, code and names. A market that there is keeps all but its names. */
export function IdentityFields({ draft, onDraft, issue, isNew }: FieldsProps & { readonly isNew: boolean }) {
  const set = (change: Partial<InstrumentDraft>) => onDraft({ ...draft, ...change })
  return (
    <>
      {isNew && (
        <SelectField
          label="Class"
          hint="Sets the usual figures of the class below; type over what differs. Futures here are contracts for difference that never roll."
          options={Object.entries(classWords).map(([value, label]) => ({ value, label }))}
          value={String(draft.type)}
          onChange={(type) => onDraft(draftOfType(Number(type) as InstrumentType))}
        />
      )}
      {isNew && <CodeFields draft={draft} onDraft={onDraft} issue={issue} />}
      <TextField
        label="Name"
        hint={
          isPair(draft.type)
            ? 'Two names with a slash between them: Euro / Turkish Lira.'
            : 'As customers read it.'
        }
        maxLength={60}
        value={draft.name}
        onValue={(name) => set({ name })}
        error={issue('name')}
      />
      <TextAreaField
        label="Names in other languages"
        hint="One a line, such as “de: Euro / Türkische Lira” (en, ja, ko, de, fr, it, es, ar, hk, zh). Every other language shows the name above."
        rows={2}
        required={false}
        value={draft.names}
        onValue={(names) => set({ names })}
        error={issue('names')}
      />
    </>
  )
}

function CodeFields({ draft, onDraft, issue }: FieldsProps) {
  const set = (change: Partial<InstrumentDraft>) => onDraft({ ...draft, ...change })
  const code = codeOf(draft)
  return (
    <Row>
      <TextField
        label={isPair(draft.type) ? 'Base currency or coin' : 'Code'}
        hint={
          isPair(draft.type)
            ? `The code is ${code === '' ? 'both together, such as EURTRY' : code}.`
            : 'Its ticker, such as THYAO.'
        }
        maxLength={12}
        autoComplete="off"
        value={draft.base}
        onValue={(base) => set({ base: base.trim().toUpperCase() })}
        error={issue('code') ?? issue('base')}
      />
      <TextField
        label="Quote currency"
        hint="Of its price and profit. USD and USDT count one to one; any other needs a market that converts it."
        maxLength={12}
        autoComplete="off"
        value={draft.quoteCurrency}
        onValue={(quoteCurrency) => set({ quoteCurrency: quoteCurrency.trim().toUpperCase() })}
        error={issue('quoteCurrency')}
      />
    </Row>
  )
}

type FigureName = {
  [Name in keyof InstrumentDraft]: InstrumentDraft[Name] extends string ? Name : never
}[keyof InstrumentDraft]

const figures: readonly (readonly [name: FigureName, label: string, hint: string])[] = [
  ['digits', 'Decimals shown', 'Of a price, from 0 to 8.'],
  ['tickSize', 'Tick size', 'The smallest step of a price.'],
  ['pipSize', 'Pip size', 'The step traders count in: a whole number of ticks.'],
  ['contractSize', 'Contract size', 'Units of the base in one lot.'],
  ['lotMin', 'Smallest order, lots', 'A whole number of steps.'],
  ['lotStep', 'Step, lots', ''],
  ['lotMax', 'Largest order, lots', ''],
  [
    'leverageMax',
    'Maximum leverage',
    'Forex 30 for two major currencies, else 20; crypto 2; stocks 5; futures 20.',
  ],
  ['commissionRate', 'Commission per side', 'A share of the value: 0.001 is 0.1%.'],
  ['spreadAdded', 'Spread markup', 'In price, half on each side.'],
  ['swapLong', 'Long swap per night', 'A share of the value; below zero the holder pays.'],
  ['swapShort', 'Short swap per night', 'The same for sellers.'],
]

const simulated: readonly (readonly [name: FigureName, wire: string, label: string, hint: string])[] = [
  ['price', 'simulation.price', 'Start price', 'Where simulated prices begin.'],
  ['spread', 'simulation.spread', 'Simulated spread', 'In price, at most 5%.'],
  ['volatility', 'simulation.volatility', 'Volatility of a year', 'A share: 0.2 is 20%.'],
]

/** Prices, volumes and terms of a new market. */
export function FigureFields({ draft, onDraft, issue }: FieldsProps) {
  const field = (name: FigureName, wire: string, label: string, hint: string) => (
    <FigureField
      key={name}
      label={label}
      hint={hint}
      value={String(draft[name])}
      onValue={(value) => onDraft({ ...draft, [name]: value })}
      error={issue(wire)}
    />
  )
  return (
    <>
      <Row>{figures.map(([name, label, hint]) => field(name, name, label, hint))}</Row>
      <Row>{simulated.map(([name, wire, label, hint]) => field(name, wire, label, hint))}</Row>
    </>
  )
}

/** Symbols at the exchanges that trade the class. */
export function SymbolFields({ draft, onDraft, issue }: FieldsProps) {
  const names: readonly Exchange[] = draft.type === 2 ? ['kraken', 'coinbase', 'binance'] : ['massive']
  return (
    <Row>
      {names.map((name) => (
        <TextField
          key={name}
          required={false}
          label={exchangeWords[name]}
          hint={`${exchangeHints[name]} Empty: no live price there.`}
          maxLength={30}
          autoComplete="off"
          value={draft.symbols[name]}
          onValue={(symbol) => onDraft({ ...draft, symbols: { ...draft.symbols, [name]: symbol.trim() } })}
          error={issue(`symbols.${name}`)}
        />
      ))}
    </Row>
  )
}

const Row = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>
)
