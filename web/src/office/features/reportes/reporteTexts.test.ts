import { expect, test } from 'vitest'
import { partialPeriodSentence, reportTitle, shownRowsSentence } from './reporteTexts.ts'

test('shownRowsSentence: names the shown rows', () => {
  expect(shownRowsSentence(1, 10, 24)).toBe('Mostrando 1-10 de 24 registros')
  expect(shownRowsSentence(3, 10, 24)).toBe('Mostrando 21-24 de 24 registros')
  expect(shownRowsSentence(1, 10, 1)).toBe('Mostrando 1-1 de 1 registros')
  expect(shownRowsSentence(1, 10, 0)).toBe('Mostrando 0-0 de 0 registros')
  expect(shownRowsSentence(2, 100, 1234)).toBe('Mostrando 101-200 de 1,234 registros')
})

test('reportTitle: names the type and the range', () => {
  expect(reportTitle('mes', { fechaInicio: '', fechaFin: '' })).toBe('Por Mes · Todas las fechas')
  expect(reportTitle('anio', { fechaInicio: '2026-01-01', fechaFin: '2026-12-31' })).toBe(
    'Por Año · Del 01/01/2026 al 31/12/2026',
  )
})

test('partialPeriodSentence: returns a notice when the range covers a part of the period', () => {
  const from = (fechaInicio: string, fechaFin = '') => ({ fechaInicio, fechaFin })
  expect(partialPeriodSentence('2026-11', from(''))).toBeNull()
  expect(partialPeriodSentence('2026-11', from('2026-11-01', '2026-11-30'))).toBeNull()
  expect(partialPeriodSentence('2026-11-20', from('2026-11-20', '2026-11-20'))).toBeNull()
  expect(partialPeriodSentence('2026-11', from('2026-11-15', '2026-12-31'))).toBe(
    'Aquí ves el mes completo. El reporte cuenta solo una parte: desde el 15/11/2026.',
  )
  expect(partialPeriodSentence('2026', from('2026-02-01', '2026-03-01'))).toBe(
    'Aquí ves el año completo. El reporte cuenta solo una parte: del 01/02/2026 al 01/03/2026.',
  )
})
