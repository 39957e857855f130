import { types } from '@flota/server/platform/db/connect.ts'
import { normalize } from '@flota/server/platform/db/search.ts'
import argon2 from 'argon2'
import Fastify from 'fastify'
import pg from 'pg'
import { statements } from './baselineSql.ts'

// Lower bound for the benchmark: bare Fastify and pg on the product's tables.
// No login, permissions, validation, versions or headers.
// Arguments: address of the database, and a password hash to verify.

const [connectionString = '', hash = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 16, types, options: '-c jit=off' })
const app = Fastify()

type Statement = keyof typeof statements
const runStatement = async (name: Statement, values: unknown[] = []) =>
  (await pool.query<Record<string, unknown>>({ name, text: statements[name], values })).rows

interface RouteTypes {
  Querystring: Record<string, string | undefined>
  Params: { id: string }
  Body: Record<string, unknown>
}

app.get<RouteTypes>('/rutas', async ({ query: { pagina = '1' } }) => {
  const [data, total] = await Promise.all([
    runStatement('page', [(Number(pagina) - 1) * 10]),
    runStatement('total'),
  ])
  return { data, total: total[0]?.total }
})
app.get<RouteTypes>('/buscar', async ({ query: { buscar = '' } }) => {
  const like = normalize(buscar)
    .split(' ')
    .map((word) => `busqueda like ${pg.escapeLiteral(`%${word}%`)}`)
    .join(' and ')
  // Unnamed: the plan of a named statement would ignore how rare the word is.
  const [data, total] = await Promise.all([
    pool.query(statements.search.replace('true', like)),
    pool.query(statements.searchTotal.replace('true', like)),
  ])
  return { data: data.rows, total: (total.rows as { total: number }[])[0]?.total }
})
app.get('/dia', async () => {
  const rutas = await runStatement('day')
  const estados: Record<string, number> = {}
  let ingresos = 0
  for (const { estado, precio } of rutas) {
    estados[String(estado)] = (estados[String(estado)] ?? 0) + 1
    ingresos += Number(precio)
  }
  return { rutas, estados, ingresos }
})
app.get('/meses', () => runStatement('months'))
const columns =
  'no_ruta cliente_id servicio mercaderia camion_id combustible origen destino chofer_id ayudante_id fecha hora precio comentario'.split(
    ' ',
  )
app.post<RouteTypes>('/rutas', async ({ body }) => {
  const [no_ruta, servicio] = [String(body.no_ruta), String(body.servicio)]
  const derived = [Number(no_ruta.slice('RUTA-'.length)), normalize(no_ruta), normalize(servicio)]
  const [row] = await runStatement('create', [...columns.map((name) => body[name]), ...derived])
  return row
})
const addStatusRoute = (path: string, statement: Statement) =>
  app.put<RouteTypes>(path, async ({ params, body }) => {
    const [row] = await runStatement(statement, [params.id, body.nuevoEstado, body.comentario])
    return row
  })
addStatusRoute('/rutas/:id/estado', 'status')
// To and from Incidente: only there an incident is opened or closed.
addStatusRoute('/rutas/:id/incidente', 'incident')
app.post('/login', async () => ({ matches: await argon2.verify(hash, 'una-clave-larga') }))

process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
