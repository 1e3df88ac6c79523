import { ReceiptText } from 'lucide-react'
import { useT } from '../session/language/language.ts'
import { Features } from './features.tsx'
import { Headline } from './headline.tsx'
import { HomeMarkets } from './home-markets.tsx'
import { Statistics } from './statistics.tsx'

/** One sentence, the figures, the markets as they are now, and what else there is. */
export function HomeDesktop() {
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-8 px-6 pt-12 pb-4">
      <div className="grid items-center gap-x-16 gap-y-8 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <Headline />
        <Statistics aside />
      </div>
      <HomeMarkets />
      <Features />
      <ReceiptNote />
    </div>
  )
}

export function ReceiptNote() {
  const t = useT()
  return (
    <section className="flex items-start gap-5 rounded-m bg-sunken px-6 py-6 max-md:gap-3 max-md:px-4 max-md:py-4">
      <ReceiptText aria-hidden className="mt-0.5 size-6 shrink-0 text-ink-2" strokeWidth={1.75} />
      <div>
        <h2 className="font-semibold text-16 text-ink">{t('home.receipt.title')}</h2>
        <p className="mt-1 max-w-line text-14 text-ink-2">{t('home.receipt.text')}</p>
      </div>
    </section>
  )
}
