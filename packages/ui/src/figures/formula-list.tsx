import { scrolledByKeyboard } from '../scrolled-by-keyboard.ts'

export interface ShownFormula {
  readonly formula: string
  /** The same with its numbers; null where they are not all stated. */
  readonly filled: string | null
}

/** Formulas as they are written in every language, each with its numbers below it. */
export function FormulaList({ formulas }: { readonly formulas: readonly ShownFormula[] }) {
  return (
    <ul dir="ltr" className="mt-1 flex flex-col gap-1">
      {formulas.map(({ formula, filled }) => (
        <li
          key={formula}
          {...scrolledByKeyboard}
          className="overflow-x-auto rounded-s bg-sunken px-3 py-1.5 font-mono text-12 text-ink"
        >
          <span className={filled === null ? '' : 'text-ink-2'}>{formula}</span>
          {filled !== null && <span className="block">{filled}</span>}
        </li>
      ))}
    </ul>
  )
}
