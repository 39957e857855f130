/** A name for comparison: trimmed, without case, accents and runs of spaces. */
export const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
