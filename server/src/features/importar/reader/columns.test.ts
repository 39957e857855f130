import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { describe, expect, test } from 'vitest'
import { columnLetter, columnNumber, sourcesOfHeadings, sourcesOfQuery } from './columns.ts'

test('columnLetter and columnNumber: convert columns from A to CV', () => {
  expect([0, 25, 26, 99].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'CV'])
  expect(['A', 'Z', 'AA', 'CV'].map(columnNumber)).toEqual([0, 25, 26, 99])
  for (const letter of ['', 'a', 'CW', 'AAA', '1', 'A1', 'Ñ']) expect(columnNumber(letter)).toBeUndefined()
})

/** Returns each field's column letter, or '=' and the text. */
const describeSources = (sources: ReturnType<typeof sourcesOfQuery>) =>
  sources &&
  Object.fromEntries(
    [...sources].map(([campo, source]) => [
      campo,
      'column' in source ? columnLetter(source.column) : `=${source.text}`,
    ]),
  )

describe('sourcesOfHeadings', () => {
  test.each<[ImportTipo, string[], Record<string, string>]>([
    ['camiones', ['No.', 'Placas', 'Placa', 'Año', 'Línea'], { placa: 'C', modelo: 'D' }],
    ['camiones', ['Placa', 'Placas', 'Placa'], { placa: 'A' }],
    ['choferes', ['Nombres', 'Apellidos', 'Piloto'], { nombre: 'A', apellido: 'B' }],
    ['choferes', ['Nombre', 'Piloto', 'Tel.'], { nombre_completo: 'A', telefono: 'C' }],
    ['choferes', ['Piloto', 'Apellidos'], { nombre_completo: 'A' }],
    ['clientes', ['Razón social', 'Empresa'], { nombre_completo: 'A' }],
    ['clientes', ['Empresa', 'Nombre completo'], { nombre_completo: 'B' }],
    ['clientes', ['Apellido'], { apellido: 'A' }],
    ['rutas', ['No. de Ruta', 'Flete (Q)', 'Piloto'], { no_ruta: 'A', precio: 'B', piloto: 'C' }],
    ['choferes', ['Licencia', 'Clase de licencia'], { tipo_licencia: 'B' }],
    ['choferes', ['Licencia', 'Clase'], { tipo_licencia: 'A' }],
    ['rutas', ['Unidad', 'Placas', 'No. placa'], { placa: 'B' }],
    ['rutas', ['Camión', 'Cabezal'], { placa: 'A' }],
  ])('sourcesOfHeadings: maps headings of %s %j', (tipo, titles, expected) =>
    expect(describeSources(sourcesOfHeadings(tipo, titles))).toEqual(expected),
  )
})

describe('sourcesOfQuery', () => {
  test.each<[ImportTipo, string, Record<string, string>]>([
    ['rutas', '{"placa":"B","estado":"=Entregado"}', { placa: 'B', estado: '=Entregado' }],
    ['rutas', '{"hora":"="}', { hora: '=' }],
    ['rutas', '{}', {}],
    ['rutas', '{"fecha":"A","hora":"A"}', { fecha: 'A', hora: 'A' }],
    ['clientes', '{"nombre":"A"}', { nombre_completo: 'A' }],
    ['clientes', '{"nombre":"A","apellido":"=Cliente"}', { nombre: 'A', apellido: '=Cliente' }],
  ])('sourcesOfQuery: maps columns of %s %s', (tipo, json, expected) =>
    expect(describeSources(sourcesOfQuery(tipo, json))).toEqual(expected),
  )

  test.each([
    '',
    'placa',
    '[]',
    'null',
    '"B"',
    '{"chasis":"A"}',
    '{"placa":"b"}',
    '{"placa":"CW"}',
    '{"placa":1}',
    '{"placa":null}',
    '{"placa":""}',
    '{"placa":"A","marca":"A"}',
    '{"__proto__":"A"}',
    '{"toString":"A"}',
  ])('sourcesOfQuery: returns undefined for %s', (json) =>
    expect(sourcesOfQuery('camiones', json)).toBeUndefined(),
  )
})
