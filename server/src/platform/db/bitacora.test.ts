import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { changeRuta, insertReferences, insertRutaRow } from '../../test/rutas.ts'
import type { Client } from '../../test/testApp.ts'
import { many, one, raw, run, scalar, sql } from './sql.ts'

// Triggers write bitacora, with the transaction's author.

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const rowsOf = (tipo: string, id: number) =>
  many<Record<string, unknown>>(
    office.server.db,
    sql`select accion, nombre, usuario, cambios, motivo from bitacora
      where tipo = ${tipo} and registro_id = ${id} order by id`,
  )

test('bitacora: has one row for a changed price, with author, address and request id', async () => {
  const ana = await office.server.as({ username: 'ana' })
  const ruta = await office.create({ precio: 1250 })
  const { headers } = await ana.put(`/api/rutas/${ruta.id}`, { ...ruta, precio: 1150 })
  const row = await one(
    office.server.db,
    sql`select tipo, nombre, usuario_id, usuario, direccion, peticion, cambios from bitacora
      where accion = 'editar' and registro_id = ${ruta.id}`,
  )
  expect(row).toEqual({
    tipo: 'rutas',
    nombre: ruta.no_ruta,
    usuario_id: ana.userId,
    usuario: 'ana',
    direccion: '127.0.0.1',
    peticion: headers['x-request-id'],
    cambios: { precio: [1250, 1150] },
  })
})

test('bitacora: has the names of ids, and no row for an update without changes', async () => {
  const ruta = await office.create()
  const { body } = await office.admin.post('/api/camiones', {
    placa: 'C-2',
    marca: 'Volvo',
    modelo: 'FH',
    color: 'Rojo',
    tipo: 'Cabezal',
    tarjeta_circulacion: 'T-2',
  })
  await office.admin.put(`/api/rutas/${ruta.id}`, ruta)
  await office.admin.put(`/api/rutas/${ruta.id}`, { ...ruta, camion_id: body.data.id, version: null })
  const rows = await rowsOf('rutas', ruta.id)
  expect(rows.map(({ accion }) => accion)).toEqual(['crear', 'editar'])
  expect(rows[1]?.cambios).toEqual({
    camion_id: [ruta.camion_id, body.data.id],
    camion: [ruta.camion_placa, 'C-2'],
  })
})

test("bitacora: has a pilot's change as estado with its comment, even if the state stays", async () => {
  const piloto: Client = await office.server.as({ rol: 'piloto', piloto_id: office.references.chofer_id })
  const { id } = await office.create()
  const set = (body: unknown) => piloto.put(`/piloto/ruta/${id}/estado`, body)
  await set({ nuevoEstado: 'En curso', comentario: 'Ya salí' })
  await set({ nuevoEstado: 'En curso', comentario: 'Hay cola' })
  await set({ nuevoEstado: 'En curso' })
  const [, first, second, ...more] = await rowsOf('rutas', id)
  expect(first).toMatchObject({
    accion: 'estado',
    cambios: { estado: ['Pendiente', 'En curso'] },
    motivo: 'Ya salí',
  })
  expect(second).toMatchObject({ accion: 'estado', cambios: {}, motivo: 'Hay cola' })
  expect(more).toEqual([])
})

test('bitacora: rejects update, delete and truncate', async () => {
  await office.create()
  for (const statement of [
    "update bitacora set usuario = 'otro'",
    'delete from bitacora',
    'truncate bitacora',
  ])
    await expect(office.server.db.query(raw(statement))).rejects.toThrow('is only added to')
})

const change = fc.record(
  {
    estado: fc.constantFrom('Pendiente', 'En curso', 'Entregado'),
    precio: fc.constantFrom('0.00', '100.0', '100.10'),
    comentario: fc.constantFrom('', ' a ', null),
    no_ruta: fc.constantFrom(' X-1', 'X-2 '),
    fecha: fc.constantFrom('2026-11-20', '2026-11-21'),
    inicio: fc.constantFrom('2026-11-20T00:00:00Z', null),
    eliminado_en: fc.constantFrom('2026-11-20T00:00:00Z', null),
    records: fc.nat(1),
  },
  { requiredKeys: [] },
)
const write = fc.record({
  change,
  cambio: fc.constantFrom('editar', 'estado'),
  motivo: fc.constantFrom('', 'Así'),
})

test('bitacora: has the same rows for trips with and without their conversion to JSON', async () => {
  const { db } = office.server
  const references = [await insertReferences(db), await insertReferences(db)]
  const autor = (cambio: string) => JSON.stringify({ usuario: 'ana', direccion: '127.0.0.1', cambio })
  // Logs each write a second time, as it logs the writes of other tables.
  const source = await scalar<string>(db, sql`select pg_get_functiondef('bitacora_registrar'::regproc)`)
  await run(
    db,
    raw(
      (source ?? '')
        .replace('bitacora_registrar', 'bitacora_comparada')
        .replace("tg_table_name <> 'rutas'", 'true')
        .replace("tg_table_name = 'rutas'", 'false'),
    ),
  )
  await run(
    db,
    raw(`create trigger comparacion after insert or update on rutas
      for each row execute function bitacora_comparada('', 'no_ruta')`),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 20 }), async (writes) => {
      const last = await scalar<number>(db, sql`select max(id) from bitacora`)
      await db.transaction(async (tx) => {
        await run(tx, sql`select set_config('flota.autor', ${autor('editar')}, true)`)
        const id = await insertRutaRow(tx, references[0]!)
        for (const {
          change: { records, ...columns },
          cambio,
          motivo,
        } of writes) {
          await run(
            tx,
            sql`select set_config('flota.autor', ${autor(cambio)}, true), set_config('flota.motivo', ${motivo}, true)`,
          )
          await changeRuta(tx, id, { ...columns, ...(records !== undefined && references[records]) })
        }
        await run(tx, sql`update rutas set no_ruta = no_ruta || id, version = version + 1 where id = ${id}`)
      })
      const rows = await many<{ n: number }>(
        db,
        sql`select count(*)::int as n from bitacora where id > ${last ?? 0}
          group by usuario, direccion, tipo, registro_id, nombre, accion, cambios::text, motivo having count(*) % 2 = 1`,
      )
      expect(rows).toEqual([])
    }),
    { numRuns: 30, endOnFailure: true },
  )
  await run(db, raw('drop trigger comparacion on rutas'))
})
