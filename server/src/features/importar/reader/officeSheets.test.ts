import { expect, test } from 'vitest'
import { buildOfficeWorkbook, readOfficeWorkbook } from '../../../test/officeBooks.ts'
import { officeSheets } from '../../../test/officeSheets.ts'

// The same as LibreOffice saves them: `npm run test:sheets`.

test.each(Object.entries(officeSheets))('%s', async (_, sheet) => {
  expect(await readOfficeWorkbook(sheet.tipo, await buildOfficeWorkbook(sheet))).toEqual(sheet.expectedRows)
})
