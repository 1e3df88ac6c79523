import type { NameList } from '@candor/contract'
import { Banner } from '@candor/ui/feedback.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { useOps } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'

const titles: Readonly<Record<NameList['source'], string>> = {
  'ofac-sdn': 'OFAC SDN list',
  opensanctions: 'OpenSanctions',
}

/** Lists that customers are compared with. Without a current list no name is found, so a missing one is highlighted. */
export function NameLists() {
  const { data } = useOps('opsNameLists', {}, { everyMs: 60_000 })
  if (data === undefined) return null
  const isNone = data.lists.every(({ current }) => current === null)
  return (
    <section
      aria-label="Sanctions lists"
      className="flex flex-col gap-3 border-hairline border-t p-4 text-12 text-ink-2"
    >
      {isNone && (
        <Banner tone="bad" title="Customers are not being screened">
          {data.folderSet
            ? 'Copy the list files into the folder.'
            : 'Set SCREENING_DIR to a folder with the lists.'}
        </Banner>
      )}
      {data.lists.map((list) => (
        <List key={list.source} list={list} />
      ))}
    </section>
  )
}

function List({ list: { source, files, current, old, failure } }: { readonly list: NameList }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium text-ink">{titles[source]}</p>
      {current === null ? (
        <p>{`Not loaded: ${files.join(' and ')}`}</p>
      ) : (
        <p>
          <span className="figures">{formatDecimal(String(current.entries), 'en-GB')}</span>
          {current.entries === 1 ? ' entry' : ' entries'}, dated{' '}
          <span className={old ? 'text-warn' : undefined}>{momentOf(current.datedAt)}</span>
        </p>
      )}
      {old && <p className="text-warn">More than a week old. Copy newer files.</p>}
      {failure !== null && (
        <p className="text-bad [overflow-wrap:anywhere]">{`Could not be read on ${momentOf(failure.at)}: ${failure.why}`}</p>
      )}
    </div>
  )
}
