import { type ImportTipo, importTipos } from '@flota/contract/imports/importarCampos.ts'
import { catalogues, isCatalogue } from '@flota/contract/records/catalogues.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { one, raw, sql } from '../../platform/db/sql.ts'
import { valuesOf } from '../../test/catalogueValues.ts'
import { aFactura } from '../../test/cobros.ts'
import { aRuta, someReferences } from '../../test/factories.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import type { FieldValues, RowDecision } from './importRow.ts'
import { rowSchemas } from './rowSchemas.ts'
import { insertImportacion, storeRows } from './store.ts'

let server: TestApp
let admin: Client
let references: Awaited<ReturnType<typeof someReferences>>
let tipo_id: number
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  references = await someReferences(admin)
  tipo_id = (await admin.post('/api/documento-tipos', { nombre: 'Fianza', aplica: 'camiones' })).body.data.id
})
afterAll(() => server.close())

/** Fields of POST without a column: a name instead of an id, and a reason for the log. */
const fieldsWithoutColumn = ['cliente', 'motivo_excepcion', 'nit', 'saldo_inicial']

/** Returns a body of POST with every field that has a column. */
function bodyOf(tipo: ImportTipo): object {
  if (isCatalogue(tipo)) return valuesOf(catalogues[tipo])
  const { cliente_id, camion_id } = references
  const places = { origen: 'Guatemala', destino: 'Cobán' }
  const dates = { vigente_desde: '2026-01-01', vigente_hasta: '2026-12-31' }
  const paper = { numero: '4471-A', emitido: '2026-02-01', vence: '2027-02-01', nota: 'En la oficina' }
  const opening = { nit: 'CF', saldo_inicial: 500 }
  const all: Record<'tarifas' | 'documentos' | 'rutas' | 'facturas', object> = {
    tarifas: { cliente_id, ...places, servicio: 'Flete', precio: '900.55', duracion_min: 480, ...dates },
    documentos: { tipo_id, entidad: 'camiones', entidad_id: camion_id, ...paper },
    rutas: aRuta(references, { hora: '08:30:00', estado: 'Entregado', duracion_min: 95 }),
    facturas: aFactura(cliente_id, {
      tipo: 'FCAM',
      uuid: null,
      ...paper,
      numero: '4471',
      rutas: [],
      ...opening,
    }),
  }
  return all[tipo]
}

/** Writes the row as an import does, and returns the columns of its table. */
async function storeRow(tipo: ImportTipo, valores: FieldValues): Promise<object> {
  const decision: RowDecision = {
    row: { fila: 2, cells: [], parsed: valores, errors: [], rowErrors: [], valores, empty: [], needed: [] },
    accion: 'nueva',
    errors: [],
    rowErrors: [],
    valores,
    nombres: { tipo: 'Fianza', placa: 'C-1' },
    existing: null,
  }
  return server.db.transaction(async (tx) => {
    const counts = { filas: 1, nuevas: 1, cambiadas: 0, iguales: 0, saltadas: 0, omitidas: 0, creados: {} }
    const id = await insertImportacion(tx, { tipo, nombre: 'hoja', ...counts }, admin.userId ?? 0)
    await storeRows(tx, tipo, id, [decision], admin.userId ?? 0)
    const row = await one<object>(
      tx,
      sql`select t.* from ${raw(tipo)} t join importaciones_registros i on i.registro_id = t.id
        where i.importacion_id = ${id}`,
    )
    return row ?? {}
  })
}

test.each(importTipos)('storeRows: writes every field of POST for %s', async (tipo) => {
  // All of these schemas are objects.
  const schema = rowSchemas[tipo].schema as z.ZodObject
  const fields = Object.keys(schema.shape).filter((field) => !fieldsWithoutColumn.includes(field))
  const body = bodyOf(tipo)
  expect(Object.keys(body).toSorted()).toEqual(expect.arrayContaining(fields.toSorted()))
  const valores = schema.parse(body) as FieldValues
  const expected = Object.fromEntries(fields.map((field) => [field, valores[field]]))
  expect(await storeRow(tipo, valores)).toMatchObject(expected)
})
