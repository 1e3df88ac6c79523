import { Plus } from 'lucide-react'
import { useT } from '../session/language.ts'

const questions = [
  ['help.q.cost', 'help.a.cost'],
  ['help.q.loss', 'help.a.loss'],
  ['help.q.stopOut', 'help.a.stopOut'],
  ['help.q.source', 'help.a.source'],
  ['help.q.receipt', 'help.a.receipt'],
  ['help.q.demo', 'help.a.demo'],
] as const

export default function FaqPage() {
  const t = useT()
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 py-8 md:px-6 md:py-12">
      <h1 className="font-semibold text-28">{t('help.faq')}</h1>
      <div className="mt-6 divide-y divide-hairline border-hairline border-y">
        {questions.map(([question, answer]) => (
          <details key={question} className="group">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-medium text-16 [&::-webkit-details-marker]:hidden">
              {t(question)}
              <Plus
                aria-hidden
                className="size-4.5 shrink-0 text-ink-3 transition-transform duration-150 group-open:rotate-45"
              />
            </summary>
            <p className="max-w-line pb-5 text-16 text-ink-2">{t(answer)}</p>
          </details>
        ))}
      </div>
    </div>
  )
}
