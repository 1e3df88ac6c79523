import { Switch } from '@candor/ui/controls/switch.tsx'
import { Suspense, useId, useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { laterPart } from '../../shell/later-part.ts'
import { useOneClick } from './one-click-setting.ts'

const OneClickDialog = laterPart(() => import('./one-click-dialog.tsx'))

/** Turns one-click trading on, once its effect was confirmed, and off at once. */
export function OneClickSwitch() {
  const t = useT()
  const { isLogin } = useSession()
  const { isOn, turn } = useOneClick()
  const [asks, setAsks] = useState(false)
  const id = useId()
  if (!isLogin) return null
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="font-medium text-14 text-ink">
          {t('orders.oneClick.title')}
        </label>
        <Switch id={id} checked={isOn} onChange={(on) => (on ? setAsks(true) : turn(false))} />
      </div>
      <p className="text-12 text-ink-3">{t('orders.oneClick.hint')}</p>
      {asks && (
        <Suspense>
          <OneClickDialog
            onClose={() => setAsks(false)}
            onConfirm={() => {
              turn(true)
              setAsks(false)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
