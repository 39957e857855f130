/** Returns the q of a value in Accept or Accept-Encoding: 0 if it is missing, 1 without a q. */
export function qualityOf(name: string, header = ''): number {
  const range = header.split(',').find((part) => part.split(';', 1)[0]?.trim().toLowerCase() === name)
  return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
}

/** Whether the client prefers a page to JSON and does not just accept anything. */
export function prefersHtml(accept?: string): boolean {
  const html = qualityOf('text/html', accept)
  return html > qualityOf('application/json', accept) && html >= qualityOf('*/*', accept)
}
