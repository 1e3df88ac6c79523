import { expect, test } from 'vitest'
import { registerFaults } from './register.ts'

const pairs: readonly (readonly [language: string, right: string, wrong: string])[] = [
  ['de', 'Ihr Konto. Duisburg.', 'Dein Konto.'],
  ['fr', 'Votre compte. Un test.', 'Ton compte.'],
  ['fr', 'Vous l’avez reçu.', 'Il t’a payé.'],
  ['it', 'Il suo conto. Scegli', 'Il tuo conto.'],
  ['it', 'Scelga una data.', 'Scegli una data.'],
  ['it', 'Potrà prelevare.', 'Potrai prelevare.'],
  ['es', 'Su cuenta. Esté atento.', 'Tu cuenta.'],
  ['es', 'Aquí verá sus avisos.', 'Aquí verás sus avisos.'],
  ['hk', '您的帳戶', '你的帳戶'],
  ['zh', '您的账户', '你的账户'],
  ['ja', 'お客様の口座', 'あなたの口座'],
  ['ko', '고객님의 계좌', '당신의 계좌'],
]

test.each(pairs)('%s: “%s” is the register, “%s” is not', (language, right, wrong) => {
  expect([...registerFaults(language, right)]).toEqual([])
  expect([...registerFaults(language, wrong)]).toHaveLength(1)
})
test('the names of placeholders are no words of the text', () => {
  expect([...registerFaults('it', '{tuo} conto')]).toEqual([])
})
