import { Button } from '@candor/ui/controls/button.tsx'
import { Mark } from '@candor/ui/mark.tsx'
import { leaveBoard, useBoardLeft } from '../../session/first-board.ts'
import { useT } from '../../session/language/language.ts'
import { sessionNow } from '../../session/session-store.ts'
import { goTo, useHashPath } from '../hash-location.ts'
import { useLayout } from '../use-layout.ts'
import { useDemoGrant } from '../use-params.ts'
import { LanguageMenu } from './language-menu.tsx'

/** On mobile, a first visit starts with a board (specification §2): Continue, Skip, and the language. */
export function IntroBoard() {
  const t = useT()
  const layout = useLayout()
  const [path] = useHashPath()
  const isLeft = useBoardLeft()
  const amount = useDemoGrant()
  if (layout === 'desktop' || isLeft || path !== '/') return null
  const leave = (to: string) => {
    leaveBoard()
    goTo(to)
  }
  return (
    <section
      aria-label={t('shell.board.label')}
      className="fixed inset-0 z-40 flex flex-col bg-ground px-6 pt-3 pb-[calc(1.5rem+env(safe-area-inset-bottom))]"
    >
      <div className="flex items-center justify-between">
        <LanguageMenu withName />
        <Button variant="quiet" onClick={() => leave('/')}>
          {t('shell.board.skip')}
        </Button>
      </div>
      <div className="my-auto">
        <Mark className="size-14" />
        <h1 className="mt-8 font-semibold text-40 text-ink">{t('shell.board.title')}</h1>
        <p className="mt-4 text-16 text-ink-2">{t('shell.board.text', { amount })}</p>
      </div>
      <Button size="l" full onClick={() => leave(sessionNow().isLogin ? '/' : '/pass/register')}>
        {t('shell.board.continue')}
      </Button>
    </section>
  )
}
