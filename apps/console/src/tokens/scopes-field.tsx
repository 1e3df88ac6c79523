import { type ServiceScope, serviceScopeSummaries, serviceScopes } from '@candor/contract'

interface ScopesFieldProps {
  readonly chosen: ReadonlySet<ServiceScope>
  readonly onChosen: (chosen: ReadonlySet<ServiceScope>) => void
  readonly error: string | null
}

/** The scopes a token has, each with what it opens. None is chosen at first. */
export function ScopesField({ chosen, onChosen, error }: ScopesFieldProps) {
  const toggle = (scope: ServiceScope, on: boolean) =>
    onChosen(new Set(on ? [...chosen, scope] : [...chosen].filter((one) => one !== scope)))
  return (
    <fieldset className="m-0 border-0 p-0">
      <legend className="mb-2 font-medium text-14 text-ink">Scopes</legend>
      {error !== null && (
        <p role="alert" className="mb-2 text-12 text-bad">
          {error}
        </p>
      )}
      <ul className="m-0 flex list-none flex-col divide-y divide-hairline rounded-s border border-hairline p-0">
        {serviceScopes.map((scope) => (
          <li key={scope}>
            <label className="flex min-h-11 cursor-pointer items-start gap-3 px-3 py-2 text-14 text-ink hover:bg-sunken">
              <input
                type="checkbox"
                checked={chosen.has(scope)}
                onChange={(event) => toggle(scope, event.target.checked)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0">
                <code className="text-12 text-ink">{scope}</code>
                <span className="block text-12 text-ink-3">{serviceScopeSummaries[scope]}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
