import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { many, one, raw, sql } from '../../server/src/platform/db/sql.ts'
import { hashPath } from '../../server/src/platform/store/FolderStore.ts'
import { aFile } from '../../server/src/test/archivos.ts'
import { aRuta } from '../../server/src/test/factories.ts'
import { inParallel } from '../../server/src/test/mapConcurrently.ts'
import type { TestTarget } from './startTarget.ts'

// The limits of docs/operations/limits.md.
const maxPilotWrites = 2000
const maxTripHistory = 200
const maxSiteFailures = 300
const maxLoggedRejections = 1000

const maxResponseMs = 1000
const pilotTrips = 12
const pilotClients = 16

/** Tries what one caller can store or guess. @returns whether every limit held */
export async function testBounds(target: TestTarget, comments: number): Promise<boolean> {
  return [
    await floodWithComments(target, comments),
    await guessFromOneSite(target),
    await guessFromManySites(target),
    await restoreFlippedByte(target),
  ].every(Boolean)
}

function report(isRight: boolean, line: string): boolean {
  console.log(`${isRight ? '✓' : '✗'} ${line}`)
  return isRight
}

/** Counts `200: 3, 429: 7`. */
const countsOf = (statuses: number[]) =>
  [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => `${status}: ${all.length}`).join(', ')
const countOf = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length

/** A pilot comments on twelve own trips. */
async function floodWithComments(testTarget: TestTarget, count: number): Promise<boolean> {
  const { address, admin, references, target } = testTarget
  const trips: number[] = []
  for (let n = 0; n < pilotTrips; n++) {
    const ruta = await admin('POST', '/api/rutas', aRuta(references))
    // The contract defines the response; `body` is untyped.
    trips.push((ruta.body as { data: { id: number } }).data.id)
  }
  const headers = { authorization: `Bearer ${target.tokens.piloto}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ nuevoEstado: 'Pendiente', comentario: 'otra vez' })
  const statuses = await inParallel(pilotClients, Array.from({ length: count }), async (_, n) => {
    const path = `/api/piloto/ruta/${trips[n % trips.length]}/estado`
    const response = await fetch(address + path, { method: 'PUT', headers, body })
    await response.text()
    return response.status
  })
  const rows = await many<{ n: number }>(
    testTarget.db,
    sql`select count(*)::int as n from rutas_historial where ruta_id = any(${trips}) and comentario is not null
      group by ruta_id`,
  )
  const startedAt = performance.now()
  for (const path of ['historial', 'expediente']) await admin('GET', `/api/rutas/${trips[0]}/${path}`)
  const ms = Math.round(performance.now() - startedAt)
  const most = Math.max(...rows.map(({ n }) => n))
  const isRight =
    // The limit is checked before each write, and parallel ones may exceed it.
    countOf(statuses, 200) < maxPilotWrites + pilotClients &&
    statuses.every((status) => [200, 409, 429].includes(status)) &&
    most <= maxTripHistory &&
    ms <= maxResponseMs
  return report(
    isRight,
    `${count} comments of a pilot: ${countsOf(statuses)}; at most ${most} rows a trip, its history and record in ${ms} ms`,
  )
}

const loginStatus = async ({ address }: TestTarget, username: string, from: string): Promise<number> => {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ username, password: 'no es esta, 77' }),
  })
  await response.text()
  return response.status
}

async function guessFromOneSite(target: TestTarget): Promise<boolean> {
  const statuses = await inParallel(4, Array.from({ length: 400 }), (_, n) =>
    loginStatus(target, `nadie-${n}`, `2001:db8:77:${(n + 1).toString(16)}::1`),
  )
  const isRight =
    countOf(statuses, 401) <= maxSiteFailures && statuses.every((status) => status === 401 || status === 429)
  return report(isRight, `400 failed logins from as many /64 of one /48: ${countsOf(statuses)}`)
}

async function guessFromManySites(target: TestTarget): Promise<boolean> {
  const statuses = await inParallel(4, Array.from({ length: 1100 }), (_, n) =>
    loginStatus(target, `otro-${n}`, `2001:db8:${(n + 0x100).toString(16)}::1`),
  )
  const hours = await many<{ n: number }>(
    target.db,
    sql`select count(*)::int as n from bitacora where accion = 'rechazado' group by date_trunc('hour', momento)`,
  )
  const most = Math.max(...hours.map(({ n }) => n))
  return report(
    most <= maxLoggedRejections && statuses.every((status) => status === 401),
    `1100 failed logins from as many /48: ${countsOf(statuses)}; at most ${most} rows of the log in an hour`,
  )
}

/** Flips a byte of a file in a backup, and restores the backup into another database. */
async function restoreFlippedByte({ admin, post, db, command, folder, urlOf }: TestTarget): Promise<boolean> {
  const rutas = await admin('GET', '/api/rutas')
  // The contract defines the response; `body` is untyped.
  const [ruta] = (rutas.body as { data: { id: number }[] }).data
  const file = new Uint8Array(aFile('jpg', 5000))
  const stored = await post<{ data: { id: number } }>(
    `/api/archivos?entidad=rutas&entidad_id=${ruta?.id}`,
    file,
  )
  const { id } = stored.body.data
  const row = await one<{ sha256: string }>(db, sql`select sha256 from archivos where id = ${id}`)
  const copy = join(folder, 'copia')
  const backup = await command('backup', [copy])
  const path = join(copy, 'archivos', hashPath(row?.sha256 ?? ''))
  const bytes = await readFile(path)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  await writeFile(path, bytes)
  await db.query(raw('create database restaurada'))
  const restored = await command('restore', [copy], {
    DATABASE_URL: urlOf('restaurada'),
    ARCHIVOS_DIR: join(folder, 'restaurados'),
  })
  const line = restored.stdout.split('\n').find((each) => each.includes(`(archivo ${id})`))
  return report(
    backup.code === 0 && restored.code === 0 && line !== undefined,
    `A flipped byte in a backup: restore prints '${line?.trim() ?? restored.stdout + restored.stderr}'`,
  )
}
