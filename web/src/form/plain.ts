/** A name as it is compared: trimmed, without regard to case, accents and runs of spaces. */
export const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
