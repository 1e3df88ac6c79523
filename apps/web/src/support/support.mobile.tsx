import { useT } from '../session/language/language.ts'
import { Conversation } from './conversation.tsx'

/** The conversation fills the screen, with the input at the bottom. */
export function SupportMobile() {
  const t = useT()
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="px-4 pt-4 pb-3">
        <h1 className="font-semibold text-20 text-ink">{t('support.title')}</h1>
        <p className="mt-1 text-12 text-ink-2">{t('support.safety')}</p>
      </div>
      <div className="flex-1 border-hairline border-t bg-surface">
        <Conversation logClass="h-[calc(100dvh-28rem)] min-h-40" />
      </div>
    </div>
  )
}
