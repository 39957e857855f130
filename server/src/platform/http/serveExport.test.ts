import { importCampos, importTipos } from '@flota/contract/imports/importarCampos.ts'
import { campoLabel } from '@flota/contract/records/campos.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCamion, aChofer, aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { readInProcess } from '../../test/readSheet.ts'
import { readSheets } from '../../test/readXlsx.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { many, raw, run, sql } from '../db/sql.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  // 23:30 of the day before in the company's time zone.
  server = await testApp({ now: () => new Date('2026-11-22T05:30:00Z') })
  admin = await server.as({ username: 'marta' })
})
afterAll(() => server.close())

const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const exportar = async (list: string, query = '', { token } = admin) => {
  const answer = await server.app.inject({
    url: `/api/${list}/exportar?${query}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, headers: answer.headers, file: answer.rawPayload, answer }
}
/** Returns the cells, with dates and times as ISO texts. */
const cellsOf = async (list: string, query = '') => {
  const { status, file } = await exportar(list, query)
  expect(status).toBe(200)
  const { rows, sheets } = await readSheets(file)
  expect(sheets.map(({ name }) => name)).toEqual(['Datos'])
  return (rows[0] ?? []).map((row) =>
    [...row].map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 16) : cell)),
  )
}
/** Returns one column without its heading. */
const columnOf = async (list: string, query: string, title: string) => {
  const [head = [], ...rows] = await cellsOf(list, query)
  return rows.map((row) => row[head.indexOf(title)] ?? null)
}
const made = async (path: string, body: object) => {
  const { status, body: answer } = await admin.post(path, body)
  expect([path, status]).toEqual([path, 201])
  return answer.data
}

const personal = 'Nombre|Apellido|Teléfono'
const headings = Object.entries({
  choferes: `${personal}|Tipo de Licencia|Fecha de Vencimiento de Licencia`,
  ayudantes: personal,
  clientes: `${personal}|Rutas asignadas`,
  camiones: 'Placa|Marca|Modelo|Color|Tipo|Tarjeta de circulación|No. de unidad',
  tarifas: 'Cliente|Origen|Destino|Servicio|Precio|Duración|Vigente desde|Vigente hasta',
  documentos: 'Tipo|Placa|Piloto|Ayudante|Número|Emitido|Vence|Nota|Estado',
  rutas:
    'No. de ruta|Fecha|Hora|Cliente|Servicio|Mercadería|Placa|Piloto|Ayudante|Origen|Destino|Precio|Combustible|Estado|Comentario',
  planes:
    'Camión|Plan|Cada (km)|Cada (días)|Último|Último (km)|Próximo|Próximo (km)|Faltan (km)|Faltan (días)|Estado',
  usuarios: 'Usuario|Rol|Piloto|Permisos|Permisos de dinero|Estado|Creado',
  mantenimientos: 'Camión|Tipo|Descripción|Fecha programada|Fecha realizada|Kilometraje|Costo|Taller|Estado',
}).map(([list, titles]) => [list, titles.split('|')] as const)

describe.each(headings)('export of %s', (list, titles) => {
  test('has headings and a file name when it is empty', async () => {
    const { status, headers, file } = await exportar(list, 'buscar=nadie+se+llama+asi')
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      excel,
      `attachment; filename="${list}_2026-11-21.xlsx"`,
    ])
    expect((await readSheets(file)).rows).toEqual([[titles]])
  })

  test('rejects what its list rejects, except paging', async () => {
    const wrong = await exportar(list, 'orden=x')
    expect([wrong.status, Object.keys(wrong.answer.json().error.campos)]).toEqual([400, ['orden']])
    expect((await exportar(list, 'pagina=x&porPagina=0')).status).toBe(200)
  })

  test('writes one entry to bitacora', async () => {
    await run(server.db, raw('alter table bitacora disable trigger user'))
    await run(server.db, sql`delete from bitacora where tipo = ${list}`)
    await run(server.db, raw('alter table bitacora enable trigger user'))
    await exportar(list)
    const entries = await many(
      server.db,
      sql`select accion, registro_id, nombre, usuario from bitacora where tipo = ${list}`,
    )
    expect(entries).toEqual([
      { accion: 'exportar', registro_id: null, nombre: `${list}_2026-11-21.xlsx`, usuario: 'marta' },
    ])
  })

  test('returns 405 for other methods', async () => {
    expect((await admin.send({ method: 'DELETE', url: `/api/${list}/exportar` })).status).toBe(405)
  })
})

test('export of an importable list: has headings that the import reads', async () => {
  const all = new Map<string, string[]>(headings)
  // The sheet of opening invoices has other columns than the export of all invoices.
  for (const tipo of importTipos.filter((each) => each !== 'facturas')) {
    const campos = Object.keys(importCampos[tipo]).filter((campo) => campo !== 'nombre_completo')
    expect(all.get(tipo)?.slice(0, campos.length)).toEqual(campos.map(campoLabel))
    const { file } = await exportar(tipo, 'buscar=nadie')
    await expect(readInProcess(new Uint8Array(file), { tipo })).rejects.toMatchObject({ kind: 'noRows' })
  }
})

test('export of rutas: has typed dates, times and amounts in the list’s filter and order', async () => {
  const references = await someReferences(admin)
  const changes = [
    { no_ruta: 'RUTA-10', fecha: '2026-04-03', hora: '08:30', precio: 1250.5, combustible: 45.33 },
    { no_ruta: 'RUTA-9', fecha: '2026-04-04', hora: '23:59:59', comentario: '=1+1' },
    { no_ruta: 'RUTA-8', fecha: '2026-04-02', hora: '00:00' },
    { no_ruta: 'RUTA-7', fecha: '2026-04-05', hora: '00:00' },
  ]
  for (const each of changes) await made('/api/rutas', aRuta(references, each))
  await run(server.db, sql`update rutas set fecha = '1949-12-31' where no_ruta = 'RUTA-8'`)
  const [, ...rows] = await cellsOf('rutas', 'orden=ascendente&hasta=2026-04-04')
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ['RUTA-8', '31/12/1949', '1899-12-31T00:00'],
    ['RUTA-9', '2026-04-04T00:00', '1899-12-31T23:59'],
    ['RUTA-10', '2026-04-03T00:00', '1899-12-31T08:30'],
  ])
  expect(rows[2]?.slice(11, 14)).toEqual([1250.5, 45.33, 'Pendiente'])
  expect(rows[1]?.at(-1)).toBe('=1+1')
  expect(await columnOf('rutas', '', 'No. de ruta')).toEqual(['RUTA-7', 'RUTA-9', 'RUTA-10', 'RUTA-8'])
  expect(await columnOf('rutas', 'campo=no_ruta&buscar=ruta-9', 'No. de ruta')).toEqual(['RUTA-9'])
})

test('export: keeps the order over several batches', async () => {
  await run(
    server.db,
    raw(`insert into ayudantes (nombre, apellido, telefono, busqueda)
      select 'Fila', lpad(n::text, 5, '0'), '5555', 'fila' from generate_series(1, 1201) n`),
  )
  const names = await columnOf('ayudantes', 'buscar=fila&orden=-nombre', 'Apellido')
  expect(names).toEqual(Array.from({ length: 1201 }, (_, i) => String(1201 - i).padStart(5, '0')))
})

test('export of choferes, clientes and tarifas: has typed cells', async () => {
  await made('/api/choferes', aChofer({ nombre: 'Núñez', telefono: '5555-1234', vencimiento: '2027-01-31' }))
  const [, ...choferes] = await cellsOf('choferes', 'buscar=núñez')
  expect(choferes.map((row) => [row[0], row[2], row[4]])).toEqual([
    ['Núñez', '5555-1234', '2027-01-31T00:00'],
  ])
  const cliente = await made('/api/clientes', aPersona({ nombre: 'Cementos', apellido: 'del Sur' }))
  await made('/api/tarifas', {
    cliente_id: cliente.id,
    origen: 'Guatemala',
    destino: 'Cobán',
    precio: '99999999.99',
    duracion_min: 90,
    vigente_desde: '2026-01-01',
  })
  await made('/api/tarifas', {
    origen: 'Guatemala',
    destino: 'Zacapa',
    precio: 1,
    vigente_desde: '2026-01-01',
  })
  expect((await cellsOf('tarifas', 'orden=nombre')).slice(1)).toEqual([
    ['Cementos del Sur', 'Guatemala', 'Cobán', null, 99_999_999.99, 90, '2026-01-01T00:00', null],
    [null, 'Guatemala', 'Zacapa', null, 1, null, '2026-01-01T00:00', null],
  ])
})

test('export of documentos: has the current ones with owner and state', async () => {
  const tipo = await made('/api/documento-tipos', { nombre: 'Fianza', aplica: 'camiones', dias_aviso: 30 })
  const camiones: { id: number }[] = []
  for (const placa of ['C-001', 'C-002', 'C-003', 'C-004', 'C-005', 'C-006', 'C-007'])
    camiones.push(await made('/api/camiones', aCamion({ placa })))
  const paper = (n: number, vence: string | null) =>
    made('/api/documentos', {
      tipo_id: tipo.id,
      entidad: 'camiones',
      entidad_id: camiones[n]?.id,
      numero: `N-${n}`,
      vence,
    })
  await paper(0, null)
  const old = await paper(1, '2026-11-20')
  await paper(2, '2026-11-22')
  const all = await cellsOf('documentos', 'historial=si')
  expect(all.slice(1).map((row) => [row[0], row[1], row[2], row[4], row[6], row[8]])).toEqual([
    ['Fianza', 'C-002', null, 'N-1', '2026-11-20T00:00', 'Vencido'],
    ['Fianza', 'C-003', null, 'N-2', '2026-11-22T00:00', 'Por vencer'],
    ['Fianza', 'C-001', null, 'N-0', null, 'Vigente'],
  ])
  await made(`/api/documentos/${old.id}/renovar`, { numero: 'N-9', vence: '2028-01-01' })
  expect(await columnOf('documentos', 'historial=si&orden=-vence', 'Número')).toEqual(['N-9', 'N-2', 'N-0'])
  expect(await columnOf('documentos', 'estado=vencido', 'Número')).toEqual([])
  expect(await columnOf('documentos', 'estado=falta', 'Número')).toEqual([])
  // The filters of /vencimientos: N-9 expires in over a year, N-0 never.
  const within = async (query: string) => columnOf('documentos', `tipo_id=${tipo.id}&${query}`, 'Número')
  await paper(3, '2026-11-20')
  await paper(4, '2026-11-21')
  await paper(5, '2026-12-06')
  await paper(6, '2026-12-22')
  expect(await within('plazo=atender')).toEqual(['N-3', 'N-4', 'N-2', 'N-5'])
  expect(await within('plazo=atender&orden=-vence')).toEqual(['N-5', 'N-2', 'N-4', 'N-3'])
  expect(await within('plazo=7-dias')).toEqual(['N-4', 'N-2'])
  expect(await within('plazo=15-dias')).toEqual(['N-4', 'N-2', 'N-5'])
  expect(await within('plazo=7-dias&buscar=c-003')).toEqual(['N-2'])
  expect(await within('plazo=7-dias&estado=vencido')).toEqual([])
  expect((await exportar('documentos', 'plazo=8-dias')).status).toBe(400)
})

test('export of mantenimientos: has more than the 1,000 rows of the list', async () => {
  const { id } = await made('/api/camiones', aCamion({ placa: 'C-900' }))
  await run(
    server.db,
    sql`insert into mantenimientos (camion_id, tipo, descripcion, fecha_programada, kilometraje, costo, estado, busqueda)
      select ${id}, 'Preventivo', 'Aceite', '2026-01-01'::date + n, n, n + 0.5, 'Programado', 'aceite'
      from generate_series(1, 1500) n`,
  )
  expect(await columnOf('mantenimientos', 'orden=pendientes', 'Kilometraje')).toEqual(
    Array.from({ length: 1500 }, (_, i) => i + 1),
  )
})

test('export: returns 400 without an entry in bitacora when there are more than 100,000 rows', async () => {
  await run(
    server.db,
    raw(`insert into ayudantes (nombre, apellido, telefono, busqueda)
      select 'Muchos', n::text, '5555', 'muchos' from generate_series(1, 100001) n`),
  )
  const before = await many(server.db, raw('select count(*) from bitacora'))
  const { status, answer } = await exportar('ayudantes', 'buscar=muchos')
  expect([status, answer.json().error.campos]).toEqual([
    400,
    { buscar: 'Son más de 100,000 filas: elige menos.' },
  ])
  expect(await many(server.db, raw('select count(*) from bitacora'))).toEqual(before)
})

test('export of rutas: requires the permissions for trips and for reports', async () => {
  const as = async (permisos: ('ver_rutas' | 'generar_reportes')[]) =>
    (await exportar('rutas', '', await server.as({ rol: 'usuario', permisos }))).status
  expect([
    await as(['ver_rutas']),
    await as(['generar_reportes']),
    await as(['ver_rutas', 'generar_reportes']),
  ]).toEqual([403, 403, 200])
})
