import { Button } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { checkCountry } from '../forms/account-problems.ts'
import { likelyCountry } from '../forms/countries.ts'
import { CountryField } from '../forms/country-field.tsx'
import { FormFailure } from '../forms/pass-frame.tsx'
import { checkEach, useForm } from '../forms/use-form.ts'
import { callServer } from '../session/calls/call-server.ts'
import { useT } from '../session/language/language.ts'

/** Above every page of the real account where the country is closed, or not known yet (ADR-195). */
export default function CountryBanner({ standing }: { readonly standing: 'closed' | 'unknown' }) {
  const t = useT()
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-4 md:px-6 md:pb-4" data-country={standing}>
      {standing === 'closed' ? (
        <Banner tone="warn" title={t('trust.country.closed.title')}>
          {t('trust.country.closed.text')}
        </Banner>
      ) : (
        <Banner tone="warn" title={t('trust.country.unknown.title')}>
          <p>{t('trust.country.unknown.text')}</p>
          <CountryForm />
        </Banner>
      )}
    </div>
  )
}

function CountryForm() {
  const t = useT()
  const queries = useQueryClient()
  const form = useForm<'country'>({
    first: { country: likelyCountry(navigator.languages) },
    check: checkEach({ country: checkCountry }),
    send: async ({ country }) => {
      await callServer('saveSettings', { country })
      await queries.invalidateQueries({ queryKey: ['getUserInfo'] })
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="mt-3 flex max-w-line flex-col gap-3">
      <CountryField form={form} />
      <FormFailure text={form.failed} />
      <Button type="submit" size="s" className="self-start" busy={form.busy}>
        {t('trust.country.unknown.save')}
      </Button>
    </form>
  )
}
