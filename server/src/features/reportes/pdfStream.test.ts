import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { sumTotales } from '@flota/contract/reports/periodos.ts'
import { expect, test } from 'vitest'
import { buildReporte, buildReporteDays } from '../../test/reportes.ts'
import { reportePdf } from './pdf/reportePdf.ts'

/** Reports when a row near the end is drawn. */
const watched = (seen: () => void) => {
  const rows = buildReporteDays(5000)
  const totales = sumTotales(rows)
  const { periodo } = rows[4900]!
  Object.defineProperty(rows[4900], 'periodo', {
    get() {
      seen()
      return periodo
    },
  })
  return buildReporte(rows, { totales })
}

test('PDF stream: ends when the reader leaves', async () => {
  let drawn = false
  const stream = reportePdf(watched(() => (drawn = true)))
  for await (const chunk of stream) {
    expect(chunk.length).toBeGreaterThan(0)
    break
  }
  expect(stream.destroyed).toBe(true)
  for (let i = 0; i < 500; i++) await setImmediate()
  expect(drawn).toBe(false)
})

test('PDF stream: draws nothing while the reader does not read', async () => {
  let drawn = false
  const stream = reportePdf(watched(() => (drawn = true)))
  stream.once('readable', () => undefined)
  for (let i = 0; i < 500; i++) await setImmediate()
  expect(drawn).toBe(false)
  stream.destroy()
})

test('PDF stream: other requests run between two pages', async () => {
  let turns = 0
  let end = false
  const turn = async () => {
    for (; !end; turns++) await setImmediate()
  }
  const turning = turn()
  await buffer(reportePdf(buildReporte(buildReporteDays(5000))))
  end = true
  await turning
  expect(turns).toBeGreaterThan(100)
})

test('PDF stream: passes errors to the reader', async () => {
  const broken = watched(() => {
    throw new Error('no ink')
  })
  await expect(buffer(reportePdf(broken))).rejects.toThrow('no ink')
})
