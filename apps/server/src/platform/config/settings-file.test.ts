import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError } from './flags.ts'
import { applySettings, parseSettings, settingLine } from './settings-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'candor-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const named = join(folder, 'other.env')
writeFileSync(
  named,
  `# comment\nPUBLIC_URL=https://trade.example\nMAIL_FROM='Trade <no-reply@trade.example>' # sender\n`,
)

test('I16.13: settings of a file apply where the environment has none, and a name that is set there and empty stays empty', () => {
  const env: NodeJS.ProcessEnv = { PUBLIC_URL: 'https://other.example' }
  applySettings(['--settings', named], env, folder)
  expect(env).toEqual({
    PUBLIC_URL: 'https://other.example',
    MAIL_FROM: 'Trade <no-reply@trade.example>',
  })
  const off: NodeJS.ProcessEnv = { MAIL_FROM: '', CANDOR_SETTINGS: named }
  applySettings([], off, folder)
  expect(off).toMatchObject({ MAIL_FROM: '', PUBLIC_URL: 'https://trade.example' })
})

test('I16.13: without --settings, candor.env of the data folder is read if it is there; it cannot name another data folder', () => {
  const env: NodeJS.ProcessEnv = {}
  applySettings(['--data', folder], env, '/')
  expect(env).toEqual({})
  writeFileSync(join(folder, 'candor.env'), 'CANDOR_PORT=4000\n')
  applySettings([`--data=${folder}`], env, '/')
  expect(env).toEqual({ CANDOR_PORT: '4000' })
  writeFileSync(join(folder, 'candor.env'), 'CANDOR_DATA=/srv/other\n')
  expect(() => applySettings([], { CANDOR_DATA: folder }, '/')).toThrow('names another data folder')
  expect(() => applySettings(['--settings', 'none.env'], {}, folder)).toThrow(
    `The settings file ${join(folder, 'none.env')} cannot be read (ENOENT).`,
  )
})

test('I16.13: an unknown name is refused with the nearest known one, a wrong line by its number, and neither shows a value', () => {
  const refusal = (text: string) => {
    try {
      parseSettings(text, 'x.env')
      return null
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError)
      return (error as Error).message
    }
  }
  expect(refusal('\nSMPT_URL=smtp://user:hidden@host\n')).toBe(
    'There is no setting SMPT_URL (line 2 of x.env). Did you mean SMTP_URL?',
  )
  expect(refusal('BACKUPTO=/mnt')).toContain('Did you mean BACKUP_TO?')
  expect(refusal('export hidden')).toBe('Line 1 of x.env is not of the form NAME=value.')
  expect(refusal('CANDOR_SETTINGS=/x')).toContain('cannot be set in a settings file')
  expect(refusal('OTEL_TRACES_SAMPLER=traceidratio')).toBeNull()
})

test('I16.13: every value that a line can hold is read back as it was', () => {
  for (const value of [
    'plain',
    'with space',
    'a#b',
    `it's`,
    'say "x"',
    'smtp://u:p%40@h:587?x=1',
    '',
    ' led',
    String.raw`a\nb`,
  ])
    expect(parseSettings(settingLine('SMTP_URL', value), 'x').get('SMTP_URL'), value).toBe(value)
  for (const value of ['two\nlines', `'both" #`])
    expect(() => settingLine('SMTP_URL', value), value).toThrow(ConfigError)
})
