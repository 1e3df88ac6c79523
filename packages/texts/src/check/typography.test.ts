import { describe, expect, test } from 'vitest'
import { typographyFaults } from './typography.ts'

const wrong = (language: string, text: string) => [...typographyFaults(language, text)].length > 0

/** Right and wrong writings of the same words. */
const pairs: readonly (readonly [rule: string, language: string, right: string, wrong: string])[] = [
  ['a narrow no-break space before ?', 'fr', 'Mot de passe oublié\u202f?', 'Mot de passe oublié ?'],
  ['a no-break space before :', 'fr', 'Solde\u00a0: 5', 'Solde : 5'],
  ['no-break spaces inside « »', 'fr', '«\u00a0Envoyer\u00a0»', '« Envoyer »'],
  ['a time keeps its colon', 'fr', 'à 10:30', 'à 10 : 30'],
  ['German quotation marks', 'de', '„Auszahlen“', '"Auszahlen"'],
  ['a no-break space before % in German', 'de', '{rate}\u00a0%', '{rate} %'],
  ['a no-break space before % in Spanish', 'es', '50\u00a0%', '50%'],
  ['a no-break space before a unit', 'it', '{amount}\u00a0USDT', '{amount} USDT'],
  ['no space before % in English', 'en', '50%', '50 %'],
  ['no space before % in Arabic', 'ar', '50%', '50\u00a0%'],
  ['half-width figures', 'ja', '50%です', '５０％です'],
  ['half-width figures', 'ko', '50%입니다', '５０％입니다'],
  ['half-width punctuation', 'ko', '잔액: 5', '잔액：5'],
  ['figures from 0 to 9', 'ar', '50%', '٥٠%'],
  ['the sign %', 'ar', '50%', '50٪'],
  ['full-width punctuation', 'zh', '余额：5', '余额: 5'],
  ['full-width brackets', 'ja', '時刻（UTC）', '時刻(UTC)'],
  ['no space between characters', 'hk', '結餘，可用', '結餘， 可用'],
  ['no space between Japanese and Latin', 'ja', 'APIキー', 'API キー'],
  ['a space between Chinese and Latin', 'zh', 'API 密钥', 'API密钥'],
  ['a space between Chinese and a figure', 'hk', '等候 {days} 天', '等候{days}天'],
  ['no space at a name, which may be Chinese', 'zh', '您已平仓{what}。', '您已平仓{amount}。'],
  ['simplified quotation marks', 'zh', '“提现”', '「提现」'],
  ['traditional quotation marks', 'hk', '「提款」', '“提款”'],
  ['the apostrophe', 'en', 'You’re in', "You're in"],
  ['the Arabic comma', 'ar', 'نعم، شكرًا', 'نعم, شكرًا'],
  ['no space before a full stop', 'es', 'Hecho.', 'Hecho .'],
  ['single spaces', 'ko', '출금 내역', '출금  내역'],
  ['the ellipsis', 'en', 'Loading…', 'Loading...'],
]

describe('typography', () => {
  test.each(pairs)('asks for %s (%s)', (_rule, language, right, bad) => {
    expect(wrong(language, right)).toBe(false)
    expect(wrong(language, bad)).toBe(true)
  })
  test('names what it found and what the language has', () => {
    expect([...typographyFaults('de', 'Zu 5 %')]).toEqual([
      '“5 %”: the language has a no-break space before %',
    ])
  })
})
