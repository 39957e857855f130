/** What the typefaces that every PDF reader brings along can draw (Windows-1252). */
const windows1252 = /^[ -~¡-¬®-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u

/** Whether every PDF reader can draw it by itself. */
export const isPlain = (text: string): boolean => windows1252.test(text)

/** The text as it is drawn: on one line, letters composed with their marks, without invisible characters. */
export function toPrintable(text: string): string {
  if (isPlain(text)) return text
  return text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}
