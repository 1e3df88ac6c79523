import { SelectField } from '../shell/choices/select-field.tsx'

export interface NamedMarket {
  readonly code: string
  readonly name: string
}

interface MarketFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly markets: readonly NamedMarket[]
  readonly code: string
  readonly onCode: (code: string) => void
}

/** A choice of one market by its code or its name. */
export function MarketField({ label, placeholder, markets, code, onCode }: MarketFieldProps) {
  const options = markets.map((one) => ({
    value: one.code,
    label: one.code === one.name ? one.code : `${one.code} – ${one.name}`,
  }))
  return (
    <SelectField
      searchable
      label={label}
      placeholder={placeholder}
      options={options}
      value={code}
      onChange={onCode}
    />
  )
}
