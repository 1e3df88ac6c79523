import type { WebhookEventType } from '@candor/contract'
import { CheckGroup, CheckRow, withMembers } from '../shell/choices/check-list.tsx'
import { summaryOf, type TypeGroup, typeGroups } from './webhook-words.ts'

interface TypesFieldProps {
  readonly chosen: ReadonlySet<WebhookEventType>
  readonly onChosen: (chosen: ReadonlySet<WebhookEventType>) => void
  readonly error: string | null
}

/** The events an endpoint is told of, in groups that are chosen as a whole or one by one. */
export function TypesField({ chosen, onChosen, error }: TypesFieldProps) {
  return (
    <CheckGroup label="Events" error={error}>
      <div className="flex flex-col divide-y divide-hairline rounded-s border border-hairline">
        {typeGroups.map((group) => (
          <Group
            key={group.name}
            group={group}
            chosen={chosen}
            onToggle={(types, on) => onChosen(withMembers(chosen, types, on))}
          />
        ))}
      </div>
    </CheckGroup>
  )
}

function Group({
  group: { title, types },
  chosen,
  onToggle,
}: {
  readonly group: TypeGroup
  readonly chosen: ReadonlySet<WebhookEventType>
  readonly onToggle: (types: readonly WebhookEventType[], on: boolean) => void
}) {
  const count = types.filter((type) => chosen.has(type)).length
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 px-3 text-14 text-ink hover:bg-sunken">
        <input
          type="checkbox"
          aria-label={`All events: ${title}`}
          checked={count === types.length}
          ref={(box) => {
            if (box !== null) box.indeterminate = count > 0 && count < types.length
          }}
          onChange={(event) => onToggle(types, event.target.checked)}
          className="size-4 accent-accent"
        />
        <span className="flex-1">{title}</span>
        <span className="figures text-12 text-ink-3">{`${count} of ${types.length}`}</span>
      </summary>
      <ul className="m-0 flex list-none flex-col gap-1 px-3 pt-1 pb-3 ps-10">
        {types.map((type) => (
          <li key={type}>
            <CheckRow
              name={type}
              summary={summaryOf(type)}
              checked={chosen.has(type)}
              onCheck={(on) => onToggle([type], on)}
              className="min-h-8 py-1"
            />
          </li>
        ))}
      </ul>
    </details>
  )
}
