import { expect, test } from 'vitest'
import { officeBook, readOffice } from '../../../test/officeBooks.ts'
import { officeSheets } from '../../../test/officeSheets.ts'

// The same as LibreOffice saves them: `npm run test:sheets`.

test.each(Object.entries(officeSheets))('%s', async (_, sheet) => {
  expect(await readOffice(sheet.tipo, await officeBook(sheet))).toEqual(sheet.comes)
})
