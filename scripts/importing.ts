import { openHouse } from './abuse/startTarget.ts'
import { bringMany } from './importing/largeSheet.ts'
import { fromLibreOffice } from './importing/libreOffice.ts'

// npm run test:sheets: what offices send, as LibreOffice saves it, and as much of it as a sheet may have.

const results = [await fromLibreOffice()]
const house = await openHouse()
try {
  results.push(await bringMany(house))
} finally {
  await house.close()
}
process.exitCode = results.every(Boolean) ? 0 : 1
