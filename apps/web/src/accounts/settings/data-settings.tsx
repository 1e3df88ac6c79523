import { Button } from '@candor/ui/controls/button.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { SettingRow } from '../../forms/setting-row.tsx'
import { downloadFile } from '../../session/calls/download.ts'
import { failureText } from '../../session/calls/failure.ts'
import { useT } from '../../session/language/language.ts'
import { ClosureSettings } from './closure-settings.tsx'

/** Everything there is about a person, to take with them (trust T20). */
export function DataSettings() {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const download = () => {
    setBusy(true)
    downloadFile('export', {}, 'candor-export.zip')
      .then(() => toast(t('trust.data.export.done'), 'good'))
      .catch((error: unknown) => toast(failureText(t, error), 'bad'))
      .finally(() => setBusy(false))
  }
  return (
    <Card>
      <SectionHead title={t('trust.data')} className="mb-4" />
      <div>
        <SettingRow title={t('trust.data.export')} text={t('trust.data.export.text')}>
          <Button
            variant="secondary"
            busy={busy}
            icon={<Download aria-hidden className="size-4" />}
            onClick={download}
          >
            {t('trust.data.export.act')}
          </Button>
        </SettingRow>
        <ClosureSettings />
      </div>
    </Card>
  )
}
