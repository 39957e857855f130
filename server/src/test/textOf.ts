import { readPages } from './readPdf.ts'
import { readSheets } from './readXlsx.ts'

/** Returns all texts of a file. */
export async function textOf(media: string, file: Buffer): Promise<string> {
  if (media.startsWith('application/pdf'))
    return (await readPages(file)).flatMap(({ pieces }) => pieces.map(({ text }) => text)).join('\n')
  if (media.includes('spreadsheet'))
    return JSON.stringify(
      (await readSheets(file)).rows.map((rows) => rows.map((row) => row.map((cell) => cell ?? ''))),
    )
  return ''
}
