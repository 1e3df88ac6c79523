import { type FormEvent, useState } from 'react'
import { failureText } from '../session/calls/failure.ts'
import { useT } from '../session/language/language.ts'
import { type Check, type Problem, type Problems, problemsFrom } from './account-problems.ts'
import { useFocusWrong } from './use-focus-wrong.ts'

export type Values<Name extends string> = Readonly<Record<Name, string>>

export interface Form<Name extends string> {
  readonly values: Values<Name>
  readonly busy: boolean
  /** An error of the whole form, shown above the button. */
  readonly failed: string | null
  readonly set: (name: Name, text: string) => void
  /** Marks a field as left: from then on its problem shows. */
  readonly leave: (name: Name) => void
  readonly problem: (name: Name) => string | null
  /** Checks one field now and says if it is right, for steps before the end of the form. */
  readonly isRight: (name: Name) => boolean
  readonly submit: (event: FormEvent) => void
}

interface Setup<Name extends string> {
  readonly first: Values<Name>
  readonly check: (values: Values<Name>) => Partial<Record<Name, Problem | null>>
  readonly send: (values: Values<Name>) => Promise<void>
  readonly renamed?: Readonly<Record<string, string>>
}

/** Combines the checks of the fields into one for the form. */
export const checkEach =
  <Name extends string>(checks: Readonly<Partial<Record<Name, Check>>>) =>
  (values: Values<Name>): Partial<Record<Name, Problem | null>> => {
    const found: Partial<Record<Name, Problem | null>> = {}
    for (const name of Object.keys(checks) as Name[]) found[name] = checks[name]?.(values[name]) ?? null
    return found
  }

/**
 * State of a form. A problem shows at its field once the field was left or the form sent. The server's refusal shows at its field
 * until that is changed. The first field with a problem takes the focus. Typed text is never lost.
 */
export function useForm<Name extends string>({ first, check, send, renamed }: Setup<Name>): Form<Name> {
  const t = useT()
  const [values, setValues] = useState(first)
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const [refused, setRefused] = useState<Problems>({})
  const [failed, setFailed] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [setForm, focusWrong] = useFocusWrong()
  const wrong = check(values)
  const names = Object.keys(first) as Name[]

  const refuse = (failure: unknown) => {
    const problems = problemsFrom(failure, names, renamed)
    if (problems === null) setFailed(failureText(t, failure))
    else {
      setRefused(problems)
      focusWrong()
    }
  }
  return {
    values,
    busy,
    failed,
    set: (name, text) => {
      setValues((now) => ({ ...now, [name]: text }))
      setRefused((now) => ({ ...now, [name]: null }))
      setFailed(null)
    },
    leave: (name) => {
      if (values[name] !== '') setLeft((now) => new Set(now).add(name))
    },
    problem: (name) => {
      const shown = refused[name] ?? (left.has(name) ? wrong[name] : null) ?? null
      return shown === null ? null : t(shown.key, shown.values ?? {})
    },
    isRight: (name) => {
      setLeft((now) => new Set(now).add(name))
      return (wrong[name] ?? null) === null
    },
    submit: (event) => {
      event.preventDefault()
      setLeft(new Set(names))
      setFailed(null)
      setForm(event.currentTarget as HTMLFormElement)
      if (names.some((name) => (wrong[name] ?? null) !== null)) {
        focusWrong()
        return
      }
      setBusy(true)
      send(values)
        .catch(refuse)
        .finally(() => setBusy(false))
    },
  }
}
