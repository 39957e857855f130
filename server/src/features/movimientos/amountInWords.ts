const upToTwentyNine =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  )
const tens = 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ')
const hundreds =
  'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  )

const joinWords = (first: string, rest: number, between = ' ') =>
  rest === 0 ? first : `${first}${between}${words(rest)}`

/** Spells a number below 1,000,000,000. */
function words(n: number): string {
  if (n < 30) return upToTwentyNine[n] ?? ''
  if (n < 100) return joinWords(tens[Math.floor(n / 10) - 3] ?? '', n % 10, ' y ')
  if (n === 100) return 'cien'
  if (n < 1000) return joinWords(hundreds[Math.floor(n / 100) - 1] ?? '', n % 100)
  if (n < 1_000_000) {
    const thousands = Math.floor(n / 1000)
    return joinWords(thousands === 1 ? 'mil' : `${apocopated(thousands)} mil`, n % 1000)
  }
  const millions = Math.floor(n / 1_000_000)
  return joinWords(millions === 1 ? 'un millón' : `${apocopated(millions)} millones`, n % 1_000_000)
}

/** Spells a number before a noun: 'veintiún mil', 'treinta y un quetzales'. */
const apocopated = (n: number) =>
  words(n)
    .replace(/veintiuno$/, 'veintiún')
    .replace(/uno$/, 'un')

/** Spells an amount for a receipt: 1234.5 → 'Mil doscientos treinta y cuatro quetzales con 50/100'. */
export function amountInWords(monto: number): string {
  const cents = Math.round(monto * 100)
  const whole = Math.floor(cents / 100)
  const quantity = whole >= 1_000_000 && whole % 1_000_000 === 0 ? `${words(whole)} de` : apocopated(whole)
  const text = `${quantity} ${whole === 1 ? 'quetzal' : 'quetzales'} con ${String(cents % 100).padStart(2, '0')}/100`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
