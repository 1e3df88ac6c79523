import { Button } from '@candor/ui/controls/button.tsx'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { FormText } from '../forms/form-fields.tsx'
import { FormFailure } from '../forms/pass-frame.tsx'
import { checkEach, useForm } from '../forms/use-form.ts'
import { callServer } from '../session/calls/call-server.ts'
import { useWords } from '../session/language/language.ts'

/** For who signed up without a friend's code: until a date, once. */
export function EnterCode({ until }: { readonly until: string | null }) {
  const { t, tag } = useWords()
  const queries = useQueryClient()
  const form = useForm<'inviteCode'>({
    first: { inviteCode: '' },
    check: checkEach({
      inviteCode: (text) => (text.trim() === '' ? { key: 'invites.problem.missing' } : null),
    }),
    renamed: { code: 'inviteCode' },
    send: async ({ inviteCode }) => {
      await callServer('enterInviteCode', { code: inviteCode.trim() })
      toast(t('invites.enter.done'), 'good')
      await queries.invalidateQueries({ queryKey: ['invites'] })
    },
  })
  if (until === null) return null
  const date = formatDay(until, tag)
  return (
    <Card>
      <SectionHead
        title={t('invites.enter.title')}
        text={t('invites.enter.text', { date })}
        className="mb-4"
      />
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <FormText
          form={form}
          name="inviteCode"
          label={t('invites.field')}
          autoComplete="off"
          maxLength={32}
          dir="ltr"
        />
        <FormFailure text={form.failed} />
        <Button type="submit" variant="secondary" busy={form.busy} className="self-start">
          {t('invites.enter.act')}
        </Button>
      </form>
    </Card>
  )
}
