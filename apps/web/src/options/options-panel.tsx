import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { useState } from 'react'
import { useT } from '../session/language/language.ts'
import { OptionsList } from './options-list.tsx'
import { type OptionTab, optionTabs, useOptions } from './use-options.ts'

/** Running and settled options under the chart. The default export, so that the panel loads it on demand. */
export default function OptionsPanel({ dense = false }: { readonly dense?: boolean }) {
  const t = useT()
  const [status, setStatus] = useState<OptionTab>('open')
  const list = useOptions(status)
  return (
    <>
      <div className="flex items-center justify-between gap-3 px-4 py-2">
        <SegmentedControl
          label={t('options.list.state')}
          choices={optionTabs.map((value) => ({
            value,
            label: <span className="text-12">{t(`options.list.${value}`)}</span>,
          }))}
          value={status}
          onChange={setStatus}
        />
        <a href="#/profile/orders?type=options" className="text-12 text-accent no-underline hover:underline">
          {t('orders.list.all')}
        </a>
      </div>
      <OptionsList status={status} list={list} dense={dense} />
    </>
  )
}
