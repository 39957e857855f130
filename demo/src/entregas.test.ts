import { many, sql } from '@flota/server/platform/db/sql.ts'
import { type Client, type TestApp, testApp } from '@flota/server/test/testApp.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDemo } from './fill.ts'
import type { DemoUsuario } from './usuarios.ts'

// Deliveries, waits, incidents and money of the invented company; it is a Friday, noon in Guatemala.

const now = new Date('2026-11-20T18:00:00Z')

let server: TestApp
let admin: Client
let usuarios: DemoUsuario[]
beforeAll(async () => {
  server = await testApp({ now: () => now })
  usuarios = await fillDemo(server.db, { rutas: 1500, zone: 'America/Guatemala', now })
  admin = await server.as()
})
afterAll(() => server.close())

test('deliveries: have evidence, except one with a reason and one with a notice', async () => {
  const { body } = await admin.get('/api/avisos')
  const without = body.data.filter(({ clase }: { clase: string }) => clase === 'sin_evidencia')
  expect(without.map(({ texto }: { texto: string }) => texto)).toEqual([
    expect.stringMatching(/: entregada sin firma$/),
  ])
  const said = await many<{ ruta_id: number }>(
    server.db,
    sql`select ruta_id from entregas where sin_evidencia_motivo is not null`,
  )
  expect(said).toHaveLength(1)
  const [proven] = await many<{ id: number }>(
    server.db,
    sql`select entidad_id as id from archivos where clase = 'firma' order by id limit 1`,
  )
  const { data } = (await admin.get(`/api/rutas/${proven?.id}/expediente`)).body
  expect([data.falta, data.entrega.recibio, data.tiempos.dudosa]).toEqual([[], expect.any(String), false])
})

test('delay report: has rows by client, place and cause', async () => {
  for (const por of ['cliente', 'lugar', 'causa']) {
    const { data } = (await admin.get(`/api/reportes/demoras?por=${por}`)).body
    expect(data.length).toBeGreaterThan(3)
    expect(data[0].horas).toBeGreaterThan(1)
    expect([por, data[0].monto === null || data[0].monto > 100]).toEqual([por, true])
  }
})

describe('money', () => {
  type Liquidacion = Record<string, number> & { numero: string; estado: string; creado_en: string }
  const readAll = async (path: string) => (await admin.get(path)).body.data

  test('has been settled for six months, without gaps, to the cent', async () => {
    const closed = await many<Liquidacion>(server.db, sql`select * from liquidaciones order by id`)
    expect(closed.map(({ numero }) => numero)).toEqual(
      closed.map((_, i) => `L-${String(i + 1).padStart(4, '0')}`),
    )
    expect(new Set(closed.map(({ creado_en }) => creado_en.slice(0, 7))).size).toBeGreaterThanOrEqual(6)
    expect(closed.filter(({ estado }) => estado === 'anulada')).toHaveLength(1)
    // Each goes on from the last, and is the sum of what it has.
    const wrong = await many(
      server.db,
      sql`select l.numero from liquidaciones l
          left join lateral (select saldo from liquidaciones
            where chofer_id = l.chofer_id and estado = 'cerrada' and id < l.id order by id desc limit 1) antes on true,
        lateral (select coalesce(sum(monto) filter (where tipo = 'anticipo'), 0) as anticipos,
            coalesce(sum(monto) filter (where tipo = 'gasto'), 0) as gastos,
            coalesce(sum(monto) filter (where tipo = 'devolucion'), 0) as devoluciones,
            coalesce(sum(monto) filter (where tipo = 'pago'), 0) as pagos,
            coalesce(sum(monto) filter (where tipo = 'comision'), 0) as comisiones
          from movimientos where liquidacion_id = l.id) m
        where l.estado = 'cerrada' and (l.saldo_anterior, l.anticipos, l.gastos, l.devoluciones, l.pagos, l.comisiones)
          is distinct from (coalesce(antes.saldo, 0), m.anticipos, m.gastos, m.devoluciones, m.pagos, m.comisiones)`,
    )
    expect(wrong).toEqual([])
  })

  test('some pilots owe and some are owed; what they sent has its photo and waits', async () => {
    const saldos: { saldo: number; por_revisar: number }[] = await readAll('/api/saldos')
    expect(saldos.filter(({ saldo }) => saldo > 0).length).toBeGreaterThanOrEqual(2)
    expect(saldos.filter(({ saldo }) => saldo < 0).length).toBeGreaterThanOrEqual(2)
    const waiting = await readAll('/api/movimientos?estado=registrado')
    expect(waiting.length).toBeGreaterThanOrEqual(3)
    for (const each of waiting) expect(each).toMatchObject({ del_piloto: true, archivos: 1 })
    const avisos = (await readAll('/api/avisos')).map(({ clase }: { clase: string }) => clase)
    expect(avisos).toContain('por_liquidar')
  })

  test('an invoice was typed twice, and one trip of the month costs more than it brought', async () => {
    const [twice, ...others] = await readAll('/api/movimientos?estado=anulado')
    expect([twice.motivo, others]).toEqual(['La misma factura, ingresada dos veces', []])
    const same = (await readAll(`/api/movimientos?buscar=${twice.numero}`)).filter(
      ({ uuid }: { uuid: string }) => uuid === twice.uuid,
    )
    expect(same.map(({ estado }: { estado: string }) => estado).toSorted()).toEqual(['anulado', 'aprobado'])
    const { filas } = await readAll('/api/margen?por=ruta')
    expect(filas[0].margen_pct).toBeLessThan(-20)
    const repairs = await readAll(`/api/movimientos?ruta_id=${filas[0].clave}&concepto=Reparación`)
    expect(repairs).toHaveLength(1)
  })

  test('the cashier takes it from there', async () => {
    const { username, password } = usuarios.find((each) => each.username === 'mirna.tzul')!
    const { body } = await server.anonymous.post('/api/auth/login', { username, password })
    expect(body.data.permissions_dinero).toEqual(['ver_dinero', 'gestionar_dinero', 'gestionar_cobros'])
    const texts = sql`select from movimientos where id % 10 = 0 and (busqueda is distinct from
        texto_de_movimiento(chofer_id, ruta_id, descripcion, nit, serie, numero)
      or busqueda_carga is distinct from
        case when camion_id is not null then texto_de_carga(camion_id, chofer_id, ruta_id, estacion, vale) end)`
    expect(await many(server.db, texts)).toEqual([])
  })
})
