/** Normalizes the identifiers of an invoice (SAT's rules). No zod: the web imports it. */

/** Returns capitals in NFKC without spaces, dashes, dots and invisible characters. */
const plainCode = (value: string) =>
  value
    .normalize('NFKC')
    .replace(/[\s.\p{Pd}\u00B7\u2212\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
    .toUpperCase()

/** Checks the last sign against the digits (modulo 11). A CUI of 13 digits has no such check. */
function isNit(value: string): boolean {
  if (value === 'CF' || /^\d{13}$/.test(value)) return true
  const [, digits, check] = /^(\d{1,12})([\dK])$/.exec(value) ?? []
  if (digits === undefined) return false
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i + 2), 0)
  const expected = (11 - (sum % 11)) % 11
  return check === (expected === 10 ? 'K' : String(expected))
}

/** Normalizes '0576937-k' to '576937K' and 'C/F' to 'CF'. Returns undefined if it is no NIT. */
export function normalizeNit(value: string): string | undefined {
  const plain = plainCode(value).replace(/^0+/, '')
  const nit = plain === 'C/F' ? 'CF' : plain
  return isNit(nit) ? nit : undefined
}

/** Formats 32 hexadecimal digits as 8-4-4-4-12 in capitals. Returns undefined otherwise. */
export const normalizeUuid = (value: string): string | undefined => {
  const digits = plainCode(value)
  return /^[\dA-F]{32}$/.test(digits)
    ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : undefined
}

export const normalizeSerie = plainCode

/** Returns serie and numero, which are part of the authorization number. */
export const serieAndNumeroOf = (uuid: string): { serie: string; numero: string } => {
  const digits = uuid.replaceAll('-', '')
  return { serie: digits.slice(0, 8), numero: String(Number.parseInt(digits.slice(8, 16), 16)) }
}
