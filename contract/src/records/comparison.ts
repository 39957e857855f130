/**
 * Keys of plates, persons, clients and trip numbers: texts with equal keys mean the same record. PostgreSQL has the same
 * functions (migration 0049_alias.sql), and comparison.test.ts holds them equal. No zod: the web imports it.
 */

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
/** Dashes, dots and spaces, as in sin_signos(). */
const signs =
  /[\u0020\u002D\u002E\u00A0\u00B7\u02D7\u058A\u05BE\u1400\u1680\u1806\u2000-\u200A\u2010-\u2015\u2022\u2027-\u2029\u202F\u2043\u205F\u2212\u2219\u22C5\u2796\u2800\u2E17\u2E1A\u2E3A-\u2E3B\u2E40\u2E5D\u3000\u3002\u301C\u3030\u30A0\u30FB\uFE31-\uFE32\uFE58\uFE63\uFF0D\u{10D6E}\u{10EAD}]/gu

const visible = (text: string) => text.replace(invisible, '').normalize('NFKC')

/** Upper case without dashes, dots and spaces: 'c 123bcd' is 'C-123BCD'. */
export const plateKey = (placa: string): string =>
  visible(placa).toUpperCase().normalize('NFKC').replace(signs, '')

/** Lower case without signs, and without RUTA before digits: '9001' and 'ruta 9001' are RUTA-9001. */
export const tripNumberKey = (noRuta: string): string =>
  visible(noRuta)
    .toLowerCase()
    .normalize('NFKC')
    .replace(signs, '')
    .replace(/^ruta(?=[0-9]+$)/, '')

const foldName = (nombre: string) =>
  visible(nombre.replace(/[\t-\r]/g, ' '))
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()

const sortWords = (words: readonly string[]) => words.filter(Boolean).toSorted().join(' ')

/** Words in any order, apart from case, accents, commas and points: 'Pérez, Juan' is 'Juan Perez'. */
export const personKey = (nombre: string): string => sortWords(foldName(nombre).split(/[\s,.]+/))

const legalForms = / (s a|sa|sociedad anonima|(y )?cia|y compania|compania limitada|ltda|limitada)(?= |$)/
const trailingLegalForms = new RegExp(`(${legalForms.source})+$`)

/** As `personKey`, also apart from punctuation and the legal form: 'Maya, S. A.' is 'Maya Sociedad Anónima'. */
export const clientKey = (nombre: string): string => {
  const words = foldName(nombre)
    .replace(/['’´`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  // Initials are one word: 'A.B.C.' is 'ABC'.
  const initials = /(?<![\p{L}\p{N}])([\p{L}\p{N}]) (?=[\p{L}\p{N}](?![\p{L}\p{N}]))/gu
  return sortWords(words.replace(trailingLegalForms, '').replace(initials, '$1').split(' '))
}
