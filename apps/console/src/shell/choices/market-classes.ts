/** Classes of markets by their number (`type`), as the console names them. */
export const classWords = { '1': 'Forex', '2': 'Crypto', '3': 'Stocks', '4': 'Futures' } as const
