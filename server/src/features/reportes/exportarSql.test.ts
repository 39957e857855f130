import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, raw, sql } from '../../platform/db/sql.ts'
import { fetchReporteExport, reporteHeader, viajesHeader } from '../../test/exportar.ts'
import { hasLibreOffice, readSheets, readWithLibreOffice } from '../../test/readXlsx.ts'
import { fillRutas } from '../../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Workbook of 5,000 routes, cell by cell, compared with SQL.

let server: TestApp
let office: Client
beforeAll(async () => {
  server = await testApp()
  office = await server.as({ rol: 'usuario', permisos: ['generar_reportes'] })
  await fillRutas(server.db, { rutas: 5200, clientes: 40, camiones: 10, choferes: 10, ayudantes: 5 })
  await server.db.query(
    raw(`
    update rutas set comentario = (array['=1+1', '+502', '-', '@hoy', 'O''Higgins & <Cía>', '🚚 "ya"', 'a,b',
      E'dos\nlíneas', E'campana\u0007', '_x0041_'])[1 + id % 10] where id % 4 = 0`),
  )
  await server.db.query(raw("update clientes set apellido = '' where id % 7 = 0"))
  // Deletes 200 of them and updates the totals.
  await server.db.query(
    sql`with antes as (select * from rutas where id % 26 = 0 for update),
      despues as (update rutas r set eliminado_en = now() from antes where r.id = antes.id returning r.*)
      select contar_ruta(antes, despues) from antes, despues where antes.id = despues.id`,
  )
})
afterAll(() => server.close())

/** Returns the displayed rows, written by SQL. */
const displayedRows = async (filtro: keyof typeof formats, desde: string, hasta: string) => {
  const where = sql`from rutas_leer where eliminado_en is null and fecha between ${desde} and ${hasta}`
  const figures =
    raw(`to_char(count(*), 'FM999,999'), to_char(count(*) filter (where estado = 'Pendiente'), 'FM999,990'),
    to_char(count(*) filter (where estado = 'En curso'), 'FM999,990'),
    to_char(count(*) filter (where estado = 'Entregado'), 'FM999,990'),
    to_char(count(*) filter (where estado = 'Incidente'), 'FM999,990'),
    to_char(sum(precio), 'FM"Q"999,999,999,990.00')`)
  const rows = async (statement: ReturnType<typeof sql>) =>
    (await many<{ celdas: string[] }>(server.db, statement)).map(({ celdas }) => celdas)
  const periodo = raw(formats[filtro])
  return {
    Reporte: [
      reporteHeader,
      ...(await rows(
        sql`select array[${periodo}, ${figures}] as celdas ${where} group by ${periodo} order by min(fecha) desc`,
      )),
      ...(await rows(sql`select array['Total', ${figures}] as celdas ${where}`)),
    ],
    Viajes: [
      viajesHeader,
      ...(await rows(
        sql`select array[no_ruta, to_char(fecha, 'DD/MM/YYYY'), to_char(hora, 'HH24:MI'),
            trim(cliente_nombre || ' ' || cliente_apellido), servicio, mercaderia, camion_placa, origen, destino,
            trim(piloto_nombre || ' ' || piloto_apellido), coalesce(ayudante_nombre || ' ' || ayudante_apellido, ''),
            coalesce(to_char(combustible, 'FM999,999,990.00'), ''), to_char(precio, 'FM"Q"999,999,990.00'),
            estado, coalesce(comentario, '')] as celdas ${where} order by fecha desc, hora desc, id desc`,
      )),
      ...(await rows(
        sql`select array['Total', '', '', '', '', '', '', '', '', '', '', '',
            to_char(sum(precio), 'FM"Q"999,999,999,990.00'), '', ''] as celdas ${where}`,
      )),
    ],
  }
}
const meses = `'{enero,febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre}'::text[]`
const formats = {
  dia: "to_char(fecha, 'DD/MM/YYYY')",
  mes: `(${meses})[extract(month from fecha)] || to_char(fecha, ' YYYY')`,
  anio: "to_char(fecha, 'YYYY')",
}
const money = (value: unknown) =>
  `Q${Number(value).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
const monthOf = new Intl.DateTimeFormat('es', { month: 'long', timeZone: 'UTC' })
const look: Record<string, (value: Date) => string> = {
  dia: (value) => value.toISOString().slice(0, 10).split('-').reverse().join('/'),
  mes: (value) => `${monthOf.format(value)} ${value.getUTCFullYear()}`,
}

const cases = [
  ['dia', '0001-01-01', '9999-12-31'],
  ['mes', '2026-10-30', '2026-11-20'],
  ['anio', '0001-01-01', '2026-11-15'],
] as const

test.each(cases)('workbook by %s from %s to %s: read by another library', async (filtro, desde, hasta) => {
  const { file } = await fetchReporteExport(
    server,
    office,
    `filtro=${filtro}&fechaInicio=${desde}&fechaFin=${hasta}`,
  )
  const [reporte = [], viajes = []] = (await readSheets(file)).rows
  const expected = await displayedRows(filtro, desde, hasta)
  expect(expected.Viajes.length).toBeGreaterThan(3000)
  expect(
    reporte
      .slice(1)
      .map(([periodo, ...figures]) => [
        periodo instanceof Date ? look[filtro]?.(periodo) : String(periodo),
        ...figures.slice(0, -1).map((n) => Number(n).toLocaleString('en-US')),
        money(figures.at(-1)),
      ]),
  ).toEqual(expected.Reporte.slice(1))
  expect(
    viajes.slice(1).map((row) =>
      row.map((value, column) => {
        if (value === null) return ''
        if (column === 12) return money(value)
        if (column === 11) return money(value).slice(1)
        if (!(value instanceof Date)) return value
        return column === 1 ? look.dia?.(value) : value.toISOString().slice(11, 16)
      }),
    ),
  ).toEqual(expected.Viajes.slice(1))
})

test.skipIf(!hasLibreOffice).each(cases)(
  'workbook by %s from %s to %s: read by LibreOffice',
  async (filtro, desde, hasta) => {
    const { file } = await fetchReporteExport(
      server,
      office,
      `filtro=${filtro}&fechaInicio=${desde}&fechaFin=${hasta}`,
    )
    expect(await readWithLibreOffice(file)).toEqual(await displayedRows(filtro, desde, hasta))
  },
)
