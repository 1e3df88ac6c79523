import { Button } from '@candor/ui/controls/button.tsx'
import { RadioCard } from '@candor/ui/controls/radio-card.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { type FormEvent, useId, useState } from 'react'
import { failureText } from '../../session/calls/failure.ts'
import { useApiMutation } from '../../session/calls/use-call.ts'
import { useT } from '../../session/language/language.ts'

const questions = ['leverage', 'stopOut', 'gap'] as const
type Question = (typeof questions)[number]
const choices = ['a', 'b', 'c'] as const
type Choice = (typeof choices)[number]
type Given = Partial<Record<Question, Choice>>

interface UnderstandingDialogProps {
  readonly onClose: () => void
  readonly onPassed: () => void
}

/** Collects the choices, has the server check them, and marks the questions with a wrong one. */
function useQuestions({ onClose, onPassed }: UnderstandingDialogProps) {
  const check = useApiMutation('answerUnderstanding')
  const [given, setGiven] = useState<Given>({})
  const [missing, setMissing] = useState(false)
  const [wrong, setWrong] = useState<readonly Question[]>([])
  const choose = (question: Question, choice: Choice) => {
    setMissing(false)
    setWrong((now) => now.filter((one) => one !== question))
    setGiven((now) => ({ ...now, [question]: choice }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { leverage, stopOut, gap } = given
    if (leverage === undefined || stopOut === undefined || gap === undefined) return setMissing(true)
    check.mutate(
      { leverage, stopOut, gap },
      {
        onSuccess: (result) => {
          setWrong(result.wrong)
          if (result.wrong.length > 0) return
          onPassed()
          onClose()
        },
      },
    )
  }
  return { given, missing, wrong, choose, submit, busy: check.isPending, error: check.error }
}

/** Three questions before the first real leveraged trade; a wrong answer is explained and may be corrected. */
export function UnderstandingDialog(props: UnderstandingDialogProps) {
  const t = useT()
  const { given, missing, wrong, choose, submit, busy, error } = useQuestions(props)
  const problem = missing ? t('trust.check.missing') : error !== null ? failureText(t, error) : null
  return (
    <Dialog
      open
      wide
      onClose={props.onClose}
      title={t('trust.check.title')}
      footer={
        <Button type="submit" form="understanding" full busy={busy}>
          {t('trust.check.send')}
        </Button>
      }
    >
      <form id="understanding" noValidate onSubmit={submit} className="flex flex-col gap-6">
        {questions.map((question) => (
          <OneQuestion
            key={question}
            question={question}
            choice={given[question]}
            wrong={wrong.includes(question)}
            onChoose={(choice) => choose(question, choice)}
          />
        ))}
        {problem !== null && (
          <p role="alert" className="text-14 text-bad">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}

function OneQuestion({
  question,
  choice,
  wrong,
  onChoose,
}: {
  readonly question: Question
  readonly choice: Choice | undefined
  readonly wrong: boolean
  readonly onChoose: (choice: Choice) => void
}) {
  const t = useT()
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-14 text-ink">{t(`trust.check.${question}`)}</legend>
      <div className="flex flex-col gap-1.5">
        {choices.map((one) => (
          <RadioCard
            key={one}
            name={name}
            value={one}
            checked={choice === one}
            onChoose={() => onChoose(one)}
          >
            {t(`trust.check.${question}.${one}`)}
          </RadioCard>
        ))}
      </div>
      {wrong && (
        <p role="alert" className="mt-2 text-14 text-warn">
          {t(`trust.check.${question}.why`)}
        </p>
      )}
    </fieldset>
  )
}
