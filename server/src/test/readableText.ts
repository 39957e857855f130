import { readPages } from './readPdf.ts'
import { unzip } from './readXlsx.ts'
import type { TestApp } from './testApp.ts'

type InjectedResponse = Awaited<ReturnType<TestApp['app']['inject']>>

/** Returns all readable text of a response: unpacks spreadsheets and extracts texts of PDFs. */
export async function readableText({ headers, rawPayload }: InjectedResponse): Promise<string> {
  const about = JSON.stringify(headers)
  const kind = String(headers['content-type'])
  if (kind.includes('spreadsheetml')) return [about, ...Object.values(unzip(rawPayload))].join('\n')
  if (!kind.startsWith('application/pdf')) return `${about}\n${rawPayload.toString('latin1')}`
  const pages = await readPages(rawPayload)
  return [about, ...pages.flatMap(({ lines }) => lines.flat())].join('\n')
}

/**
 * Returns whether a text contains an amount from 1,000 with cents: as a number, formatted, or without its
 * cents.
 */
export const containsAmount = (text: string, amount: number): boolean => {
  const quetzales = Math.trunc(amount)
  const [thousands, rest] = [Math.trunc(quetzales / 1000), String(quetzales % 1000).padStart(3, '0')]
  return new RegExp(`(?<![\\d.])${thousands}(,${rest}|${rest}[.,]\\d)`).test(text)
}
