import { readPages } from './readPdf.ts'
import { unzip } from './readXlsx.ts'
import type { TestApp } from './testApp.ts'

type InjectedResponse = Awaited<ReturnType<TestApp['app']['inject']>>

/** Everything that an answer says to who looks for it: of a sheet its parts unpacked, of a PDF its texts. */
export async function readableText({ headers, rawPayload }: InjectedResponse): Promise<string> {
  const about = JSON.stringify(headers)
  const kind = String(headers['content-type'])
  if (kind.includes('spreadsheetml')) return [about, ...Object.values(unzip(rawPayload))].join('\n')
  if (!kind.startsWith('application/pdf')) return `${about}\n${rawPayload.toString('latin1')}`
  const pages = await readPages(rawPayload)
  return [about, ...pages.flatMap(({ lines }) => lines.flat())].join('\n')
}

/** Whether a text tells an amount of at least 1,000 with cents: as a number, as people write it, or without its cents. */
export const containsAmount = (text: string, amount: number): boolean => {
  const whole = Math.trunc(amount)
  const [thousands, rest] = [Math.trunc(whole / 1000), String(whole % 1000).padStart(3, '0')]
  return new RegExp(`(?<![\\d.])${thousands}(,${rest}|${rest}[.,]\\d)`).test(text)
}
