/** How what identifies an invoice is written (SAT's rules). No zod: the browser imports it. */

const spacesAndHyphens = /[\s\u2010-\u2015-]/g

/** 13 digits are a person's own number; of all others the last sign is checked against the digits before it. */
function isNit(value: string): boolean {
  if (value === 'CF' || /^\d{13}$/.test(value)) return true
  const [, digits, check] = /^(\d{1,12})([\dK])$/.exec(value) ?? []
  if (digits === undefined) return false
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i + 2), 0)
  const expected = (11 - (sum % 11)) % 11
  return check === (expected === 10 ? 'K' : String(expected))
}

/** '0576937-k' → '576937K', 'C/F' → 'CF'; undefined where it is none. */
export function normalizeNit(value: string): string | undefined {
  const plain = value.replace(spacesAndHyphens, '').replaceAll('.', '').replace(/^0+/, '').toUpperCase()
  const nit = plain === 'C/F' ? 'CF' : plain
  return isNit(nit) ? nit : undefined
}

/** Of 32 hexadecimal digits 8-4-4-4-12 in capitals; undefined where it is none. */
export const normalizeUuid = (value: string): string | undefined => {
  const digits = value.replace(spacesAndHyphens, '').toUpperCase()
  return /^[\dA-F]{32}$/.test(digits)
    ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : undefined
}

export const normalizeSerie = (value: string): string => value.replace(spacesAndHyphens, '').toUpperCase()

/** The serie and number that an authorization has in it. */
export const serieAndNumeroOf = (uuid: string): { serie: string; numero: string } => {
  const digits = uuid.replaceAll('-', '')
  return { serie: digits.slice(0, 8), numero: String(Number.parseInt(digits.slice(8, 16), 16)) }
}
