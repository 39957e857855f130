import { importTipos } from '@flota/contract/importarCampos.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, many, one, raw, run, sql } from '../../platform/db/sql.ts'
import { aCamion, aChofer, aPersona } from '../../test/factories.ts'
import { csv, runImport, undoImport } from '../../test/importar.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { writingCalls } from '../../test/writingCalls.ts'

// Whatever names a new record keeps its import from being undone: asked of the database's own catalogue.

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
  for (const [call] of Object.values(writingCalls)) await call(office)
}, 300_000)
afterAll(() => office.close())

interface Names {
  tipo: string
  tabla: string
  columna: string
}

/** They go with the record. */
const parts = ['rutas_historial', 'resumen_clientes']

const foreignKeys = (): Promise<Names[]> =>
  many<Names>(
    office.server.db,
    sql`select c.confrelid::regclass::text as tipo, c.conrelid::regclass::text as tabla, a.attname as columna
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = any(${importTipos.map(String)}::regclass[])
      order by 1, 2, 3`,
  )

const pastTriggers = (work: (tx: Db) => Promise<unknown>) =>
  office.server.db.transaction(async (tx) => {
    await run(tx, raw('set local session_replication_role = replica'))
    await work(tx)
  })

/** Of a table in which no call wrote a row: one that holds no more than it must. */
async function fill(tx: Db, tabla: string): Promise<void> {
  if (await one(tx, sql`select from ${raw(tabla)} limit 1`)) return
  const columns = await many<{ name: string; type: string }>(
    tx,
    sql`select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = ${tabla}::regclass and attnum > 0 and not attisdropped and attnotnull
        and not atthasdef and attidentity = ''`,
  )
  const values = columns.map(({ type }) =>
    /int|numeric/.test(type) ? '0' : type === 'text' ? "'x'" : "'now'",
  )
  await run(
    tx,
    raw(`insert into ${tabla} (${columns.map(({ name }) => name).join(', ')}) values (${values.join(', ')})`),
  )
}

const rowOf: Record<string, () => Record<string, string>> = {
  choferes: aChofer,
  ayudantes: aPersona,
  clientes: aPersona,
  camiones: aCamion,
  tarifas: () => ({
    origen: crypto.randomUUID(),
    destino: 'Cobán',
    precio: '1',
    vigente_desde: '2026-01-01',
  }),
}

/** A new record that came in from a sheet. */
async function bringOne(tipo: string) {
  const { admin, references, server } = office
  const named = async (tabla: string, id: number | null, name: string) =>
    (
      await one<{ name: string }>(
        server.db,
        sql`select ${raw(name)} as name from ${raw(tabla)} where id = ${id}`,
      )
    )?.name ?? ''
  const whole = "nombre || ' ' || apellido"
  const placa = await named('camiones', references.camion_id, 'placa')
  const row =
    tipo === 'rutas'
      ? {
          fecha: '2026-01-02',
          cliente: await named('clientes', references.cliente_id, whole),
          servicio: crypto.randomUUID(),
          mercaderia: 'Cemento',
          placa,
          piloto: await named('choferes', references.chofer_id, whole),
          origen: crypto.randomUUID(),
          destino: 'Cobán',
          precio: '1',
        }
      : tipo === 'documentos'
        ? { tipo: 'Revisión mecánica', placa }
        : (rowOf[tipo]?.() ?? {})
  const { body } = await runImport(admin, tipo, csv(Object.keys(row), Object.values(row)))
  if (!body.success) throw new Error(`${tipo}: ${JSON.stringify(body)}`)
  const record = await one<{ registro_id: number }>(
    server.db,
    sql`select registro_id from importaciones_registros where importacion_id = ${body.data.id}`,
  )
  return { importacion: body.data.id as number, id: record?.registro_id ?? 0 }
}

test('by each foreign key, and by each table that names records of many kinds', async () => {
  const many = (await foreignKeys()).filter(({ tabla }) => !parts.includes(tabla))
  expect(many.length).toBeGreaterThan(10)
  const ofMany = ['archivos', 'documentos'].map((tabla) => ({
    tipo: 'camiones',
    tabla,
    columna: 'entidad_id',
  }))
  for (const { tipo, tabla, columna } of [...many, ...ofMany]) {
    const { importacion, id } = await bringOne(tipo)
    const where = sql`ctid = (select ctid from ${raw(tabla)} where ${raw(columna)} is distinct from ${id} limit 1)`
    const kind = columna === 'entidad_id' ? sql`, entidad = ${tipo}` : raw('')
    let changed = 0
    await pastTriggers(async (tx) => {
      await fill(tx, tabla)
      changed = await run(tx, sql`update ${raw(tabla)} set ${raw(columna)} = ${id} ${kind} where ${where}`)
    })
    expect([tabla, columna, changed]).toEqual([tabla, columna, 1])
    const { status, body } = await undoImport(office.admin, importacion)
    expect([tabla, columna, status, body.message]).toEqual([
      tabla,
      columna,
      409,
      'No se puede deshacer: 1 registro cambió o se usa.',
    ])
    expect(body.error.registros).toHaveLength(1)
  }
})

test('each of them finds by an index who names a record: else each that goes would read whole tables', async () => {
  const indexes = await many<{ tabla: string; columna: string; condicion: string | null }>(
    office.server.db,
    sql`select i.indrelid::regclass::text as tabla, a.attname as columna, pg_get_expr(i.indpred, i.indrelid) as condicion
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`,
  )
  const without = (await foreignKeys()).filter(
    (key) =>
      !indexes.some(
        ({ tabla, columna, condicion }) =>
          tabla === key.tabla &&
          columna === key.columna &&
          (condicion === null || condicion === `(${columna} IS NOT NULL)`),
      ),
  )
  expect(without).toEqual([])
})
