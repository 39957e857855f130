/** A number as a spreadsheet shows it: what lies behind 15 digits is noise of the arithmetic. */
export const round15Digits = (value: number) => Number(value.toPrecision(15))

/** Its digits, without exponent or trailing zeros. */
export function digitsOf(value: number): string {
  const [digits = '', exponent] = value.toPrecision(15).split('e')
  const [, sign = '', whole = '', part = ''] = digits.match(/^(-?)(\d+)(?:\.(\d+))?$/) ?? []
  const shift = Number(exponent ?? 0)
  const all = shift < 0 ? whole.padStart(whole.length - shift, '0') + part : whole + part
  const point = shift < 0 ? whole.length : whole.length + shift
  const padded = all.padEnd(point, '0')
  const left = padded.slice(0, point)
  const right = padded.slice(point).replace(/0+$/, '')
  const text = right ? `${left}.${right}` : left
  return text === '0' ? text : sign + text
}

/** Rounded to two decimals, half up, in digits: 1.005 is 1.01. One that is too large for cents stays as it is. */
export function roundToCents(value: number): number {
  const text = digitsOf(value)
  const [, sign = '', whole = '', part = ''] = text.match(/^(-?)(\d+)(?:\.(\d+))?$/) ?? []
  const rounded = BigInt(whole + part.padEnd(2, '0').slice(0, 2)) + (part.charAt(2) >= '5' ? 1n : 0n)
  return Number(`${sign}${rounded}`) / 100
}
