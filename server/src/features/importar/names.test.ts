import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { aCamion } from '../../test/factories.ts'
import { csv, listErrors, previewImport, runImport, undoImport } from '../../test/importar.ts'
import { choose, type NamesOffice, namedTrips, openNames } from '../../test/namedTrips.ts'

// New records for names, and rows that are left out (docs/contract/imports.md).

let office: NamesOffice
beforeAll(async () => {
  office = await openNames()
})
afterAll(() => office.server.close())

describe('choices', () => {
  test('creates one record for spellings that compare as the same, and undoes it', async () => {
    const nombres = choose({
      cliente: { 'Fletes Nuevos, S.A.': 'crear' },
      placa: { 'C-777NEW': 'crear' },
      piloto: { 'Nuevo Piloto Uno': 'crear', Solo: 'crear' },
      ayudante: { 'Nueva Ayudante': 'crear' },
    })
    const sheet = namedTrips(
      {
        cliente: 'Fletes Nuevos, S.A.',
        placa: 'C-777NEW',
        piloto: 'Nuevo Piloto Uno',
        ayudante: 'Nueva Ayudante',
      },
      { cliente: 'fletes nuevos', placa: 'c777new', piloto: 'PILOTO UNO, NUEVO' },
    )
    const single = await previewImport(office.admin, 'rutas', namedTrips({ piloto: 'Solo' }), nombres)
    expect(listErrors(single.detalle)).toEqual([[2, 'G', 'piloto', 'Escribe nombre y apellido.']])
    const preview = await previewImport(office.admin, 'rutas', sheet, nombres)
    expect(preview).toMatchObject({ nuevas: 2, errores: 0, desconocidos: [] })
    const { body } = await runImport(office.admin, 'rutas', sheet, nombres)
    expect(body.data.creados).toEqual({ clientes: 1, camiones: 1, choferes: 1, ayudantes: 1 })
    const stored = (await office.admin.get('/api/rutas?buscar=fletes nuevos')).body
    expect(stored.count).toBe(2)
    const truck = (await office.admin.get('/api/camiones?buscar=c777new')).body.data[0]
    expect(truck).toMatchObject({ placa: 'C-777NEW', marca: null, modelo: null, color: null, tipo: null })
    expect(new Set(stored.data.map((ruta: { cliente_id: number }) => ruta.cliente_id)).size).toBe(1)
    const log = await many<{ tipo: string }>(
      office.server.db,
      sql`select tipo from bitacora where accion = 'crear' and tipo <> 'rutas' and peticion = (
        select peticion from bitacora where tipo = 'importaciones' and registro_id = ${body.data.id})`,
    )
    expect(log.map(({ tipo }) => tipo).toSorted()).toEqual(['ayudantes', 'camiones', 'choferes', 'clientes'])
    // The same choices again create nothing.
    expect(
      (await runImport(office.admin, 'rutas', sheet, { ...nombres, duplicados: 'saltar' })).body.data,
    ).toMatchObject({
      saltadas: 2,
      creados: {},
    })
    const count = async (path: string, buscar: string) =>
      (await office.admin.get(`/api/${path}?buscar=${buscar}`)).body.count
    expect((await undoImport(office.admin, body.data.id)).status).toBe(200)
    expect(await count('clientes', 'fletes nuevos')).toBe(0)
    expect(await count('camiones', '777new')).toBe(0)
    const gone = await many<{ tipo: string }>(
      office.server.db,
      sql`select tipo from bitacora where accion = 'eliminar' and tipo in ('clientes', 'camiones', 'choferes', 'ayudantes')
        and peticion = (select peticion from bitacora where accion = 'deshacer' and registro_id = ${body.data.id})`,
    )
    expect(gone).toHaveLength(4)
  })

  test('POST deshacer: returns 409 when a created record is used elsewhere', async () => {
    const nombres = choose({ cliente: { 'Usado Luego': 'crear' } })
    const { body } = await runImport(office.admin, 'rutas', namedTrips({ cliente: 'Usado Luego' }), nombres)
    await runImport(office.admin, 'rutas', namedTrips({ cliente: 'Usado Luego' }))
    const refused = await undoImport(office.admin, body.data.id)
    expect([refused.status, refused.body.message, refused.body.error.registros]).toEqual([
      409,
      'No se puede deshacer: 1 registro cambió o se usa.',
      ['Usado Luego'],
    ])
  })

  test('POST deshacer: deletes the aliases of the import', async () => {
    const id = await office.client('Con', 'Apodo')
    const { body } = await runImport(
      office.admin,
      'rutas',
      namedTrips({ cliente: 'La Apodada' }),
      choose({ cliente: { 'La Apodada': id } }),
    )
    expect((await office.admin.get(`/api/clientes/${id}/alias`)).body.count).toBe(1)
    await undoImport(office.admin, body.data.id)
    expect((await office.admin.get(`/api/clientes/${id}/alias`)).body.count).toBe(0)
  })

  test('omitir leaves out all rows with the value, whatever else is wrong with them', async () => {
    const nombres = choose({ cliente: { 'Fuera Uno': 'omitir' } })
    const sheet = namedTrips({ cliente: 'Fuera Uno', piloto: 'Nadie De Nada' }, { cliente: 'FUERA  UNO' }, {})
    const preview = await previewImport(office.admin, 'rutas', sheet, nombres)
    expect(preview).toMatchObject({
      filas: 3,
      nuevas: 1,
      omitidas: 2,
      errores: 0,
      detalle: [],
      desconocidos: [],
    })
    expect(preview.vista.map(({ accion }: { accion: string }) => accion)).toEqual([
      'omitida',
      'omitida',
      'nueva',
    ])
    const { status, body } = await runImport(office.admin, 'rutas', sheet, nombres)
    expect([status, body.data.filas, body.data.nuevas, body.data.omitidas]).toEqual([201, 3, 1, 2])
  })

  test('a type of document is chosen, never created', async () => {
    const id = await office.create('documento-tipos', { nombre: 'Póliza', aplica: 'camiones' })
    const paper = (tipo: string, placa: string) => csv(['Tipo', 'Placa'], [tipo, placa])
    await office.create('camiones', aCamion({ placa: 'C-2' }))
    const { desconocidos } = await previewImport(office.admin, 'documentos', paper('Amparo', 'C-1'))
    expect(desconocidos).toEqual([{ campo: 'tipo', valor: 'Amparo', filas: 1, candidatos: [] }])
    const { status } = await runImport(
      office.admin,
      'documentos',
      paper('Amparo', 'C-1'),
      choose({ tipo: { Amparo: id } }),
    )
    expect(status).toBe(201)
    expect((await previewImport(office.admin, 'documentos', paper('AMPARO', 'C-2'))).nuevas).toBe(1)
  })
})
