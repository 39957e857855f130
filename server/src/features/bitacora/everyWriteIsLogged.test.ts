import { registroOf, registroTipos } from '@flota/contract/records/registros.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import type { LogRow } from '../../test/bitacora.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { userPassword } from '../../test/users.ts'
import { defaultPassword } from '../../test/usuarios.ts'
import { writingCalls, writingEndpoints } from '../../test/writingCalls.ts'

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const rowsOf = (peticion: unknown) =>
  many<LogRow & { direccion: string }>(
    office.server.db,
    sql`select * from bitacora where peticion = ${peticion} order by id`,
  )

test('writing calls: all are covered here', () => {
  expect(Object.keys(writingCalls).toSorted()).toEqual(writingEndpoints.toSorted())
})

test.each(Object.entries(writingCalls))('%s', async (line, [call, ...expected]) => {
  const { status, headers, body } = await call(office)
  expect([line, status < 300, body.error]).toEqual([line, true, undefined])
  const rows = await rowsOf(headers['x-request-id'])
  expect(rows.map(({ accion, tipo }) => `${accion} ${tipo}`)).toEqual(expected)
  for (const row of rows) {
    expect(row).toMatchObject({
      usuario: expect.any(String),
      usuario_id: expect.any(Number),
      direccion: '127.0.0.1',
    })
    const isRecord =
      // A mailed statement is an export of its client.
      (row.accion !== 'exportar' || row.motivo !== null) &&
      [...registroTipos, 'alias', 'avisos', 'importaciones'].some((tipo) => tipo === row.tipo)
    expect([row.registro_id !== null, isRecord && !row.nombre]).toEqual([isRecord, false])
    const tellsChanges = ['editar', 'estado', 'permisos', 'posponer'].includes(String(row.accion))
    expect([line, Object.keys(row.cambios as object).length > 0]).toEqual([
      line,
      tellsChanges || line === 'PUT /api/usuarios/:id',
    ])
  }
})

test('log: contains no password, token or hash, and GET /api/bitacora returns all of it', async () => {
  const rows = await many<{ fila: string }>(
    office.server.db,
    sql`select to_json(b)::text as fila from bitacora b`,
  )
  expect(rows.length).toBeGreaterThan(20)
  const text = rows.map(({ fila }) => fila).join('\n')
  const secrets = await many<{ secreto: string }>(
    office.server.db,
    sql`select password_hash as secreto from usuarios where password_hash <> 'ninguna'
      union select encode(token_hash, 'hex') from sesiones union select encode(token_hash, 'base64') from sesiones`,
  )
  for (const secret of [
    userPassword,
    defaultPassword,
    'Otro volcán 77',
    office.admin.token ?? '',
    ...secrets.map((row) => row.secreto),
  ])
    expect(text).not.toContain(secret)
  expect(text).not.toMatch(/\$argon2|password|token(?!":)|flota_/i)
  const { status, body } = await office.admin.get('/api/bitacora?porPagina=100')
  expect([status, body.paginacion.total]).toEqual([200, rows.length])
})

test('triggers: log every table that users write', async () => {
  const tables = await many<{ tabla: string }>(
    office.server.db,
    sql`select tgrelid::regclass::text as tabla from pg_trigger where tgname = 'bitacora_registrar' and tgenabled = 'O'`,
  )
  const loggedTables = tables.map(({ tabla }) => tabla)
  expect(registroTipos.filter((tipo) => !loggedTables.includes(tipo))).toEqual([])
  // Every table that users write has these triggers.
  const versioned = await many<{ tabla: string }>(
    office.server.db,
    sql`select attrelid::regclass::text as tabla from pg_attribute join pg_class c on c.oid = attrelid
      where attname = 'actualizado_en' and relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  )
  // updateAjustes logs changed settings itself; details of a record are logged as its changes.
  const selfLogged = [
    'ajustes',
    'entregas',
    'tiempos',
    'reglas',
    'clientes_fiscal',
    'camiones_ficha',
    'importaciones',
  ]
  expect(
    versioned
      .map(({ tabla }) => tabla)
      .filter((tabla) => !loggedTables.includes(tabla) && !selfLogged.includes(tabla)),
  ).toEqual([])
})

test('log: names a record as the bin does', async () => {
  const triggers = await many<{ tipo: string; arguments: Buffer }>(
    office.server.db,
    sql`select tgrelid::regclass::text as tipo, tgargs as arguments from pg_trigger where tgname = 'bitacora_registrar'`,
  )
  const names = triggers.map(({ tipo, arguments: bytes }) => {
    const [between, ...columns] = bytes.toString().split('\0').slice(0, -1)
    return [tipo, [...columns, columns.length > 1 && between]]
  })
  const expected = registroTipos.map((tipo) => {
    const { nameColumns, nameSeparator = ' ' } = registroOf(tipo)
    return [tipo, [...nameColumns, nameColumns.length > 1 && nameSeparator]]
  })
  expect(Object.fromEntries(names)).toEqual(Object.fromEntries(expected))
})
