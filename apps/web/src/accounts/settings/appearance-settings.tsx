import { type LanguageCode, languageCodes, languages } from '@candor/texts/languages.ts'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { PercentChange } from '@candor/ui/figures/figures.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { SettingRow } from '../../forms/setting-row.tsx'
import { chooseOwnLanguage, useWords } from '../../session/language/language.ts'
import {
  choosePreferences,
  layouts,
  type MovePalette,
  movePalettes,
  themes,
} from '../../session/preferences.ts'
import { usePreferences } from '../../session/use-preferences.ts'

const moveNames = {
  usual: 'accounts.settings.moves.usual',
  'green-up': 'accounts.settings.moves.green',
  'red-up': 'accounts.settings.moves.red',
  'blue-up': 'accounts.settings.moves.blue',
} as const
const moveChoices = ['usual', ...movePalettes] as const

/** Language, theme, colours and layout: remembered in this browser, with or without an account. */
export function AppearanceSettings() {
  const { t, language } = useWords()
  const { theme, moves, layout } = usePreferences()
  const choose = (next: LanguageCode) => {
    chooseOwnLanguage(next).catch(() => toast(t('shell.noNetwork'), 'bad'))
  }
  return (
    <Card>
      <SectionHead title={t('accounts.settings.appearance')} className="mb-4" />
      <div className="divide-y divide-hairline">
        <SettingRow title={t('accounts.settings.language')}>
          <Select
            label={t('accounts.settings.language')}
            options={languageCodes.map((value) => ({ value, label: languages[value].name }))}
            value={language}
            onChange={choose}
            className="md:w-56"
          />
        </SettingRow>
        <SettingRow title={t('accounts.settings.theme')}>
          <SegmentedControl
            full
            label={t('accounts.settings.theme')}
            choices={themes.map((value) => ({ value, label: t(`shell.theme.${value}`) }))}
            value={theme}
            onChange={(value) => choosePreferences({ theme: value })}
          />
        </SettingRow>
        <SettingRow
          title={t('accounts.settings.moves')}
          text={
            <span className="flex items-center gap-3">
              {t('accounts.settings.moves.example')} <PercentChange percent={1.24} />{' '}
              <PercentChange percent={-0.87} />
            </span>
          }
        >
          <Select
            label={t('accounts.settings.moves')}
            options={moveChoices.map((value) => ({ value, label: t(moveNames[value]) }))}
            value={moves ?? 'usual'}
            onChange={(value) =>
              choosePreferences({ moves: value === 'usual' ? null : (value satisfies MovePalette) })
            }
            className="md:w-56"
          />
        </SettingRow>
        <SettingRow title={t('accounts.settings.layout')}>
          <SegmentedControl
            full
            label={t('accounts.settings.layout')}
            choices={layouts.map((value) => ({ value, label: t(`accounts.settings.layout.${value}`) }))}
            value={layout}
            onChange={(value) => choosePreferences({ layout: value })}
          />
        </SettingRow>
      </div>
    </Card>
  )
}
