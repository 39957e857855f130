/** What a cell may hold, in UTF-16 units as Excel counts. */
const maxCellLength = 32_767

/** Control characters and two others have no place in XML; of white space an XML reader changes CR. */
// oxlint-disable-next-line no-control-regex -- these are the very characters that are meant
const forbidden = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g
/** What Excel would take for one of its own escapes. */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g
/** What a cell's text has rarely; half a character is one of a pair that is not there. */
// oxlint-disable-next-line no-control-regex -- these are the very characters that are meant
const special = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff&<>_\ud800-\udfff]/
const markup: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeOf = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

const truncate = (text: string) =>
  text.length > maxCellLength ? `${text.slice(0, maxCellLength - 1)}…` : text

/** For XML's own text and attributes. */
export const xmlText = (text: string) =>
  text
    .toWellFormed()
    .replace(forbidden, '\ufffd')
    .replace(/[&<>"]/g, (character) => markup[character] ?? '')

/** A text as a cell's value, as it was typed: Excel's `_xHHHH_` where XML has no place for a character. */
export const cellText = (text: string) => (special.test(text) ? escaped(truncate(text)) : truncate(text))

const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(escapeLike, '_x005F_')
    .replace(forbidden, escapeOf)
    .replace(/[&<>]/g, (character) => markup[character] ?? '')
