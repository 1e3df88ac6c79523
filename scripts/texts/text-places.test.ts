import { expect, test } from 'vitest'
import { pageHtml } from './page-html.ts'
import { textPlaces } from './text-places.ts'

const sources = [
  {
    file: 'apps/web/src/shell/page-loaders.ts',
    text: "'/loan': room('loans/loan'),\n '/status': room('trust/status'),",
  },
  {
    file: 'apps/web/src/loans/loan-page.tsx',
    text: "import { Form } from './loan-form.tsx'; t('loans.title')",
  },
  {
    file: 'apps/web/src/loans/loan-form.tsx',
    text: "import '../loans/loan-page.tsx'; t(`loans.field.$" + '{one}`)',
  },
  { file: 'apps/web/src/shell/frame/footer.tsx', text: "t('shell.footer')" },
  { file: 'apps/web/src/nowhere/lost.tsx', text: "t('lost.title')" },
  { file: 'apps/server/src/loans/mails.ts', text: "t('mail.loan.subject')" },
  { file: 'apps/server/src/cli/words.ts', text: "t('lost.title')" },
]

test('a text belongs to the pages that reach the file naming it, by imports', () => {
  const find = textPlaces(sources)
  expect(find('loans.title')).toEqual(['page /loan'])
  expect(find('loans.field.amount')).toEqual(['page /loan'])
  expect(find('shell.footer')).toEqual(['the frame of every page'])
  expect(find('mail.loan.subject')).toEqual(['mails, notices and documents (loans)'])
})
test('a text in a file that no page reaches has no place', () => {
  expect(textPlaces(sources)('lost.title')).toEqual([])
})
test('the page shows a text next to the English with its place, placeholders, length and picture', () => {
  const html = pageHtml({
    language: { name: 'العربية', tag: 'ar', direction: 'rtl' },
    texts: [
      {
        key: 'loans.repay.open',
        english: 'Repay <now>',
        own: 'سداد القرض كاملًا في موعده المحدد أو قبله',
        places: ['page /loan', 'page /loan/:id'],
        note: null,
        placeholders: [{ name: 'amount', takes: 'an amount, formatted' }],
      },
    ],
    pictures: new Map([['page /loan', 'ar-loan.png']]),
  })
  expect(html).toContain('Repay &#60;now&#62;')
  expect(html).toContain('<h2>page /loan</h2><img loading="lazy" alt="" src="ar-loan.png">')
  expect(html).toContain('<td class="own" lang="ar" dir="rtl">')
  expect(html).toContain('<b>button, 41 of 34 characters</b>')
  expect(html).toContain('also page /loan/:id<br>{amount}: an amount, formatted')
})
