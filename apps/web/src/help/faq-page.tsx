import { Plus } from 'lucide-react'
import { EnglishNote, SectionList } from '../content/content-lists.tsx'
import { writtenIn } from '../content/written-in.ts'
import { useT } from '../session/language/language.ts'

/** The operator's questions and answers; an answer is its article's description. */
export default function FaqPage() {
  const t = useT()
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 py-8 md:px-6 md:py-12">
      <h1 className="font-semibold text-28">{t('help.faq')}</h1>
      <div className="mt-6">
        <SectionList section="faq">
          {(questions) => (
            <div className="divide-y divide-hairline border-hairline border-y">
              {questions.map((question) => (
                <details key={question.id} className="group">
                  <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-medium text-16 [&::-webkit-details-marker]:hidden">
                    <span {...writtenIn(question.language)}>{question.title}</span>
                    <Plus
                      aria-hidden
                      className="size-4.5 shrink-0 text-ink-3 transition-transform duration-150 group-open:rotate-45"
                    />
                  </summary>
                  <EnglishNote article={question} />
                  <p {...writtenIn(question.language)} className="max-w-line pb-5 text-16 text-ink-2">
                    {question.description}
                  </p>
                </details>
              ))}
            </div>
          )}
        </SectionList>
      </div>
    </div>
  )
}
