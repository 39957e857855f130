/** Maximum length of a cell's text in UTF-16 units, as Excel counts. */
const maxCellLength = 32_767

/** Characters that XML can't contain. XML readers also change carriage returns. */
// oxlint-disable-next-line no-control-regex -- the expression is about control characters
const forbidden = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g
/** Text that Excel reads as one of its own escapes. */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g
/** Characters that need escaping, lone surrogates included. Most texts have none. */
// oxlint-disable-next-line no-control-regex -- the expression is about control characters
const special = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff&<>_\ud800-\udfff]/
const markup: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const toExcelEscape = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

const truncate = (text: string) =>
  text.length > maxCellLength ? `${text.slice(0, maxCellLength - 1)}…` : text

/** Escapes a text for XML content and attributes. */
export const xmlText = (text: string) =>
  text
    .toWellFormed()
    .replace(forbidden, '\ufffd')
    .replace(/[&<>"]/g, (character) => markup[character] ?? '')

/** Escapes a text as a cell's value. Characters that XML can't contain become Excel's `_xHHHH_`. */
export const cellText = (text: string) => (special.test(text) ? escapeCell(truncate(text)) : truncate(text))

const escapeCell = (text: string) =>
  text
    .toWellFormed()
    .replace(escapeLike, '_x005F_')
    .replace(forbidden, toExcelEscape)
    .replace(/[&<>]/g, (character) => markup[character] ?? '')
