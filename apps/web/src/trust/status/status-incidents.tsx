import { StatusWord, type Tone } from '@candor/ui/feedback.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import type { CallResult } from '../../session/calls/call-server.ts'
import { useWords } from '../../session/language/language.ts'

type Incident = CallResult<'status'>['incidents'][number]
type Update = Incident['updates'][number]

const tones: Readonly<Record<Update['state'], Tone>> = {
  investigating: 'bad',
  identified: 'warn',
  watching: 'warn',
  resolved: 'good',
}

/** Incidents published by operators: open ones, then those that ended in the last 90 days. */
export function IncidentsCard({ incidents }: { readonly incidents: readonly Incident[] }) {
  const { t } = useWords()
  const goOn = incidents.filter(({ until }) => until === null)
  const ended = incidents.filter(({ until }) => until !== null)
  return (
    <Card>
      <SectionHead title={t('status.incidents')} className="mb-2" />
      {incidents.length === 0 && <p className="text-14 text-ink-2">{t('status.incidents.none')}</p>}
      <ul className="divide-y divide-hairline">
        {[...goOn, ...ended].map((incident) => (
          <IncidentLine key={incident.id} incident={incident} />
        ))}
      </ul>
    </Card>
  )
}

function IncidentLine({ incident: { title, from, until, updates } }: { readonly incident: Incident }) {
  const { t, tag } = useWords()
  const state = updates[0]?.state ?? 'investigating'
  const start = formatMinute(from, tag)
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <h3 className="font-medium text-14 text-ink [overflow-wrap:anywhere]">
          <UpdateText update={title} />
        </h3>
        <StatusWord tone={tones[state]}>{t(`status.incidents.${state}`)}</StatusWord>
      </div>
      <p className="text-12 text-ink-3">
        {until === null
          ? t('status.halts.since', { from: start })
          : t('status.halts.between', { from: start, until: formatMinute(until, tag) })}
      </p>
      <ol className="mt-2 flex flex-col gap-2.5 border-hairline border-s-2 ps-3">
        {updates.map((update) => (
          <li key={update.at}>
            <p className="text-12 text-ink-3">
              {`${t(`status.incidents.${update.state}`)} · `}
              <time dateTime={update.at}>{formatMinute(update.at, tag)}</time>
            </p>
            <p className="max-w-line whitespace-pre-line text-14 text-ink-2 [overflow-wrap:anywhere]">
              <UpdateText update={update} />
            </p>
          </li>
        ))}
      </ol>
    </li>
  )
}

/** An operator's text in the reader's language, or in English where there is no translation. */
function UpdateText({ update: { text, language } }: { readonly update: Pick<Update, 'text' | 'language'> }) {
  const { language: reader } = useWords()
  if (language === reader) return text
  return (
    <bdi lang={language} dir="ltr">
      {text}
    </bdi>
  )
}
