/** @throws where a count is none: nought rounds would show nothing. */
export function parseCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new Error(`'${text}' is no whole number from 1`)
  return count
}
