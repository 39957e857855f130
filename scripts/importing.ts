import { startTarget } from './abuse/startTarget.ts'
import { importLargeSheet } from './importing/largeSheet.ts'
import { checkLibreOfficeImports } from './importing/libreOffice.ts'

// npm run test:sheets: what offices send, as LibreOffice saves it, and as much of it as a sheet may have.

const results = [await checkLibreOfficeImports()]
const testTarget = await startTarget()
try {
  results.push(await importLargeSheet(testTarget))
} finally {
  await testTarget.close()
}
process.exitCode = results.every(Boolean) ? 0 : 1
