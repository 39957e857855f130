import { type Db, many, one, raw } from '@flota/server/platform/db/sql.ts'
import { testApp } from '@flota/server/test/testApp.ts'
import { describe, expect, test } from 'vitest'
import { fillDemo, readDemoUsers } from './fill.ts'
import { formatUsuarios } from './usuarios.ts'

// Noon in Guatemala, on a Friday.
const wanted = { rutas: 400, zone: 'America/Guatemala', now: new Date('2026-11-20T18:00:00Z') }

const tables = [
  'clientes',
  'choferes',
  'ayudantes',
  'camiones',
  'mantenimientos',
  'archivos',
  'rutas',
  'rutas_historial',
  'incidentes',
  'reglas',
  'tiempos',
  'entregas',
  'liquidaciones',
  'movimientos',
  'clientes_fiscal',
  'facturas',
  'facturas_rutas',
  'cobros',
  'cobros_aplicaciones',
  'resumen',
  'bitacora',
]

const receivables = ['clientes_fiscal', 'facturas', 'cobros']

/** Of what stands for another record, and of money, there is none in the bin. */
const lastWritten = (table: string) =>
  ['reglas', 'tiempos', 'entregas', 'liquidaciones', 'movimientos', ...receivables].includes(table)
    ? 'greatest(creado_en, actualizado_en)'
    : 'greatest(creado_en, actualizado_en, eliminado_en)'

/** All that a company consists of; no two hashes of a password are alike. */
const contents = (db: Db) =>
  Promise.all(tables.map((table) => many(db, raw(`select * from ${table} order by 1, 2, 3`))))

describe('on another machine', () => {
  test('it is the same company all afternoon', async () => {
    const [one, other] = [await testApp(), await testApp()]
    await fillDemo(one.db, wanted)
    await fillDemo(other.db, { ...wanted, now: new Date('2026-11-21T03:00:00Z') })
    expect(await contents(other.db)).toEqual(await contents(one.db))
    await Promise.all([one.close(), other.close()])
  })

  test('early in the morning: has no row after the present moment', async () => {
    const early = await testApp()
    const start = '2026-11-20T06:10:00Z'
    await fillDemo(early.db, { ...wanted, now: new Date(start) })
    const momentsOf: Record<string, string> = { rutas_historial: 'fecha', bitacora: 'momento' }
    for (const table of [
      'rutas',
      'rutas_historial',
      'incidentes',
      'reglas',
      'tiempos',
      'entregas',
      'liquidaciones',
      'movimientos',
      ...receivables,
      'bitacora',
      'clientes',
      'choferes',
      'mantenimientos',
      'usuarios',
    ]) {
      const moments = momentsOf[table] ?? lastWritten(table)
      const last = await one<{ moment: string }>(
        early.db,
        raw(`select max(${moments}) as moment from ${table}`),
      )
      expect(last!.moment <= start.replace('Z', '.000Z')).toBe(true)
    }
    await early.close()
  })
})

test('demonstration: is recognised by its comment, a company is not', async () => {
  const company = await testApp()
  expect(await readDemoUsers(company.db)).toBeUndefined()
  await company.as()
  expect(await readDemoUsers(company.db)).toBeNull()
  await company.close()
  const demo = await testApp()
  const usuarios = await fillDemo(demo.db, { ...wanted, rutas: 1 })
  expect(await readDemoUsers(demo.db)).toBe(formatUsuarios(usuarios))
  await demo.close()
})
