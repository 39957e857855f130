/** The column of 'B12', from 0; -1 of what names none. */
export function columnOfRef(ref: string): number {
  let column = 0
  for (let at = 0; at < ref.length; at++) {
    const letter = ref.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}
