import { catalogueEndpointGroups } from '@flota/contract/endpoints.ts'
import { mantenimientos } from '@flota/contract/fleet/mantenimientos.ts'
import { movimientos } from '@flota/contract/money/movimientos.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import type { FieldSet } from '@flota/contract/records/definition.ts'
import { papeleraTipos } from '@flota/contract/records/registros.ts'
import { rutaValues } from '@flota/contract/trips/rutas.ts'
import type { Tablero } from '@flota/contract/trips/tablero.ts'
import { findTotalDifferences } from '@flota/server/domain/trips/totals.ts'
import { searchText } from '@flota/server/platform/db/search.ts'
import { type Db, many, one, raw, run, sql } from '@flota/server/platform/db/sql.ts'
import { passwordProblem } from '@flota/server/platform/passwords.ts'
import { type Client, type TestApp, testApp } from '@flota/server/test/testApp.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDemo } from './fill.ts'
import { type DemoUsuario, formatUsuarios } from './usuarios.ts'

// Noon in Guatemala, on a Friday.
const now = new Date('2026-11-20T18:00:00Z')
const wanted = { rutas: 3000, zone: 'America/Guatemala', now }

let server: TestApp
let usuarios: DemoUsuario[]
let admin: Client
beforeAll(async () => {
  server = await testApp({ now: () => now })
  usuarios = await fillDemo(server.db, wanted)
  admin = await server.as({ username: 'prueba' })
})
afterAll(() => server.close())

const all = <Row extends Record<string, unknown> = Record<string, never>>(
  table: string,
  db: Db = server.db,
) => many<Row>(db, raw(`select * from ${table} order by id`))

const login = ({ username, password }: DemoUsuario) =>
  server.anonymous.post('/api/auth/login', { username, password })

describe('users', () => {
  test('every one that is printed logs in with what is printed', async () => {
    const block = formatUsuarios(usuarios)
    const active = usuarios.filter(({ kind }) => kind === 'activo')
    for (const usuario of active) {
      expect(block).toContain(`${usuario.username} `)
      expect(block).toContain(` ${usuario.password} `)
      expect(passwordProblem(usuario.password)).toBeUndefined()
      const { status, body } = await login(usuario)
      expect([usuario.username, status, body.data?.user.rol_nombre]).toEqual([
        usuario.username,
        200,
        usuario.rol,
      ])
    }
    expect(new Set(active.map(({ username }) => username)).size).toBe(active.length)
  })

  test('the others do not, and are not printed', async () => {
    for (const usuario of usuarios.filter(({ kind }) => kind !== 'activo')) {
      expect(formatUsuarios(usuarios)).not.toContain(usuario.username)
      expect((await login(usuario)).status).toBe(401)
    }
  })

  test('there is one of every kind', () => {
    const sets = usuarios.filter(({ rol }) => rol === 'usuario').map(({ permisos }) => permisos.join())
    expect(new Set(sets).size).toBeGreaterThanOrEqual(6)
    expect(new Set(usuarios.map(({ rol }) => rol))).toEqual(new Set(['administrador', 'usuario', 'piloto']))
    expect(new Set(usuarios.map(({ kind }) => kind))).toEqual(new Set(['activo', 'inactivo', 'papelera']))
  })
})

test('fill: adds a program user with tokens, and the owner’s mail address', async () => {
  const programa = usuarios.find(({ username }) => username === 'puente.gps')
  const { body } = await admin.get(`/usuarios/${programa?.id}/tokens`)
  expect(body.data).toMatchObject([{ nombre: 'Hoja de la gerencia' }, { nombre: 'Traccar' }])
  expect(await many(server.db, raw('select correo from correos where avisos'))).toHaveLength(1)
})

describe('what is written is what the program would have written', () => {
  test('the totals are those of the routes', async () => {
    expect(await findTotalDifferences(server.db)).toEqual([])
  })

  test('there are as many routes as were asked for', async () => {
    const { body } = await admin.get('/api/rutas?porPagina=1')
    expect(body.paginacion.total).toBe(wanted.rutas)
  })

  test('every reference leads somewhere', async () => {
    const keys = await many<{ table: string; name: string; definition: string }>(
      server.db,
      sql`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
    )
    expect(keys.length).toBeGreaterThan(15)
    for (const { table, name, definition } of keys) {
      await run(server.db, raw(`alter table ${table} drop constraint ${name}`))
      await run(server.db, raw(`alter table ${table} add constraint ${name} ${definition}`))
    }
  })

  test('the indexes are all there again', async () => {
    const fresh = await testApp()
    const indexes = (db: Db) =>
      many(db, sql`select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`)
    expect(await indexes(server.db)).toEqual(await indexes(fresh.db))
    await fresh.close()
  })

  test('forms would take every record as it is', async () => {
    for (const catalogue of Object.values(catalogues)) {
      const fields: FieldSet = catalogue.fields
      const schema = catalogueEndpointGroups[catalogue.name].create.body
      for (const row of await all(catalogue.name)) {
        const values = Object.fromEntries(Object.keys(fields).map((field) => [field, row[field]]))
        expect(schema.parse(values)).toEqual(values)
        expect(row.busqueda).toBe(searchText(catalogue.searchBy.map((field) => row[field])))
      }
    }
    for (const row of await all('rutas')) {
      // By id, not by name.
      const form = { ...row, cliente: null }
      expect(form).toMatchObject(rutaValues.parse(form))
    }
    for (const row of await all('mantenimientos'))
      expect(row).toMatchObject(mantenimientos.create.body.parse(row))
    for (const row of await all('movimientos'))
      expect(row).toMatchObject(movimientos.create.body.parse({ ...row, monto: Number(row.monto) }))
  })

  test('a search finds routes by number, client, service and pilot', async () => {
    const rows = await many<Record<string, string>>(
      server.db,
      sql`select r.busqueda, l.* from rutas r join rutas_leer l using (id)`,
    )
    for (const row of rows) {
      const people = [
        `${row.cliente_nombre} ${row.cliente_apellido}`,
        `${row.piloto_nombre} ${row.piloto_apellido}`,
      ]
      expect(row.busqueda).toBe(searchText([row.no_ruta, people[0], row.servicio, people[1]]))
    }
  })

  test('the next number follows the last', async () => {
    const { body } = await admin.get('/api/rutas/next-number')
    const last = await one<{ n: number }>(server.db, sql`select max(correlativo) as n from rutas`)
    expect(body.data.nextRutaNumber).toBe(`RUTA-${(last?.n ?? 0) + 1}`)
    const client = await admin.post('/api/clientes', {
      nombre: 'Ana',
      apellido: 'Tum',
      telefono: '5555-1234',
    })
    expect(client.status).toBe(201)
  })
})

/** Six hours later in UTC. */
const isTenAtNight = (moment: string) => moment.includes('T04:00')

interface Step {
  ruta_id: number
  estado_anterior: string | null
  estado_nuevo: string
  fecha: string
}

describe('histories', () => {
  test('begin with the creation, go on step by step, and end as the route is', async () => {
    const steps = Map.groupBy(
      await many<Step>(server.db, sql`select * from rutas_historial order by id`),
      ({ ruta_id }) => ruta_id,
    )
    for (const ruta of await all<{ id: number; estado: string; creado_en: string }>('rutas')) {
      const own = steps.get(ruta.id) ?? []
      expect(own[0]).toMatchObject({
        estado_anterior: null,
        estado_nuevo: 'Pendiente',
        fecha: ruta.creado_en,
      })
      expect(own.at(-1)?.estado_nuevo).toBe(ruta.estado)
      expect(own.slice(1).map(({ estado_anterior }) => estado_anterior)).toEqual(
        own.slice(0, -1).map(({ estado_nuevo }) => estado_nuevo),
      )
      expect(own.map(({ fecha }) => fecha)).toEqual(own.map(({ fecha }) => fecha).toSorted())
    }
  })

  test('the past is over, today is mixed, the future waits', async () => {
    const rows = await many<{ day: number; estado: string }>(
      server.db,
      sql`select distinct fecha - '2026-11-20'::date as day, estado from rutas
        -- But for the trip that came over last midnight.
        where fecha + hora <> '2026-11-19 22:00' order by 1, 2`,
    )
    const on = (test: (day: number) => boolean) =>
      new Set(rows.filter(({ day }) => test(day)).map(({ estado }) => estado))
    expect(on((day) => day < 0)).toEqual(new Set(['Entregado', 'Incidente']))
    expect([...on((day) => day === 0)]).toEqual(expect.arrayContaining(['Entregado', 'Pendiente']))
    expect(on((day) => day > 0)).toEqual(new Set(['Pendiente']))
  })
})

describe('the board', () => {
  test('has trips that come over midnight and go over it, a truck in the workshop and what clashes', async () => {
    const { body } = await admin.get('/api/tablero')
    const { camiones } = body.data as Tablero
    const nights = camiones
      .flatMap(({ rutas }) => rutas)
      .filter(({ desde }) => isTenAtNight(desde))
      .sort((a, b) => a.desde.localeCompare(b.desde))
    expect(nights.map(({ desde, estado }) => [desde.slice(0, 10), estado])).toEqual([
      ['2026-11-20', 'En curso'],
      ['2026-11-21', 'Pendiente'],
    ])
    for (const { desde, hasta } of nights) expect(Date.parse(hasta) - Date.parse(desde)).toBe(8 * 3_600_000)
    expect(camiones.map(({ estado }) => estado)).toEqual(expect.arrayContaining(['en_taller', 'libre']))

    const { body: told } = await admin.get('/api/avisos')
    const clases = told.data.map(({ clase }: { clase: string }) => clase)
    expect(clases).toContain('choque')
  })

  test('next week has a restriction, and what is driven most has its price', async () => {
    const { body } = await admin.get('/api/restricciones')
    const [desde, hasta] = ['2026-11-23', '2026-11-29']
    expect(
      body.data.some((r: { desde: string; hasta: string }) => r.desde <= hasta && r.hasta >= desde),
    ).toBe(true)
    const { body: tarifas } = await admin.get('/api/tarifas')
    expect(tarifas.paginacion.total).toBeGreaterThan(20)
  })
})

test('fill: puts a record of every kind into the bin', async () => {
  const { body } = await admin.get('/api/papelera')
  const kinds = body.data.map(({ tipo }: { tipo: string }) => tipo)
  expect(new Set(kinds)).toEqual(new Set(papeleraTipos))
})

test('fill: adds maintenance done, under way, planned and overdue', async () => {
  const { body } = await admin.get('/api/mantenimientos')
  const states = new Set(body.map(({ estado }: { estado: string }) => estado))
  expect([...states]).toEqual(expect.arrayContaining(['Completado', 'En proceso', 'Programado']))
  const due = body.filter((m: { estado: string }) => m.estado === 'Programado')
  expect(due.some((m: { fecha_programada: string }) => m.fecha_programada < '2026-11-20')).toBe(true)
})
