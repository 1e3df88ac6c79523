/**
 * Returns the tables that a text of SQL names, in order. A table of one word is matched only where SQL expects a table, after a keyword or
 * in its list: elsewhere it may be any word.
 */
export const tablesInSql = (sql: string, owners: ReadonlyMap<string, string>): string[] =>
  [...sql.matchAll(/\w+/g)].flatMap(({ 0: word, index }) =>
    owners.has(word) && (word.includes('_') || placeOfTable.test(sql.slice(0, index))) ? [word] : [],
  )

const placeOfTable =
  /\b((FROM|JOIN|INTO|UPDATE|USING|TABLE|ONLY|ON)\s+|(FROM|USING)\s[^;()]*,\s*)(\w+\.)?"?$/i

/** Reports whether a text of the code is SQL: by its keywords, or written small by the shape of its statement. */
export const isSql = (text: string): boolean => keyword.test(text) || smallStatement.test(text)

/** Matches SQL that is written in small letters, whose words may be those of a sentence. */
export const smallStatement =
  /^\s*(select\s[\s\S]*\bfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s[\s\S]*\bas\s*\(\s*(select|insert|update|delete)\s)/i

const keyword = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM|JOIN)\b/
