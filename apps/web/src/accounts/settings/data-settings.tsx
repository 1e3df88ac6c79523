import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { SettingRow } from '../../forms/setting-row.tsx'
import { useT } from '../../session/language/language.ts'
import { DownloadButton } from '../../shell/download-button.tsx'
import { ClosureSettings } from './closure-settings.tsx'

/** Everything there is about a person, to take with them (trust T20). */
export function DataSettings() {
  const t = useT()
  return (
    <Card>
      <SectionHead title={t('trust.data')} className="mb-4" />
      <div>
        <SettingRow title={t('trust.data.export')} text={t('trust.data.export.text')}>
          <DownloadButton
            call="export"
            input={{}}
            fileName="candor-export.zip"
            done={t('trust.data.export.done')}
          >
            {t('trust.data.export.act')}
          </DownloadButton>
        </SettingRow>
        <ClosureSettings />
      </div>
    </Card>
  )
}
