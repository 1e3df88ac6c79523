import { Button } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { useState } from 'react'
import { momentText } from '../../markets/ages.ts'
import { useWords } from '../../session/language/language.ts'
import type { Reached } from './limit-terms.ts'
import { UnderstandingDialog } from './understanding-dialog.tsx'

/** Says why the customer's own limit stops a new trade, until when, and where to go from here. */
export default function OwnLimitNote({ reached }: { readonly reached: Reached }) {
  const { t, tag } = useWords()
  const { reason, until } = reached
  if (reason === 'understanding') return <CheckFirst />
  return (
    <Banner
      tone="warn"
      title={t(`trust.reached.${reason}`)}
      action={
        <a href="#/profile/settings" className="font-medium text-accent whitespace-nowrap">
          {t('trust.reached.settings')}
        </a>
      }
    >
      {until !== null && t('trust.reached.until', { time: momentText(until, tag, Date.now()) })}
    </Banner>
  )
}

function CheckFirst() {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  const [passed, setPassed] = useState(false)
  if (passed) return <Banner tone="good">{t('trust.check.passed')}</Banner>
  return (
    <>
      <Banner tone="neutral" title={t('trust.reached.understanding')}>
        <Button variant="secondary" className="mt-2" onClick={() => setOpen(true)}>
          {t('trust.check.open')}
        </Button>
      </Banner>
      {open && <UnderstandingDialog onClose={() => setOpen(false)} onPassed={() => setPassed(true)} />}
    </>
  )
}
