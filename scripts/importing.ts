import { startTarget } from './abuse/startTarget.ts'
import { importLargeSheet } from './importing/largeSheet.ts'
import { checkLibreOfficeImports } from './importing/libreOffice.ts'

// npm run test:import: workbooks of offices as LibreOffice saves them, and a sheet of maximum size.

const results = [await checkLibreOfficeImports()]
const testTarget = await startTarget()
try {
  results.push(await importLargeSheet(testTarget))
} finally {
  await testTarget.close()
}
process.exitCode = results.every(Boolean) ? 0 : 1
