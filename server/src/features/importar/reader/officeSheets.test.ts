import { expect, test } from 'vitest'
import { buildOfficeWorkbook, readOfficeWorkbook } from '../../../test/officeBooks.ts'
import { officeSheets } from '../../../test/officeSheets.ts'

// `npm run test:import` reads the same workbooks as saved by LibreOffice.

test.each(Object.entries(officeSheets))('readSheet: reads an office workbook with %s', async (_, sheet) => {
  expect(await readOfficeWorkbook(sheet.tipo, await buildOfficeWorkbook(sheet))).toEqual(sheet.expectedRows)
})
