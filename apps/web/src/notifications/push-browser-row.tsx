import { Button } from '@candor/ui/controls/button.tsx'
import { useEffect, useState } from 'react'
import type { CallResult } from '../session/calls/call-server.ts'
import { failureText } from '../session/calls/failure.ts'
import { useT } from '../session/language/language.ts'
import { pushHere, takesPush, turnPushOff, turnPushOn } from './push-browser.ts'

type Shown = CallResult<'noticeChoices'>

/** Shows if this browser receives push notices, with a way to change that. */
export function PushBrowserRow({
  shown,
  onShown,
}: {
  readonly shown: Shown
  readonly onShown: (shown: Shown) => void
}) {
  const t = useT()
  const [here, setHere] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    pushHere().then(setHere, () => undefined)
  }, [])
  const on = here !== null && shown.browsers.some(({ endpoint }) => endpoint === here)
  const change = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const after = on ? await turnPushOff(here) : await turnPushOn(shown.pushKey)
      if (after === 'denied') setFailure(t('notifications.browser.denied'))
      else onShown(after)
      setHere(await pushHere())
    } catch (failure) {
      setFailure(failureText(t, failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="mt-2 flex flex-col gap-3 border-hairline border-t pt-4 md:flex-row md:items-center md:justify-between">
      <div className="min-w-0">
        <h3 className="font-medium text-14 text-ink">{t('notifications.browser.title')}</h3>
        <p className="mt-0.5 max-w-line text-14 text-ink-2">
          {takesPush() ? t('notifications.browser.text') : t('notifications.browser.unable')}
        </p>
        <p role="status" className="text-14 text-bad">
          {failure}
        </p>
      </div>
      {takesPush() && (
        <Button variant="secondary" busy={busy} onClick={() => void change()}>
          {t(on ? 'notifications.browser.off' : 'notifications.browser.on')}
        </Button>
      )}
    </div>
  )
}
