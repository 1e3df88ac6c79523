import { type ServiceScope, serviceScopeSummaries, serviceScopes } from '@candor/contract'
import { CheckGroup, CheckRow, withMembers } from '../shell/choices/check-list.tsx'

interface ScopesFieldProps {
  readonly chosen: ReadonlySet<ServiceScope>
  readonly onChosen: (chosen: ReadonlySet<ServiceScope>) => void
  readonly error: string | null
}

/** The scopes a token has, each with what it opens. None is chosen at first. */
export function ScopesField({ chosen, onChosen, error }: ScopesFieldProps) {
  return (
    <CheckGroup label="Scopes" error={error}>
      <ul className="m-0 flex list-none flex-col divide-y divide-hairline rounded-s border border-hairline p-0">
        {serviceScopes.map((scope) => (
          <li key={scope}>
            <CheckRow
              name={scope}
              summary={serviceScopeSummaries[scope]}
              checked={chosen.has(scope)}
              onCheck={(on) => onChosen(withMembers(chosen, [scope], on))}
              className="min-h-11 px-3 py-2 hover:bg-sunken"
            />
          </li>
        ))}
      </ul>
    </CheckGroup>
  )
}
