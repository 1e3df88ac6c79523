import type { IdentityItem } from '@candor/rules'
import { adultYears, isOptional, isRequired, longestValidYears, oldestYears } from '@candor/rules'
import type { TextKey } from '@candor/texts/keys.ts'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { type ControlProps, Field, TextInput } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { type ReactNode, useMemo } from 'react'
import { countriesIn } from '../forms/countries.ts'
import { serverNow } from '../live/server-time.ts'
import { useT, useWords } from '../session/language/language.ts'
import { PictureField } from '../uploads/picture-field.tsx'
import { DayInput, yearsBetween } from './day-input.tsx'
import { SignatureField } from './signature-field.tsx'
import type { IdentityWay } from './use-identity.ts'

interface OfWay {
  readonly way: IdentityWay
  readonly item: IdentityItem
}

const hints: Partial<Record<IdentityItem, TextKey>> = {
  firstName: 'kyc.hint.name',
  address: 'kyc.hint.address',
  guarantorName: 'kyc.hint.guarantor',
  documentNumber: 'kyc.hint.name',
  documentExpiry: 'kyc.hint.expiry',
  photoFront: 'kyc.hint.photo',
  photoHolding: 'kyc.hint.holding',
}
const completes: Partial<Record<IdentityItem, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  address: 'street-address',
  phone: 'tel',
}

/** Written from left to right in every language. */
const typing: Partial<Record<IdentityItem, object>> = {
  phone: { inputMode: 'tel', dir: 'ltr' },
  documentNumber: { autoCapitalize: 'characters', spellCheck: false, dir: 'ltr', maxLength: 60 },
}

/** One item of an identity check, of any kind. */
export function IdentityField({ way, item }: OfWay) {
  const t = useT()
  if (!isRequired(item, way.form)) return null
  const problem = way.problem(item)
  const error = problem === null ? null : t(`kyc.problem.${problem}`)
  if (item === 'signature') return <SignatureField way={way} error={error} />
  if (item === 'photoFront' || item === 'photoBack' || item === 'photoHolding') {
    return (
      <PictureField
        label={t(`kyc.field.${item}`)}
        {...hintOf(item, t)}
        error={error}
        purpose="kyc"
        facing={item === 'photoHolding' ? 'user' : 'environment'}
        fileId={way.form[item]}
        onChange={(fileId) => way.keep(item, fileId)}
      />
    )
  }
  return (
    <Field
      label={t(`kyc.field.${item}`)}
      error={error}
      {...hintOf(item, t, way)}
      {...(isOptional(item, way.form) ? { aside: t('kyc.optional') } : {})}
    >
      {(control) => controlOf(item, way, control)}
    </Field>
  )
}

function hintOf(item: IdentityItem, t: ReturnType<typeof useT>, way?: IdentityWay): { hint?: string } {
  const needsNone = item === 'documentExpiry' && way !== undefined && !isOptional(item, way.form)
  const key = needsNone ? undefined : hints[item]
  return key === undefined ? {} : { hint: t(key) }
}

function controlOf(item: IdentityItem, way: IdentityWay, control: ControlProps): ReactNode {
  if (item === 'sex') return <SexChoice way={way} item={item} />
  if (item === 'documentType') return <DocumentChoice way={way} item={item} />
  if (item === 'country') return <CountryChoice way={way} control={control} />
  if (item === 'birthdate' || item === 'documentExpiry')
    return <DayField way={way} item={item} control={control} />
  return (
    <TextInput
      {...control}
      name={item}
      value={way.form[item] ?? ''}
      maxLength={200}
      autoComplete={completes[item] ?? 'off'}
      {...(typing[item] ?? {})}
      onChange={(event) => way.set(item, event.currentTarget.value)}
    />
  )
}

function DayField({
  way,
  item,
  control,
}: OfWay & { readonly item: 'birthdate' | 'documentExpiry'; readonly control: ControlProps }) {
  const t = useT()
  const thisYear = new Date(serverNow()).getUTCFullYear()
  const years =
    item === 'birthdate'
      ? yearsBetween(thisYear - adultYears, thisYear - oldestYears)
      : yearsBetween(thisYear, thisYear + longestValidYears)
  return (
    <DayInput
      {...control}
      value={way.form[item]}
      years={years}
      onChange={(day) => way.set(item, day)}
      {...(isOptional(item, way.form) ? { clear: t('kyc.pad.clear') } : {})}
    />
  )
}

const sexes = ['female', 'male'] as const
const documents = ['idCard', 'passport', 'driverLicence'] as const

function SexChoice({ way, item }: OfWay) {
  const t = useT()
  const choices = sexes.map((value) => ({ value: value as string, label: t(`kyc.sex.${value}`) }))
  return (
    <SegmentedControl
      full
      label={t('kyc.field.sex')}
      choices={choices}
      value={way.form.sex ?? ''}
      onChange={(value) => way.set(item, value)}
    />
  )
}

function DocumentChoice({ way, item }: OfWay) {
  const t = useT()
  const options = documents.map((value) => ({ value: value as string, label: t(`kyc.document.${value}`) }))
  return (
    <Select
      label={t('kyc.field.documentType')}
      options={options}
      placeholder={t('kyc.choose')}
      value={way.form.documentType}
      onChange={(value) => way.keep(item, value)}
    />
  )
}

function CountryChoice({ way, control }: { readonly way: IdentityWay; readonly control: ControlProps }) {
  const { t, tag } = useWords()
  const countries = useMemo(() => countriesIn(tag), [tag])
  return (
    <Select
      {...control}
      searchable
      options={countries}
      placeholder={t('kyc.choose')}
      value={way.form.country}
      onChange={(value) => way.set('country', value)}
    />
  )
}
