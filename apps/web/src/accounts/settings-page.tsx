import { buttonClass } from '@candor/ui/controls/button.tsx'
import { SkeletonLines } from '@candor/ui/feedback.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { useT } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { LimitsSettings } from '../trust/limits/limits-settings.tsx'
import { ApiKeysSettings } from './settings/api-keys-settings.tsx'
import { AppearanceSettings } from './settings/appearance-settings.tsx'
import { DataSettings } from './settings/data-settings.tsx'
import { EmailSettings } from './settings/email-settings.tsx'
import { FreezeSettings } from './settings/freeze-settings.tsx'
import { ModeSettings } from './settings/mode-settings.tsx'
import { PasskeySettings } from './settings/passkey-settings.tsx'
import { PasswordSettings } from './settings/password-settings.tsx'
import { PhoneSettings } from './settings/phone-settings.tsx'
import { RecoveryCodes } from './settings/recovery-codes.tsx'
import { SessionSettings } from './settings/session-settings.tsx'
import { TotpSettings } from './settings/totp-settings.tsx'

const NoticeSettings = lazy(() => import('../notifications/notice-settings.tsx'))

/** Everything a person can set; what belongs to an account only when they are signed in. */
export default function SettingsPage() {
  const t = useT()
  const { isLogin } = useSession()
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 py-6 md:px-6 md:py-10">
      <h1 className="mb-6 font-semibold text-28">{t('accounts.settings.title')}</h1>
      <div className="flex flex-col gap-4">
        <AppearanceSettings />
        {isLogin ? (
          <>
            <ModeSettings />
            <LimitsSettings />
            <Card>
              <SectionHead title={t('accounts.settings.security')} className="mb-4" />
              <div className="divide-y divide-hairline">
                <EmailSettings />
                <PasswordSettings />
                <TotpSettings />
                <RecoveryCodes />
                <PhoneSettings />
                <PasskeySettings />
                <FreezeSettings />
              </div>
            </Card>
            <Suspense fallback={<SkeletonLines count={6} />}>
              <NoticeSettings />
            </Suspense>
            <SessionSettings />
            <ApiKeysSettings />
            <DataSettings />
          </>
        ) : (
          <Card className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-14 text-ink-2">{t('accounts.settings.visitor')}</p>
            <Link href="/pass/login?next=/profile/settings" className={buttonClass('secondary')}>
              {t('shell.signIn')}
            </Link>
          </Card>
        )}
      </div>
    </div>
  )
}
