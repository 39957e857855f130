import { importTipos } from '@flota/contract/imports/importarCampos.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, many, one, raw, run, sql } from '../../platform/db/sql.ts'
import { insertFacturaRows } from '../../test/cobros.ts'
import { aCamion, aChofer, aPersona } from '../../test/factories.ts'
import { insertFlotaRows } from '../../test/flota.ts'
import { csv, runImport, undoImport } from '../../test/importar.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { writingCalls } from '../../test/writingCalls.ts'

// Any reference to a new record prevents the undo of its import. The references come from PostgreSQL's catalog.

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
  for (const [call] of Object.values(writingCalls)) await call(office)
  const { id } = await office.create()
  await insertFacturaRows(office.server.db, office.references.cliente_id, id)
  await insertFlotaRows(office.server.db, office.references)
}, 300_000)
afterAll(() => office.close())

interface ForeignKey {
  tipo: string
  tabla: string
  columna: string
}

/** Tables whose rows are part of a record. */
const ownedTables = ['rutas_historial', 'resumen_clientes', 'margenes']

const findForeignKeys = (): Promise<ForeignKey[]> =>
  many<ForeignKey>(
    office.server.db,
    sql`select c.confrelid::regclass::text as tipo, c.conrelid::regclass::text as tabla, a.attname as columna
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = any(${importTipos.map(String)}::regclass[])
      order by 1, 2, 3`,
  )

const withoutTriggers = (work: (tx: Db) => Promise<unknown>) =>
  office.server.db.transaction(async (tx) => {
    await run(tx, raw('set local session_replication_role = replica'))
    await work(tx)
  })

/** Inserts a minimal row into an empty table. */
async function insertMinimalRow(tx: Db, tabla: string): Promise<void> {
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
  facturas: () => ({ cliente: '', uuid: crypto.randomUUID(), fecha: '2026-01-02', monto: '1' }),
}

/** Imports a sheet with one new record. */
async function importOne(tipo: string) {
  const { admin, references, server } = office
  const nameOf = async (tabla: string, id: number | null, name: string) =>
    (
      await one<{ name: string }>(
        server.db,
        sql`select ${raw(name)} as name from ${raw(tabla)} where id = ${id}`,
      )
    )?.name ?? ''
  const fullName = "nombre || ' ' || apellido"
  const placa = await nameOf('camiones', references.camion_id, 'placa')
  const row: Record<string, string> =
    tipo === 'rutas'
      ? {
          fecha: '2026-01-02',
          cliente: await nameOf('clientes', references.cliente_id, fullName),
          servicio: crypto.randomUUID(),
          mercaderia: 'Cemento',
          placa,
          piloto: await nameOf('choferes', references.chofer_id, fullName),
          origen: crypto.randomUUID(),
          destino: 'Cobán',
          precio: '1',
        }
      : tipo === 'documentos'
        ? { tipo: 'Revisión mecánica', placa }
        : { ...rowOf[tipo]?.() }
  if (tipo === 'facturas') row.cliente = await nameOf('clientes', references.cliente_id, fullName)
  const { body } = await runImport(admin, tipo, csv(Object.keys(row), Object.values(row)))
  if (!body.success) throw new Error(`${tipo}: ${JSON.stringify(body)}`)
  const record = await one<{ registro_id: number }>(
    server.db,
    sql`select registro_id from importaciones_registros where importacion_id = ${body.data.id}`,
  )
  return { importacion: body.data.id as number, id: record?.registro_id ?? 0 }
}

test('POST /api/importaciones/:id/deshacer: returns 409 when any table references a new record', async () => {
  const foreignKeys = (await findForeignKeys()).filter(({ tabla }) => !ownedTables.includes(tabla))
  expect(foreignKeys.length).toBeGreaterThan(10)
  const polymorphicKeys = ['archivos', 'documentos'].map((tabla) => ({
    tipo: 'camiones',
    tabla,
    columna: 'entidad_id',
  }))
  for (const { tipo, tabla, columna } of [...foreignKeys, ...polymorphicKeys]) {
    const { importacion, id } = await importOne(tipo)
    // A row that has another record already: in some rows a constraint demands null.
    const where = sql`ctid = (select ctid from ${raw(tabla)} where ${raw(columna)} is distinct from ${id}
      order by ${raw(columna)} is null limit 1)`
    const kind = columna === 'entidad_id' ? sql`, entidad = ${tipo}` : raw('')
    let changed = 0
    await withoutTriggers(async (tx) => {
      await insertMinimalRow(tx, tabla)
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

test('foreign keys to imported types: each has an index, so that an undo scans no whole table', async () => {
  const indexes = await many<{ tabla: string; columna: string; condicion: string | null }>(
    office.server.db,
    sql`select i.indrelid::regclass::text as tabla, a.attname as columna, pg_get_expr(i.indpred, i.indrelid) as condicion
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`,
  )
  const withoutIndex = (await findForeignKeys()).filter(
    (key) =>
      !indexes.some(
        ({ tabla, columna, condicion }) =>
          tabla === key.tabla &&
          columna === key.columna &&
          (condicion === null || condicion === `(${columna} IS NOT NULL)`),
      ),
  )
  expect(withoutIndex).toEqual([])
})
