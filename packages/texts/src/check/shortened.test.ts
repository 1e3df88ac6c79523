import { expect, test } from 'vitest'
import { shortenedFaults } from './shortened.ts'

const article = (body: string) => ({ id: 'risk-warning', title: '', description: '', body })
const english = {
  texts: {
    home: { risk: 'With leverage you can lose everything in your account, even within a day.' },
    loans: { lead: 'Borrow USDT for a few days or weeks, at a fixed rate, and repay it whenever you like.' },
  },
  articles: [
    article(
      '**You can lose everything in your account.** Leveraged products are not suitable for money you need.\n\n' +
        '- **Gaps.** A market can jump over your stop loss. The position then closes at the first price after the jump.\n' +
        '- **Technology.** Networks and servers fail. Set your stop loss when you open a position, not later.',
    ),
  ],
}
const german = {
  texts: {
    home: { risk: 'Mit Hebel können Sie alles verlieren, was auf Ihrem Konto ist, auch an einem Tag.' },
    loans: {
      lead: 'Leihen Sie USDT für einige Tage oder Wochen zum festen Zins und zahlen Sie jederzeit zurück.',
    },
  },
  articles: [
    article(
      '**Sie können alles verlieren, was auf Ihrem Konto ist.** Gehebelte Produkte sind nicht geeignet für Geld, das Sie brauchen.\n\n' +
        '- **Kurslücken.** Ein Markt kann Ihren Stop-Loss überspringen. Die Position schließt dann zum ersten Kurs nach dem Sprung.\n' +
        '- **Technik.** Netze und Server fallen aus. Setzen Sie Ihren Stop-Loss, wenn Sie eine Position eröffnen, nicht später.',
    ),
  ],
}
const faults = (body: string, risk = german.texts.home.risk) =>
  shortenedFaults(
    'de',
    { texts: { ...german.texts, home: { risk } }, articles: [article(body)] },
    english,
  ).map(({ key, fault }) => `${key} ${fault}`)
const [body = ''] = german.articles.map((one) => one.body)

test('a risk warning that lost a sentence in one language is a fault, in the article and on pages', () => {
  expect(faults(body)).toEqual([])
  const cut = body.replace(' Gehebelte Produkte sind nicht geeignet für Geld, das Sie brauchen.', '')
  expect(faults(cut)).toEqual([
    'article risk-warning says less than the English: “**Sie können alles verlieren, was auf Ihrem Konto ist.**”',
  ])
  expect(faults(body, 'Mit Hebel können Sie alles verlieren.')).toHaveLength(1)
  expect(faults(body, german.texts.home.risk.slice(0, -1))).toHaveLength(1)
})
