/** What the typefaces that every PDF reader brings along can draw (Windows-1252). */
const plain = /^[ -~¡-¬®-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u

/** Whether every PDF reader can draw it by itself. */
export const isPlain = (text: string): boolean => plain.test(text)

/** The text as it is drawn: on one line, letters composed with their marks, without invisible characters. */
export function printable(text: string): string {
  if (isPlain(text)) return text
  return text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}
