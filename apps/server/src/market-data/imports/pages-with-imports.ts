import type { CandleBar } from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'
import type { CandlePages } from '../candles/followed-candles.ts'
import type { CandleRange, Series } from '../candles/series.ts'
import { importedPage, takesImports } from './imported-candle-store.ts'

/** Charts with imported candles where there are no others. */
export class PagesWithImports implements CandlePages {
  private readonly pages: CandlePages
  private readonly db: Database

  constructor(pages: CandlePages, db: Database) {
    this.pages = pages
    this.db = db
  }

  async page(series: Series, range: CandleRange): Promise<CandleBar[]> {
    if (!takesImports(series)) return this.pages.page(series, range)
    const [bars, imported] = await Promise.all([
      this.pages.page(series, range),
      importedPage(this.db, series, range),
    ])
    if (imported.length === 0) return bars
    const byTime = new Map<number, CandleBar>()
    for (const bar of [...imported, ...bars]) byTime.set(bar.openTime, bar)
    return [...byTime.values()].sort((a, b) => a.openTime - b.openTime).slice(-range.limit)
  }
}
