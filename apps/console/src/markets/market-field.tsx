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
  readonly error?: string | null
}

/** A choice of one market by its code or its name. */
export function MarketField({ label, placeholder, markets, code, onCode, error = null }: MarketFieldProps) {
  return (
    <SelectField
      searchable
      label={label}
      placeholder={placeholder}
      options={markets.map(marketOption)}
      value={code}
      onChange={onCode}
      error={error}
    />
  )
}

/** A market among the options of a choice. */
export const marketOption = ({ code, name }: NamedMarket) => ({
  value: code,
  label: code === name ? code : `${code} – ${name}`,
})
