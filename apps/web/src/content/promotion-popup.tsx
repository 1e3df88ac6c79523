import { buttonClass } from '@candor/ui/controls/button.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { useState } from 'react'
import { readStored, writeStored } from '../session/browser-storage.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import { addressOf } from './address-of.ts'
import { writtenIn } from './written-in.ts'

/** The newest advertisement, once, for who is signed in on a phone (specification §2); closing it is remembered in this browser. */
export default function PromotionPopup() {
  const { t, language } = useWords()
  const [read, setRead] = useState(() => readStored('adRead') !== null)
  const { data } = useApiQuery('listContents', { language, type: 4 }, { staleMs: 600_000, enabled: !read })
  const article = data?.[0]
  if (read || article === undefined) return null
  const close = () => {
    writeStored('adRead', article.id)
    setRead(true)
  }
  return (
    <Dialog
      open
      onClose={close}
      title={article.title}
      footer={
        <a href={`#${addressOf(article)}`} onClick={close} className={buttonClass('primary', 'm', true)}>
          {t('home.promotion.read')}
        </a>
      }
    >
      <div {...writtenIn(article.language)} className="flex flex-col gap-4">
        {article.image !== null && (
          <img src={article.image} alt="" className="max-h-60 w-full rounded-m object-cover" />
        )}
        <p className="text-14 text-ink-2">{article.description}</p>
      </div>
    </Dialog>
  )
}
