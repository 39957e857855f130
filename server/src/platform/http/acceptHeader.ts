/** How much a header such as Accept or Accept-Encoding wants this one: 0 where it is not named, 1 where no q stands. */
export function qualityOf(name: string, header = ''): number {
  const range = header.split(',').find((part) => part.split(';', 1)[0]?.trim().toLowerCase() === name)
  return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
}

/** Whether text/html is named, JSON is not named as high, and nothing of any kind is wanted more. */
export function prefersHtml(accept?: string): boolean {
  const html = qualityOf('text/html', accept)
  return html > qualityOf('application/json', accept) && html >= qualityOf('*/*', accept)
}
