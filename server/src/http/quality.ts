/** How much a header such as Accept or Accept-Encoding wants this one: 0 where it is not named, 1 where no q stands. */
export function qualityOf(name: string, header = ''): number {
  const range = header.split(',').find((part) => part.split(';', 1)[0]?.trim().toLowerCase() === name)
  return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
}

/** Whether text/html is named, and JSON is not named before it. */
export const prefersHtml = (accept?: string) =>
  qualityOf('text/html', accept) > qualityOf('application/json', accept)
