import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import { endpoints } from '@flota/contract/endpoints.ts'
import { type RegistroTipo, registroTipos } from '@flota/contract/records/registros.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  backUpRows,
  findNullableColumns,
  type NullableColumn,
  restoreColumn,
  setColumnNull,
} from '../../test/nullableColumns.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { insertRowsOfAllKinds } from '../../test/rowsOfAllKinds.ts'
import type { Client } from '../../test/testApp.ts'
import { textOf } from '../../test/textOf.ts'
import { isNotDeleted } from './records.ts'
import { one, raw, sql } from './sql.ts'

// Every nullable column can be null without breaking a read, print or export: imports and older versions leave gaps.
// The columns come from the database's catalogue, the calls from the contract.

const hoy = todayIn('America/Guatemala', Date.now())

let office: RutaOffice
let piloto: Client
let nullables: NullableColumn[]
let logo: string
/** One id per kind of record. */
let ids: Record<string, number>

beforeAll(async () => {
  office = await openOffice()
  const { references, server } = office
  piloto = await server.as({ rol: 'piloto', piloto_id: references.chofer_id })
  const rows = await insertRowsOfAllKinds(office)
  logo = rows.logo
  const carga = await one<{ id: number }>(
    server.db,
    sql`select max(id) as id from movimientos where camion_id is not null`,
  )
  ids = {
    ...(await newestIds()),
    rutas: rows.rutaId,
    'por-facturar': references.cliente_id,
    cargas: carga?.id ?? 0,
  }
  nullables = await findNullableColumns(server.db)
  await backUpRows(server.db, [...new Set(nullables.map(({ table }) => table))])
}, 300_000)
afterAll(() => office.close())

const isTipo = (table: string): table is RegistroTipo => registroTipos.some((tipo) => tipo === table)
const isReadable = (table: string) => {
  if (table === 'importaciones')
    return raw('exists (select from importaciones_omitidas o where o.importacion_id = id)')
  // The company's logo is no file of a record.
  if (table === 'archivos') return raw("eliminado_en is null and entidad <> 'ajustes'")
  return isTipo(table) ? isNotDeleted(table) : raw('eliminado_en is null')
}
const newestId = async (table: string) =>
  (
    await one<{ id: number }>(
      office.server.db,
      sql`select max(id) as id from ${raw(table)} where ${isReadable(table)}`,
    )
  )?.id ?? 0

/** Ids by the word before `:id` in an address. */
async function newestIds(): Promise<Record<string, number>> {
  const words = (endpoints as readonly Endpoint[]).flatMap(
    ({ method, path }) => (method === 'GET' && /([\w-]+)\/:id/.exec(path)?.[1]) || [],
  )
  const tables = [...new Set(words)].filter((word) => !['ruta', 'por-facturar', 'cargas'].includes(word))
  return Object.fromEntries(
    await Promise.all(tables.map(async (word) => [word, await newestId(word.replaceAll('-', '_'))] as const)),
  )
}

/** Queries that calls require, or that show more columns. */
const queriesByCall: Record<string, (of: Record<string, number>) => string[]> = {
  'GET /api/rutas': () => ['?porPagina=100', '?buscar=cemento', '?orden=actualizado'],
  'GET /api/rutas/recientes': () => ['?dias=7'],
  'GET /api/rutas/:id/hoja': () => ['?precio=si'],
  'GET /api/rutas/hojas': ({ rutas }) => [`?precio=si&ids=${rutas}`],
  'GET /api/rutas/sugerencias': () => ['?campo=servicio'],
  'GET /api/disponibles': () => [`?fecha=${addDays(hoy, 1)}&hora=08:30`],
  'GET /api/tablero': () => [`?fecha=${addDays(hoy, 1)}`],
  'GET /api/tablero/semana': () => [`?fecha=${addDays(hoy, 1)}`],
  'GET /api/tarifas/sugerencia': () => ['?origen=Guatemala&destino=Quetzaltenango'],
  'GET /api/margen': () => ['?por=ruta', '?por=cliente'],
  'GET /api/margen/exportar': () => ['?por=piloto'],
  'GET /api/archivos': () => [`?entidad=camiones&entidad_id=${office.references.camion_id}`],
  'GET /api/documentos': () => ['?historial=si&porPagina=100'],
  'GET /api/avisos': () => ['?viaje=si'],
  'GET /api/bitacora': () => ['?porPagina=100&viaje=si'],
  'GET /api/papelera': () => ['?porPagina=100'],
  'GET /api/reportes': () => ['?filtro=dia'],
  'GET /api/reportes/demoras/viajes': ({ clientes }) => [
    `?por=cliente&clave=${clientes}`,
    '?por=lugar&clave=Guatemala',
    '?por=causa&clave=Bloqueo',
  ],
  'GET /api/reportes/demoras/exportar': () => ['?por=cliente', '?por=causa'],
  'GET /api/reportes/exportar': () => ['?formato=pdf', '?formato=excel'],
  'GET /api/buscar': () => ['?buscar=r'],
}
const bodies: Record<string, () => object> = {
  'POST /api/reportes/periodo': () => ({ tipo: 'dia', periodo: hoy }),
  'POST /api/rutas/revision': () => ({
    ...office.references,
    fecha: addDays(hoy, 1),
    hora: '08:30',
    origen: 'Guatemala',
    destino: 'Cobán',
    servicio: 'Flete',
    mercaderia: 'Cemento',
  }),
}

interface Read {
  line: string
  method: string
  url: string
}

const reads = (): Read[] =>
  (endpoints as readonly Endpoint[])
    .filter(({ line, method }) => method === 'GET' || line in bodies)
    .flatMap(({ line, method, path }) =>
      (queriesByCall[line]?.(ids) ?? ['']).map((query) => ({
        line,
        method,
        url:
          path
            .replace('/api/logo/:version', logo)
            .replace(':tipo', 'choferes')
            .replace(
              /([\w-]+)\/:id/,
              (_all, word: string) => `${word}/${ids[word === 'ruta' ? 'rutas' : word]}`,
            ) + query,
      })),
    )

/** Other tables that an export reads. Reports, bitacora and papelera read all of them. */
const readBeside: Record<string, string[]> = {
  rutas: ['clientes', 'camiones', 'choferes', 'ayudantes'],
  tarifas: ['clientes'],
  mantenimientos: ['camiones'],
  documentos: ['documento_tipos'],
  movimientos: ['choferes', 'rutas'],
  margen: ['movimientos', 'rutas'],
  planes: ['camiones', 'mantenimientos'],
  liquidaciones: ['choferes'],
  saldos: ['choferes', 'movimientos'],
  usuarios: ['choferes'],
}
/** Returns the reads for tables. Exports are slow, so they run only if they read one of them. */
const readsOf = (tables: readonly string[]) =>
  reads().filter(({ line }) => {
    const list = /^GET .api.(\w+).exportar$/.exec(line)?.[1] ?? 'reportes'
    const read = [list, ...(readBeside[list] ?? [])]
    return ['reportes', 'bitacora', 'papelera'].includes(list) || read.some((table) => tables.includes(table))
  })

/** Texts that users must never see. */
const nonsense = /\b(null|undefined|NaN|Invalid Date|\[object Object\])\b/

const sendAs = (client: Client, { line, method, url }: Read) =>
  office.server.app.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${client.token}` },
    ...(bodies[line] && { payload: bodies[line]() }),
  })

/** Returns the calls that fail with 5xx or return a file with nonsense. */
async function faults(calls: readonly Read[]): Promise<string[]> {
  const found: string[] = []
  for (const call of calls)
    for (const client of [office.admin, piloto]) {
      const { statusCode, headers, rawPayload } = await sendAs(client, call)
      const text = statusCode === 200 ? await textOf(String(headers['content-type']), rawPayload) : ''
      if (statusCode >= 500 || nonsense.test(text))
        found.push(`${call.method} ${call.url}: ${statusCode} ${nonsense.exec(text)?.[0] ?? ''}`)
    }
  return found
}

test('reads: return 200 before any column is emptied', async () => {
  const refused: string[] = []
  for (const call of reads()) {
    const codes = [await sendAs(office.admin, call), await sendAs(piloto, call)].map(
      (answer) => answer.statusCode,
    )
    if (!codes.includes(200)) refused.push(`${call.method} ${call.url}: ${codes.join(', ')}`)
  }
  expect(refused).toEqual([])
})

test('tables with nullable columns: have rows', async () => {
  const tables = tablesOf(nullables)
  const without: string[] = []
  for (const table of tables)
    if (!(await one(office.server.db, raw(`select from ${table} limit 1`)))) without.push(table)
  expect(without).toEqual([])
})

/**
 * Columns of a table, and tables, that are emptied at once: with `npm run test:thorough` each column alone, so that none
 * hides the use of another.
 */
const [columnsTogether, tablesTogether] = process.env.THOROUGH ? [1, 1] : [6, 6]

/** Deals items out to the fewest rounds of at most `size`. Neighbours, which mostly belong together, are apart. */
function deal<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, round) => items.filter((_item, at) => at % count === round))
}

const tablesOf = (columns: readonly NullableColumn[]) => [...new Set(columns.map(({ table }) => table))]

/** Returns the columns that are emptied together. */
const rounds = () => {
  const groups = tablesOf(nullables).flatMap((table) =>
    deal(
      nullables.filter((each) => each.table === table),
      columnsTogether,
    ),
  )
  return deal(groups, tablesTogether).map((round) => round.flat())
}

test('null columns: break no read', async () => {
  const found: string[] = []
  for (const round of rounds()) {
    const emptied: NullableColumn[] = []
    // A constraint forbids null in some.
    for (const nullable of round)
      if ((await setColumnNull(office.server.db, nullable).catch(() => 0)) > 0) emptied.push(nullable)
    const names = emptied.map(({ table, column }) => `${table}.${column}`)
    for (const fault of await faults(readsOf(tablesOf(emptied)))) found.push(`${names.join(', ')}: ${fault}`)
    for (const nullable of emptied) await restoreColumn(office.server.db, nullable)
  }
  expect(found).toEqual([])
}, 600_000)
