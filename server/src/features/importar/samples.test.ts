import { readFileSync } from 'node:fs'
import type { VistaPrevia } from '@flota/contract/imports/importar.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// How far the reader understands five real lists without any help.

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const sample = (name: string) => readFileSync(new URL(`../../test/samples/${name}`, import.meta.url))

/** Returns the field of each title that is read. */
const mapping = ({ columnas }: VistaPrevia) =>
  Object.fromEntries(columnas.flatMap(({ titulo, campo }) => (campo === null ? [] : [[titulo, campo]])))

/** Counts the errors of the first 200 rows by field and message. */
const countErrors = ({ detalle }: VistaPrevia) => {
  const counts: Record<string, number> = {}
  for (const { campo, mensaje } of detalle) {
    const key = `${campo}: ${mensaje}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

test('POST /api/importar/camiones: reads 77 trucks, of which one repeats a plate', async () => {
  const preview = await previewImport(admin, 'camiones', sample('camiones-77.csv'))
  expect(mapping(preview)).toMatchObject({ placa: 'placa', tipo: 'tipo', marca: 'marca', modelo: 'modelo' })
  expect(preview).toMatchObject({ filas: 77, ignoradas: [], faltan: ['color', 'tarjeta_circulacion'] })
  const letters = { placa: 'B', tipo: 'C', marca: 'D', modelo: 'E', color: '=N', tarjeta_circulacion: '=N' }
  const query = { columnas: JSON.stringify(letters) }
  const mapped = await previewImport(admin, 'camiones', sample('camiones-77.csv'), query)
  expect([mapped.nuevas, countErrors(mapped)]).toEqual([76, { 'null: Repite la fila 24.': 1 }])
})

test('POST /api/importar/choferes: reads the class of a licence, not its number', async () => {
  const preview = await previewImport(admin, 'choferes', sample('pilotos-5.csv'))
  expect(mapping(preview)).toEqual({
    nombre: 'nombre_completo',
    telefono: 'telefono',
    clase_licencia: 'tipo_licencia',
  })
  expect(preview).toMatchObject({ filas: 5, faltan: ['vencimiento'] })
})

test('POST /api/importar/choferes: reads 57 pilots, of whom one has no name', async () => {
  const preview = await previewImport(admin, 'choferes', sample('pilotos-57.csv'))
  expect(mapping(preview)).toEqual({
    nombre: 'nombre_completo',
    licencia: 'tipo_licencia',
    telefono: 'telefono',
  })
  expect(preview).toMatchObject({ filas: 57, ignoradas: [], faltan: ['vencimiento'] })
  const letters = { nombre_completo: 'A', telefono: '=0', tipo_licencia: '=A', vencimiento: '=31/12/2027' }
  const query = { columnas: JSON.stringify(letters) }
  const mapped = await previewImport(admin, 'choferes', sample('pilotos-57.csv'), query)
  expect(countErrors(mapped)).toEqual({ 'nombre_completo: Escribe nombre y apellido.': 1 })
})

test('POST /api/importar/tarifas: reads 42 prices, of which five lack a place', async () => {
  const preview = await previewImport(admin, 'tarifas', sample('tarifas-42.xlsx'))
  expect(mapping(preview)).toEqual({
    'Lugar de Destino': 'destino',
    'Lugar de Origen': 'origen',
    Monto: 'precio',
  })
  expect(preview).toMatchObject({ filas: 42, faltan: ['vigente_desde'], coma_decimal: [] })
  const letters = { destino: 'A', origen: 'B', precio: 'C', servicio: 'D', vigente_desde: '=01/01/2026' }
  const mapped = await previewImport(admin, 'tarifas', sample('tarifas-42.xlsx'), {
    columnas: JSON.stringify(letters),
  })
  expect([mapped.nuevas, countErrors(mapped)]).toEqual([
    37,
    { 'destino: Este campo es obligatorio.': 5, 'origen: Este campo es obligatorio.': 1 },
  ])
})

test('POST /api/importar/rutas: reads day and hour of 54 trips', async () => {
  const preview = await previewImport(admin, 'rutas', sample('viajes-54.csv'))
  expect(mapping(preview)).toEqual({
    Estado: 'estado',
    Vehículo: 'placa',
    Conductor: 'piloto',
    'Depósito de salida': 'origen',
    'Fecha Inicio Carga': 'fecha',
    Observaciones: 'comentario',
  })
  expect(preview.faltan).toEqual(['cliente', 'servicio', 'mercaderia', 'destino', 'precio'])
  const columnas = JSON.stringify({
    placa: 'I',
    piloto: 'K',
    origen: 'M',
    fecha: 'N',
    servicio: 'F',
    mercaderia: 'G',
    destino: 'E',
    cliente: '=Amazon México',
    precio: '=0',
  })
  const mapped = await previewImport(admin, 'rutas', sample('viajes-54.csv'), { columnas })
  expect(mapped.vista[0].valores).toMatchObject({ fecha: '2026-07-07', hora: '08:00:00', placa: 'LKL349K' })
  // Only the names are unknown.
  expect(new Set(mapped.detalle.map(({ campo }: { campo: string }) => campo))).toEqual(
    new Set(['cliente', 'placa', 'piloto']),
  )
})
