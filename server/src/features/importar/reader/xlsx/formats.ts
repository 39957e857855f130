/** What a number's format shows: a day, an hour alone, or a number. */
export type NumberFormatKind = 'date' | 'hour' | 'number'

/** Those that every spreadsheet knows by number; 27 to 36 and 50 to 58 are East Asia's days. */
function formatKindById(id: number): NumberFormatKind {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date'
  return (id >= 18 && id <= 21) || (id >= 45 && id <= 47) ? 'hour' : 'number'
}

/** Texts, spaces as wide as a sign, colours and currencies. */
const formatLiterals = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi

function formatKindByCode(code: string): NumberFormatKind {
  const [signs = ''] = code.replace(formatLiterals, '').split(';')
  if (/general|standard/i.test(signs)) return 'number'
  const isHour = /[hs]|\[m|a\/p|am\/pm/i.test(signs)
  if (/[yd]/i.test(signs) || (!isHour && /m/i.test(signs))) return 'date'
  return isHour ? 'hour' : 'number'
}

export const formatKind = (id: number, code: string | undefined): NumberFormatKind =>
  code === undefined ? formatKindById(id) : formatKindByCode(code)
