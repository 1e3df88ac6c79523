import { Button, buttonClass } from '@candor/ui/button.tsx'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../session/language.ts'
import { useSession } from '../session/session-store.ts'
import { ModeDialog } from '../shell/mode-switch.tsx'

/** Why nothing can be bought from here now, and the way to change it: signed out, or the demo account in use. */
export function BuyerNotice() {
  const { isLogin } = useSession()
  return isLogin ? <DemoNotice /> : <VisitorNotice />
}

/** The specification's message for demo accounts (§5, 11030), with the switch it asks for. */
function DemoNotice() {
  const t = useT()
  const [asking, setAsking] = useState(false)
  return (
    <div className="flex flex-col gap-3 rounded-m bg-warn-wash p-4">
      <div>
        <p className="font-semibold text-14 text-ink">{t('smart.demo.title')}</p>
        <p className="mt-1 text-14 text-ink-2">{t('smart.demo.text')}</p>
      </div>
      <Button
        full
        variant="secondary"
        icon={<ArrowLeftRight aria-hidden className="size-4" />}
        onClick={() => setAsking(true)}
      >
        {t('smart.demo.act')}
      </Button>
      <ModeDialog open={asking} onClose={() => setAsking(false)} />
    </div>
  )
}

function VisitorNotice() {
  const t = useT()
  return (
    <div className="flex flex-col gap-3">
      <p className="text-14 text-ink-2">{t('smart.form.signIn')}</p>
      <div className="grid grid-cols-2 gap-2">
        <a href="#/pass/login?next=%2Ftrading" className={buttonClass('secondary', 'm', true)}>
          {t('shell.signIn')}
        </a>
        <a href="#/pass/register" className={buttonClass('primary', 'm', true)}>
          {t('shell.signUp')}
        </a>
      </div>
    </div>
  )
}
