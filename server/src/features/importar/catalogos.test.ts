import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { csv, listErrors, postSheet, previewImport, runImport, undoImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const pilotos = ['Piloto', 'Celular', 'Licencia', 'Vence']
const camiones = ['Placa', 'Marca', 'Modelo', 'Color', 'Tipo', 'Tarjeta']
const truck = (placa: string, color = 'Blanco') => [placa, 'Freightliner', 2018, color, 'Cabezal', 'TC-1']

test('POST /api/importar/choferes: previews every row and writes nothing when rows have errors', async () => {
  const bytes = csv(
    pilotos,
    ['Juan Pérez López', '5555-1234', 'A', '03/04/2027'],
    ['Ana', '5555-1235', 'A', '31/02/2027'],
    ['', '5555-1236', '', '2027-01-01'],
    ['JUAN PEREZ  LOPEZ', '5555-1234', 'B', '3/4/27'],
  )
  expect(await previewImport(admin, 'choferes', bytes)).toMatchObject({
    hoja: null,
    hojas: [],
    filas: 4,
    columnas: [
      {
        columna: 'A',
        titulo: 'Piloto',
        campo: 'nombre_completo',
        muestra: ['Juan Pérez López', 'Ana', 'JUAN PEREZ  LOPEZ'],
      },
      {
        columna: 'B',
        titulo: 'Celular',
        campo: 'telefono',
        muestra: ['5555-1234', '5555-1235', '5555-1236'],
      },
      { columna: 'C', titulo: 'Licencia', campo: 'tipo_licencia', muestra: ['A', 'A', 'B'] },
      {
        columna: 'D',
        titulo: 'Vence',
        campo: 'vencimiento',
        muestra: ['03/04/2027', '31/02/2027', '2027-01-01'],
      },
    ],
    faltan: [],
    nuevas: 1,
    cambiadas: 0,
    iguales: 0,
    saltadas: 0,
    errores: 3,
    detalle: [
      {
        fila: 3,
        columna: 'A',
        campo: 'nombre_completo',
        valor: 'Ana',
        mensaje: 'Escribe nombre y apellido.',
      },
      {
        fila: 3,
        columna: 'D',
        campo: 'vencimiento',
        valor: '31/02/2027',
        mensaje: 'Escribe una fecha válida.',
      },
      { fila: 4, columna: 'A', campo: 'nombre_completo', valor: '', mensaje: 'Este campo es obligatorio.' },
      { fila: 4, columna: 'C', campo: 'tipo_licencia', valor: '', mensaje: 'Este campo es obligatorio.' },
      { fila: 5, columna: null, campo: null, valor: null, mensaje: 'Repite la fila 2.' },
    ],
    vista: [
      {
        fila: 2,
        accion: 'nueva',
        valores: {
          nombre: 'Juan',
          apellido: 'Pérez López',
          telefono: '5555-1234',
          tipo_licencia: 'A',
          vencimiento: '2027-04-03',
        },
      },
      expect.objectContaining({ fila: 3, accion: 'error' }),
      expect.objectContaining({ fila: 4, accion: 'error' }),
      expect.objectContaining({ fila: 5, accion: 'error' }),
    ],
  })
  expect((await admin.get('/api/choferes')).body.paginacion.total).toBe(0)
  const wrong = await runImport(admin, 'choferes', bytes)
  expect([wrong.status, wrong.body.message, wrong.body.error.campos]).toEqual([
    400,
    'Hay 3 filas con errores. No se importó nada.',
    { archivo: 'Hay 3 filas con errores. No se importó nada.' },
  ])
  expect(listErrors(wrong.body.error.filas)).toContainEqual([5, null, null, 'Repite la fila 2.'])
  expect((await admin.get('/api/choferes')).body.paginacion.total).toBe(0)
})

test('POST /api/importar/camiones: imports trucks, matches them by plate and undoes both imports', async () => {
  const bytes = csv(camiones, truck('C-123BCD'), truck('C-124BCD'), truck('C-125BCD'))
  const made = await runImport(admin, 'camiones', bytes, { nombre: 'camiones.csv' })
  expect([made.status, made.body.message]).toEqual([201, 'Se importaron 3 registros.'])
  const { id, creado_en, deshacer_hasta } = made.body.data
  expect(made.body.data).toMatchObject({
    tipo: 'camiones',
    nombre: 'camiones.csv',
    filas: 3,
    nuevas: 3,
    cambiadas: 0,
    iguales: 0,
    saltadas: 0,
    usuario: expect.stringMatching(/^administrador-/),
    deshecha_en: null,
    version: 1,
  })
  expect(Date.parse(deshacer_hasta) - Date.parse(creado_en)).toBe(86_400_000)
  const rows = await findLogRowsOfRequest(server.db, made)
  expect(rows.map(({ accion, tipo, nombre, motivo }) => [accion, tipo, nombre, motivo])).toEqual([
    ['importar', 'importaciones', 'camiones.csv', '3 nuevas, 0 cambiadas'],
    ...['C-123BCD', 'C-124BCD', 'C-125BCD'].map((placa) => ['crear', 'camiones', placa, null]),
  ])

  const again = csv(camiones, truck('c 123bcd'), truck('C-124BCD', 'Rojo'), truck('C-126BCD'))
  expect(listErrors((await previewImport(admin, 'camiones', again)).detalle)).toEqual([
    [2, null, null, 'La placa ya existe'],
    [3, null, null, 'La placa ya existe'],
  ])
  expect(await previewImport(admin, 'camiones', again, { duplicados: 'saltar' })).toMatchObject({
    nuevas: 1,
    saltadas: 2,
  })
  expect(await previewImport(admin, 'camiones', again, { duplicados: 'actualizar' })).toMatchObject({
    nuevas: 1,
    cambiadas: 1,
    iguales: 1,
    vista: [
      { accion: 'igual', valores: { placa: 'C-123BCD', color: 'Blanco' } },
      { accion: 'cambiada', valores: { placa: 'C-124BCD', color: 'Rojo', modelo: '2018' } },
      { accion: 'nueva' },
    ],
  })
  const changed = await runImport(admin, 'camiones', again, { duplicados: 'actualizar' })
  expect(changed.body.message).toBe('Se importaron 2 registros.')
  const found = async (placa: string) => (await admin.get(`/api/camiones?buscar=${placa}`)).body.data[0]
  expect(await found('C-124BCD')).toMatchObject({ color: 'Rojo', version: 2 })
  expect(await found('C-123BCD')).toMatchObject({ color: 'Blanco', version: 1 })

  // The first import can be undone only after the later one.
  const blocked = await undoImport(admin, id)
  expect([blocked.status, blocked.body.message, blocked.body.error.registros]).toEqual([
    409,
    'No se puede deshacer: 1 registro cambió o se usa.',
    ['C-124BCD'],
  ])
  const back = await undoImport(admin, changed.body.data.id)
  expect([back.status, back.body.message]).toEqual([200, 'Importación deshecha.'])
  expect(back.body.data).toMatchObject({ version: 2, deshecha_en: expect.any(String) })
  expect(await found('C-124BCD')).toMatchObject({ color: 'Blanco', version: 3 })
  expect(await found('C-126BCD')).toBeUndefined()
  const logRows = await findLogRowsOfRequest(server.db, back)
  expect(logRows.map(({ accion, tipo, nombre }) => [accion, tipo, nombre])).toEqual([
    ['deshacer', 'importaciones', 'importacion'],
    ['eliminar', 'camiones', 'C-126BCD'],
    ['editar', 'camiones', 'C-124BCD'],
  ])
  expect((await undoImport(admin, id)).status).toBe(200)
  expect((await admin.get('/api/camiones')).body.paginacion.total).toBe(0)
  expect((await admin.get('/api/papelera')).body.paginacion.total).toBe(0)
  expect((await undoImport(admin, id)).body.message).toBe('Esta importación ya se deshizo.')
  expect((await runImport(admin, 'camiones', bytes)).status).toBe(201)
})

test('POST /api/importar/camiones: lists the missing columns', async () => {
  const bytes = csv(['Placa', 'Modelo'], ['C-1', '2018'])
  const preview = await previewImport(admin, 'camiones', bytes)
  expect(preview).toMatchObject({
    faltan: ['marca', 'color', 'tipo', 'tarjeta_circulacion'],
    errores: 1,
    vista: [],
  })
  expect(listErrors(preview.detalle)[0]).toEqual([null, null, 'marca', 'Falta la columna Marca.'])
  const refused = await runImport(admin, 'camiones', bytes)
  expect(refused.body.error.campos).toEqual({
    columnas: 'Faltan columnas: Marca, Color, Tipo, Tarjeta de circulación.',
  })
  expect((await postSheet(admin, 'camiones', Buffer.alloc(0))).body.error.campos).toEqual({
    archivo: 'El archivo está vacío.',
  })
})
