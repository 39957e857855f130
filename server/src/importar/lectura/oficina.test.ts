import { importCampos } from '@flota/contract/importarCampos.ts'
import { expect, test } from 'vitest'
import { bookOf, escaped } from '../../test/books.ts'
import { type OfficeCell, type OfficeSheet, officeSheets } from '../../test/officeSheets.ts'
import { readHere } from '../../test/readHere.ts'
import { columnLetter } from './columns.ts'
import { readCell } from './readCell.ts'

const formats = ['dd/mm/yyyy', 'h:mm AM/PM', '"Q"#,##0.00', 'dd/mm/yyyy h:mm']

function cellXml(cell: OfficeCell, ref: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${ref}"><v>${cell}</v></c>`
  if (typeof cell === 'string')
    return `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  if ('formula' in cell) {
    const kind = typeof cell.v === 'string' ? ' t="str"' : ''
    return `<c r="${ref}"${kind}><f>${escaped(cell.formula)}</f><v>${escaped(String(cell.v))}</v></c>`
  }
  return `<c r="${ref}" s="${formats.indexOf(cell.f) + 1}"><v>${cell.v}</v></c>`
}
const rowsXml = (rows: OfficeCell[][]) =>
  rows
    .map(
      (row, y) =>
        `<row r="${y + 1}">${row.map((cell, x) => cellXml(cell, `${columnLetter(x)}${y + 1}`)).join('')}</row>`,
    )
    .join('')

function made({ rows, merges = [], is1904 = false, hidden, second }: OfficeSheet) {
  const cells = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  return bookOf({
    sheets: [
      ...(hidden ? [{ name: 'Listas', state: 'hidden' as const, rows: rowsXml(hidden) }] : []),
      { name: 'Hoja1', rows: rowsXml(rows), ...(cells && { behind: `<mergeCells>${cells}</mergeCells>` }) },
      ...(second ? [{ name: 'Hoja2', rows: rowsXml(second) }] : []),
    ],
    formats,
    is1904,
  })
}

test.each(Object.entries(officeSheets))('%s', async (_, sheet) => {
  const { tipo, comes } = sheet
  const { campos, filas, is1904 } = await readHere(await made(sheet), { tipo })
  const read = filas.map(({ fila, celdas }) => {
    const values = campos.map(({ campo }, i) => {
      const clase = importCampos[tipo][campo]?.clase ?? 'texto'
      const cell = readCell(clase, celdas[i] ?? null, is1904)
      return [campo, 'error' in cell ? cell.error : cell.value]
    })
    return [fila, Object.fromEntries(values)]
  })
  expect(read).toEqual(comes)
})

test('there are twenty of them', () => {
  expect(Object.keys(officeSheets)).toHaveLength(20)
})
